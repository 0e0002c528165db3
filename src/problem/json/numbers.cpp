#include "problem/json/numbers.h"

#include "problem/json/entry.h"
#include "problem/shown.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
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

} // namespace

NumbersReader::NumbersReader(const Key& key, std::string pointer, Faults& faults)
    : key_(key), pointer_(std::move(pointer)), faults_(faults), models_(key.levels.most) {
  numbers_.shape.resize(key.levels.most);
  numbers_.lists.resize(key.levels.most);
}

void NumbersReader::begin_list(Position at) {
  const std::size_t level = open_.size();
  if (!ignoring() && (level == key_.levels.most || level == levels_) && level > 0) misplaced(at, "a list");
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
  if (!ignoring()) misplaced(at, "an object");
  ++ignored_depth_;
}

void NumbersReader::scalar(Position at, const Scalar& scalar) {
  if (ignoring()) return;
  const bool may_be_pasted = scalar.kind == Scalar::Kind::text && open_.size() < key_.levels.most && !text_at_;
  if (may_be_pasted && is_pasted(scalar.text)) return pasted(at, scalar.text);
  const auto value = read_entry(key_.entries, scalar);
  if (levels_ == 0 && value) levels_ = open_.size();
  if (levels_ != 0 && open_.size() != levels_) return misplaced(at, shown(scalar));
  if (value) {
    ++open_.back().size;
    numbers_.values.push_back(*value);
    return;
  }
  const EntryFault explained = entry_fault(key_, scalar);
  fault(at, pointer(), explained.message, explained.hint);
  spoiled_ = true;
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

void NumbersReader::numbers(std::span<const PlacedNumber> run) {
  scalar(run.front().at, run.front().scalar); // settles how deep numbers stand
  run = run.subspan(1);
  if (!ignoring() && open_.size() == levels_) run = run.subspan(append(run));
  for (const PlacedNumber& number : run) scalar(number.at, number.scalar);
}

/// Takes the numbers before the first that is no entry; returns how many.
std::size_t NumbersReader::append(std::span<const PlacedNumber> run) {
  const std::size_t before = numbers_.values.size(), count = entries_before_stranger(key_.entries, run);
  numbers_.values.resize(before + count);
  for (std::size_t i = 0; i < count; ++i) numbers_.values[before + i] = run[i].scalar.value;
  open_.back().size += count;
  return count;
}

/// A list or an object among numbers, or anything but a list among rows.
void NumbersReader::misplaced(Position at, std::string_view found) {
  const bool among_lists = open_.size() < levels_;
  const std::string_view expected = among_lists ? noun(levels_ - open_.size()).entry : "number";
  fault(at, pointer(), fmt::format("expected a {}, found {}", expected, found), key_.hint);
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
  if (size == list.size) return;
  const Noun& what = noun(levels_ > level ? levels_ - 1 - level : 0);
  fault(list.position, list_pointer(),
        fmt::format("expected {}, as {}{} has {}, found {}", counted(size, what), what.list, models_[level], size,
                    list.size),
        "all rows of a matrix have the same number of entries, all matrices of a list the same shape");
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
  numbers_.lists.resize(levels_);
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
