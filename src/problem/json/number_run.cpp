#include "problem/json/number_run.h"

#include "problem/json/scan_number.h"

#include <span>
#include <string_view>
#include <utility>

namespace attn {

/// Numbers and marks at the beginning of the bytes at hand. All bytes are ASCII, so each takes a column.
class NumberScanner::Run {
public:
  Run(const JsonText& text, std::span<PlacedNumber> numbers)
      : begin_(text.at_hand().data()), at_(begin_), end_(begin_ + text.at_hand().size()), line_(text.position().line),
        column_(text.position().column), column_from_(begin_), numbers_(numbers) {}

  /// False: no number stands here, or it is the last that can be held.
  bool take_number() {
    skip_space();
    PlacedNumber& number = numbers_[count_];
    const char* const stop = scan_number(at_, end_, number.scalar.value);
    if (stop == nullptr) return false;
    number.at = position();
    number.scalar.kind = Scalar::Kind::number;
    number.scalar.text = {at_, static_cast<std::size_t>(stop - at_)};
    at_ = stop;
    return ++count_ != numbers_.size();
  }

  /// False: it does not stand here.
  bool take_mark(char byte) {
    skip_space();
    if (at_ == end_ || *at_ != byte) return false;
    marks_[count_ % marks_.size()] = {byte, position(), offset(++at_)};
    return true;
  }

  bool take_row() {
    if (!take_mark(',') || !take_mark('[')) return false;
    list_at_ = marks_.front().at;
    while (take_number())
      if (!take_mark(',')) return take_mark(']');
    return false;
  }

  std::size_t count() const { return count_; }
  bool is_full() const { return count_ == numbers_.size(); }
  bool is_cut_off() const {
    const std::string_view rest(at_, static_cast<std::size_t>(end_ - at_));
    return rest.find_first_not_of("0123456789.eE+-") == std::string_view::npos;
  }

  /// The first so many numbers, at least one, up to the mark behind them.
  JsonText::NumbersRead read(std::size_t count) const {
    const PlacedNumber& last = numbers_[count - 1];
    const Mark& before = marks_[(count - 1) % marks_.size()];
    const Mark& behind = marks_[count % marks_.size()];
    return {behind.end, offset(last.scalar.text.data()), last.at, before.byte, before.at, behind.byte, behind.at};
  }

  /// Where the list of take_row() opens.
  Position list_at() const { return list_at_; }

private:
  struct Mark {
    char byte = 0;
    Position at;
    std::size_t end = 0; ///< bytes up to and with it
  };

  Position position() const { return {line_, column_ + static_cast<std::size_t>(at_ - column_from_)}; }
  std::size_t offset(const char* at) const { return static_cast<std::size_t>(at - begin_); }

  void skip_space() {
    for (; at_ != end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\r' || *at_ == '\t'); ++at_)
      if (*at_ == '\n') {
        ++line_;
        column_ = 1;
        column_from_ = at_ + 1;
      }
  }

  const char* begin_;
  const char* at_;
  const char* end_;
  std::size_t line_;
  std::size_t column_; ///< of the byte at column_from_
  const char* column_from_;
  std::span<PlacedNumber> numbers_;
  std::size_t count_ = 0;
  Position list_at_;
  std::array<Mark, 3> marks_; ///< the last ones: [k % 3] stands behind k numbers
};

void NumberScanner::pass(const Run& run, std::size_t count) {
  text_.pass(run.read(count));
  last_ = numbers_[count - 1].at;
  events_.numbers(std::span(numbers_).first(count));
}

std::size_t NumberScanner::take_numbers() {
  std::size_t taken = 0;
  while (true) {
    Run run(text_, numbers_);
    while (run.take_number() && run.take_mark(',')) {
    }
    const bool goes_on = run.is_full() || run.is_cut_off();
    if (run.count() > 1) {
      pass(run, run.count() - 1);
      taken += run.count() - 1;
    }
    if (!goes_on || (!run.is_full() && !text_.more())) return taken;
  }
}

std::size_t NumberScanner::take_rows() {
  std::size_t taken = 0;
  for (bool tried = false;;) {
    Run run(text_, numbers_);
    if (run.take_row()) {
      events_.begin_list(run.list_at());
      pass(run, run.count());
      events_.end_list(text_.last_position());
      taken += run.count();
      tried = false;
    } else if (!run.is_cut_off() || std::exchange(tried, true) || !text_.more()) {
      return taken;
    }
  }
}

} // namespace attn
