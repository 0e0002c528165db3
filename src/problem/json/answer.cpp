#include "problem/json/answer.h"

#include "problem/json/entry.h"
#include "problem/keys.h"
#include "problem/number_text.h"
#include "problem/pasted.h"
#include "problem/shown.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace attn {
namespace {

Entry number_entry(const Scalar& scalar) {
  const Digits digits = digits_of(scalar.text);
  return {Entry::Kind::number, scalar.value, digits.decimals, digits.significant, digits.whole};
}

Entry text_entry(std::string_view text) {
  if (text == "-inf") return {.kind = Entry::Kind::null};
  const FractionText fraction = read_fraction(text);
  if (fraction.kind != FractionText::Kind::fraction) return {.kind = Entry::Kind::text};
  return {.kind = Entry::Kind::number, .value = fraction.value, .whole = true};
}

Entry entry_of(const Scalar& scalar) {
  switch (scalar.kind) {
  case Scalar::Kind::number:
    return number_entry(scalar);
  case Scalar::Kind::text:
    return text_entry(scalar.text);
  case Scalar::Kind::null:
    return {.kind = Entry::Kind::null};
  case Scalar::Kind::boolean:
    break;
  }
  return {.kind = Entry::Kind::other};
}

/// What to write instead of a key that no answer has.
std::string advice_on(AnswerLevel level, std::string_view name) {
  if (find_key(problem_keys(), name) != nullptr)
    return "it belongs to a problem; an answer holds steps of the result, such as scores, weights, output";
  const auto near = nearest_answer_key(level, name);
  return near ? fmt::format("did you mean {}?", *near) : "the keys of an answer are those of a result";
}

/// A list or an object under a key where nobody looks for one.
bool is_passed_over(AnswerPart part) {
  return part == AnswerPart::ignored || part == AnswerPart::setting;
}

} // namespace

// An object

void AnswerReader::own_key(Position at, std::string_view name) {
  key_ = nullptr;
  pointer_ = joined(place_.pointer, name);
  if (name.starts_with('_')) return;
  const AnswerKey* key = find_answer_key(place_.level, name);
  if (key == nullptr) {
    faults_.add(at, pointer_, "unknown key " + quoted(name), advice_on(place_.level, name));
  } else if (!written_.insert(key->name).second) {
    faults_.add(at, pointer_, fmt::format("{} is given twice", key->name), "keep one of the two");
  } else {
    key_ = key;
  }
}

ParentReader::Child AnswerReader::make_child(Position at, Bracket bracket) {
  if (key_ != nullptr && key_->holds == AnswerPart::matrix) {
    auto reader = std::make_unique<EntriesReader>(given(at), faults_);
    auto finish = [this, source = reader.get()] { expectation_.matrices.push_back(source->take()); };
    return {std::move(reader), std::move(finish)};
  }
  if (key_ != nullptr && !is_passed_over(key_->holds)) {
    const bool is_list_of_objects = key_->holds == AnswerPart::heads || key_->holds == AnswerPart::batch;
    if (is_list_of_objects && bracket == Bracket::list) {
      const AnswerLevel entries = key_->holds == AnswerPart::heads ? AnswerLevel::head : AnswerLevel::sequence;
      AnswerPlace list = place_;
      list.pointer = pointer_;
      auto reader = std::make_unique<AnswerListReader>(std::move(list), entries, expectation_, faults_);
      GivenList given{std::string(key_->name), place_.sequence, {faults_.file(), at, pointer_}};
      auto finish = [this, given = std::move(given), source = reader.get()]() mutable {
        given.size = source->size();
        expectation_.lists.push_back(std::move(given));
      };
      return {std::move(reader), std::move(finish)};
    }
    wrong_value(at);
  }
  return {std::make_unique<SkippingReader>(pointer_), {}};
}

void AnswerReader::own_scalar(Position at, const Scalar& scalar) {
  if (key_ == nullptr || key_->holds == AnswerPart::ignored) return;
  const bool is_number = scalar.kind == Scalar::Kind::number;
  if (key_->holds == AnswerPart::setting) {
    if (!scalar.text.empty()) expectation_.settings.emplace_back(key_->name, scalar.text);
    return;
  }
  if (key_->holds == AnswerPart::matrix) {
    EntriesReader reader(given(at), faults_);
    reader.scalar(at, scalar);
    expectation_.matrices.push_back(reader.take());
  } else if (key_->holds == AnswerPart::id && (is_number || scalar.kind == Scalar::Kind::text)) {
    expectation_.id = Id{std::string(scalar.text), is_number};
  } else {
    wrong_value(at);
  }
}

GivenMatrix AnswerReader::given(Position at) const {
  GivenMatrix matrix;
  matrix.key = key_->name;
  matrix.sequence = place_.sequence;
  matrix.head = place_.head;
  matrix.place = {faults_.file(), at, pointer_};
  return matrix;
}

void AnswerReader::wrong_value(Position at) {
  switch (key_->holds) {
  case AnswerPart::id:
    return faults_.add(at, pointer_, "expected text or a number", R"(write "id": "a1")");
  case AnswerPart::heads:
    return faults_.add(at, pointer_, "expected a list with an object for each head",
                       R"(write [{"weights": ...}, {}]; a head not worked is {})");
  case AnswerPart::batch:
    return faults_.add(at, pointer_, "expected a list with an object for each sequence",
                       R"(write [{"output": ...}, {"output": ...}])");
  case AnswerPart::matrix:
  case AnswerPart::setting:
  case AnswerPart::ignored:
    return;
  }
}

// A list of objects

ParentReader::Child AnswerListReader::make_child(Position at, Bracket bracket) {
  if (bracket == Bracket::list) {
    wrong_entry(at);
    return {std::make_unique<SkippingReader>(own_pointer()), {}};
  }
  AnswerPlace entry = place_;
  entry.level = entries_;
  entry.pointer = own_pointer();
  (entries_ == AnswerLevel::head ? entry.head : entry.sequence) = size_++;
  return {std::make_unique<AnswerReader>(std::move(entry), expectation_, faults_), {}};
}

void AnswerListReader::own_scalar(Position at, const Scalar&) {
  wrong_entry(at);
}

void AnswerListReader::wrong_entry(Position at) {
  faults_.add(at, own_pointer(), "expected an object",
              "entries are objects with keys of the result; {} claims nothing");
  ++size_;
}

std::string AnswerListReader::own_pointer() const {
  return joined(place_.pointer, size_);
}

// Entries

void EntriesReader::begin_list(Position) {
  if (ignored_depth_ > 0) {
    ++ignored_depth_;
    return;
  }
  if (!open_.empty()) {
    end_loose_row(open_.back());
    open_.back().has_lists = true;
  }
  open_.push_back({.first_row = matrix_.row_sizes.size()});
  matrix_.levels = std::max(matrix_.levels, open_.size());
}

void EntriesReader::end_list(Position) {
  if (ignored_depth_ > 0) {
    --ignored_depth_;
    return;
  }
  const List list = open_.back();
  if (!list.has_lists) end_row(list.loose);
  if (open_.size() == 2) matrix_.lists.push_back(matrix_.row_sizes.size() - list.first_row);
  open_.pop_back();
}

void EntriesReader::begin_object(Position) {
  if (ignored_depth_++ == 0) add({.kind = Entry::Kind::other});
}

void EntriesReader::scalar(Position at, const Scalar& scalar) {
  if (ignored_depth_ > 0) return;
  holds_matrix(scalar) ? pasted(at, scalar.text) : add(entry_of(scalar));
}

/// In a row "0,5" is a number that was written in another way, and no row of two.
bool EntriesReader::holds_matrix(const Scalar& scalar) const {
  if (scalar.kind != Scalar::Kind::text || !is_pasted(scalar.text)) return false;
  return open_.size() < 2 || scalar.text.find_first_of("[(\\;\n") != std::string_view::npos;
}

/// A print-out that is cut short is no answer: that is told, and no entry called wrong.
void EntriesReader::pasted(Position at, std::string_view text) {
  const std::size_t depth = open_.size();
  const auto stopped = read_pasted(text, PastedAs::row, *this);
  if (!stopped) return;
  faults_.add(at, pointer(), fmt::format("{} ({} of the text)", stopped->message, spot(stopped->position)),
              stopped->hint);
  open_.resize(depth);
}

/// An entry beside lists belongs nowhere: it is a row of its own, and wrong.
void EntriesReader::add(Entry entry) {
  matrix_.entries.push_back(entry);
  if (open_.empty()) return end_row(1);
  ++open_.back().loose;
  if (open_.back().has_lists) end_loose_row(open_.back());
}

void EntriesReader::end_loose_row(List& list) {
  if (list.loose == 0) return;
  std::for_each(matrix_.entries.end() - static_cast<std::ptrdiff_t>(list.loose), matrix_.entries.end(),
                [](Entry& entry) { entry.kind = Entry::Kind::other; });
  end_row(std::exchange(list.loose, 0));
}

void EntriesReader::end_row(std::size_t size) {
  matrix_.row_sizes.push_back(size);
  if (open_.size() == 1) matrix_.lists.push_back(1); // a row where a matrix belongs, should there be any
}

GivenMatrix EntriesReader::take() {
  if (matrix_.levels != 3) matrix_.lists.clear();
  return std::move(matrix_);
}

} // namespace attn
