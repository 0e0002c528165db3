#include "problem/json/numbers.h"

#include "problem/json/entry.h"
#include "problem/shown.h"
#include "problem/tensor/fault.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <utility>

namespace attn {
namespace {

/// What a list is called that stands so many levels above the numbers, and its entries.
struct Noun {
  std::string_view list, entry, entries;
};
constexpr Noun nouns[] = {{"row ", "number", "numbers"}, {"matrix ", "row", "rows"}, {"", "matrix", "matrices"}};

const Noun& noun(std::size_t above) {
  return nouns[std::min(above, std::size(nouns) - 1)];
}

std::string counted(std::size_t count, const Noun& noun) {
  return fmt::format("{} {}", count, count == 1 ? noun.entry : noun.entries);
}

constexpr std::string_view same_shapes =
    "all rows of a matrix have the same number of entries, all matrices of a list the same shape";

/// "an array of 2 axes".
std::string array_of(std::size_t axes) {
  return fmt::format("an array of {} {}", axes, axes == 1 ? "axis" : "axes");
}

/// One row or one column of text is a vector where a vector may stand.
void flatten(Numbers& numbers) {
  if (numbers.shape[0] == 1 || numbers.shape[1] == 1) numbers.shape = {numbers.values.size()};
}

/// "[1, 0, 2]": the place of the index-th number of an array, as numpy writes it.
std::string index_text(const std::vector<std::size_t>& shape, std::size_t index) {
  std::string text;
  for (std::size_t axis = shape.size(); axis-- > 0; index /= shape[axis])
    text.insert(0, fmt::format("{}{}", axis == 0 ? "" : ", ", index % shape[axis]));
  return fmt::format("[{}]", text);
}

} // namespace

NumbersReader::NumbersReader(const Key& key, std::string pointer, Faults& faults, const FileAccess& files,
                             std::size_t& file_bytes)
    : key_(key), pointer_(std::move(pointer)), faults_(faults), files_(files), file_bytes_(file_bytes),
      models_(key.levels.most) {
  numbers_.shape.resize(key.levels.most);
  numbers_.lists.resize(key.levels.most);
}

void NumbersReader::begin_list(Position at) {
  const std::size_t level = open_.size();
  if (!ignoring() && (level == key_.levels.most || level == levels_) && level > 0) misplaced(at, "a list", key_.hint);
  if (ignoring()) {
    ++ignored_depth_;
    return;
  }
  if (level > 0) ++open_.back().size;
  open_.push_back({at});
  numbers_.lists[level].push_back(text_at_.value_or(at));
}

void NumbersReader::end_list(Position) {
  if (ignored_depth_ > 0) {
    --ignored_depth_;
    return;
  }
  if (!ignoring()) check_size(open_.back(), open_.size() - 1);
  spoiled_ = false;
  open_.pop_back();
}

void NumbersReader::begin_object(Position at) {
  if (!ignoring()) misplaced(at, "an object", key_.hint);
  ++ignored_depth_;
}

void NumbersReader::scalar(Position at, const Scalar& scalar) {
  if (ignoring()) return;
  if (is_list(scalar) && is_pasted(scalar.text)) return pasted(at, scalar.text);
  if (const auto name = is_list(scalar) ? find_tensor_name(scalar.text) : std::nullopt) return tensor(at, *name);
  const auto value = read_entry(key_.entries, scalar);
  if (levels_ == 0 && value) levels_ = open_.size();
  if (levels_ != 0 && open_.size() != levels_)
    return misplaced(at, shown(scalar), is_list(scalar) ? hint_for_file() : std::string(key_.hint));
  if (value) {
    ++open_.back().size;
    numbers_.values.push_back(*value);
    return;
  }
  const EntryFault explained = entry_fault(key_, scalar);
  fault(at, pointer(), explained.message, explained.hint);
  spoiled_ = true;
}

/// Whether a text may stand for a list here.
bool NumbersReader::is_list(const Scalar& scalar) const {
  return scalar.kind == Scalar::Kind::text && open_.size() < (levels_ == 0 ? key_.levels.most : levels_) && !text_at_;
}

PastedAs NumbersReader::pasted_as() const {
  if (!open_.empty()) return PastedAs::row;
  return key_.levels.least == 1 ? PastedAs::vector : PastedAs::matrix;
}

void NumbersReader::pasted(Position at, std::string_view text) {
  const std::size_t depth = open_.size();
  const std::string place = pointer();
  text_at_ = at;
  if (const auto stopped = read_pasted(text, pasted_as(), *this)) {
    fault(stopped->position, place, stopped->message, stopped->hint);
    open_.resize(depth); // the lists that the text left open
    ignored_depth_ = 0;
    abandoned_ = true;
  }
  text_at_.reset();
}

void NumbersReader::tensor(Position at, const TensorName& name) {
  const std::string file = shown(name.file), place = pointer();
  try {
    TensorRead read = read_tensor(name, files_);
    file_bytes_ += read.bytes;
    const bool is_vector = open_.empty() ? key_.levels.least == 1 : open_.size() + 1 == key_.levels.most;
    if (!read.type && is_vector) flatten(read.numbers);
    if (auto refused = fault_of(read, file))
      fault(at, place, std::move(refused->message), refused->hint);
    else
      append(at, std::move(read.numbers));
  } catch (const TensorFault& refused) {
    fault(at, place, fmt::format("{} {}", file, refused.message), refused.hint);
  }
  if (!open_.empty()) ++open_.back().size;
}

/// Why the array of a file is not what belongs here.
std::optional<TensorFault> NumbersReader::fault_of(const TensorRead& read, std::string_view file) const {
  if (auto refused = misfit(read.numbers, file)) return refused;
  if (read.has_truths && key_.entries != Entries::flag)
    return TensorFault(fmt::format("expected {}, found true and false in {}", form_of(key_.entries), file),
                       std::string(hint_for_truths(key_.entries)));
  const auto stranger = first_stranger(key_.entries, read.numbers.values);
  if (!stranger) return std::nullopt;
  const double value = read.numbers.values[*stranger];
  return TensorFault(fmt::format("expected {}, found {} in {} at {}", form_of(key_.entries), value, file,
                                 index_text(read.numbers.shape, *stranger)),
                     std::string(hint_for_stranger(key_, value)));
}

/// "an array of 2 axes": what a file may hold that is named here.
std::string NumbersReader::expected_axes() const {
  if (open_.empty()) return form_of(key_);
  return array_of((levels_ == 0 ? key_.levels.most : levels_) - open_.size());
}

/// Why an array does not belong here; none: it does.
std::optional<TensorFault> NumbersReader::misfit(const Numbers& array, std::string_view file) const {
  const std::size_t depth = open_.size(), levels = depth + array.shape.size();
  if (levels < key_.levels.least || levels > key_.levels.most || (levels_ != 0 && levels != levels_))
    return TensorFault(fmt::format("expected {}, found {} in {}", expected_axes(), array_of(array.shape.size()), file),
                       "an array has an axis for each level of lists: a matrix has two");
  const auto sizes = std::span(numbers_.shape).subspan(depth, array.shape.size());
  const bool is_known = std::ranges::none_of(sizes, [](std::size_t size) { return size == 0; });
  if (!is_known || std::ranges::equal(sizes, array.shape)) return std::nullopt;
  return TensorFault(fmt::format("expected {}, as {} is, found {} in {}", fmt::join(sizes, " x "), models_[depth],
                                 fmt::join(array.shape, " x "), file),
                     std::string(same_shapes));
}

/// Takes a whole array as the lists that it stands for. Alone it is taken as it is, and its lists have no places.
void NumbersReader::append(Position at, Numbers array) {
  const std::size_t depth = open_.size();
  if (depth == 0) numbers_.lists.clear();
  levels_ = depth + array.shape.size();
  std::string model = pointer();
  for (std::size_t level = depth, lists = 1; level < levels_; lists *= numbers_.shape[level++], model += "/0") {
    numbers_.shape[level] = array.shape[level - depth];
    if (models_[level].empty()) models_[level] = model;
    if (depth > 0) numbers_.lists[level].insert(numbers_.lists[level].end(), lists, at);
  }
  if (numbers_.values.empty())
    numbers_.values = std::move(array.values);
  else
    numbers_.values.insert(numbers_.values.end(), array.values.begin(), array.values.end());
}

void NumbersReader::numbers(std::span<const PlacedNumber> run) {
  scalar(run.front().at, run.front().scalar); // settles how deep numbers stand
  run = run.subspan(1);
  if (!ignoring() && open_.size() == levels_) run = run.subspan(append(run));
  for (const PlacedNumber& number : run) scalar(number.at, number.scalar);
}

/// Takes the numbers before the first that is no entry; returns how many. Room grows by four: of a large matrix fewer
/// pages are touched on the way, and what is too much never is.
std::size_t NumbersReader::append(std::span<const PlacedNumber> run) {
  const std::size_t before = numbers_.values.size(), count = entries_before_stranger(key_.entries, run);
  if (before + count > numbers_.values.capacity()) numbers_.values.reserve(4 * (before + count));
  numbers_.values.resize(before + count);
  for (std::size_t i = 0; i < count; ++i) numbers_.values[before + i] = run[i].scalar.value;
  open_.back().size += count;
  return count;
}

/// A list or an object among numbers, or anything but a list among rows.
void NumbersReader::misplaced(Position at, std::string_view found, std::string_view hint) {
  const bool among_lists = open_.size() < levels_;
  const std::string_view expected = among_lists ? noun(levels_ - open_.size()).entry : "number";
  fault(at, pointer(), fmt::format("expected a {}, found {}", expected, found), hint);
  ++open_.back().size;
  spoiled_ = !among_lists;
  abandoned_ = levels_ == 0 && open_.size() == key_.levels.most;
}

void NumbersReader::check_size(const List& list, std::size_t level) {
  if (list.size == 0) return fault(list.position, list_pointer(), "the list is empty", key_.hint);
  std::size_t& size = numbers_.shape[level];
  if (size == 0) {
    size = list.size;
    models_[level] = list_pointer();
  }
  if (size == list.size || levels_ == 0) return; // without numbers so far, empty lists are what is wrong
  const Noun& what = noun(levels_ - 1 - level);
  fault(list.position, list_pointer(),
        fmt::format("expected {}, as {}{} has {}, found {}", counted(size, what), what.list, models_[level], size,
                    list.size),
        same_shapes);
}

void NumbersReader::fault(Position at, std::string pointer, std::string message, std::string_view hint) {
  faulty_ = true;
  if (text_at_) message += fmt::format(" ({} of the text)", spot(at));
  if (text_at_) at = *text_at_;
  faults_.add(at, std::move(pointer), std::move(message), std::string(hint));
}

std::optional<Numbers> NumbersReader::take() {
  if (!faulty_ && levels_ < key_.levels.least)
    fault(numbers_.lists[0].front(), pointer_, fmt::format("expected {}, found {}", form_of(key_), "a list of numbers"),
          key_.hint);
  if (faulty_) return std::nullopt;
  numbers_.shape.resize(levels_);
  if (!numbers_.lists.empty()) numbers_.lists.resize(levels_);
  return std::move(numbers_);
}

/// Of the innermost list that is open.
std::string NumbersReader::list_pointer() const {
  std::string result = pointer_;
  for (std::size_t level = 0; level + 1 < open_.size(); ++level) result = joined(result, open_[level].size - 1);
  return result;
}

std::string NumbersReader::pointer() const {
  return open_.empty() ? pointer_ : joined(list_pointer(), open_.back().size);
}

} // namespace attn
