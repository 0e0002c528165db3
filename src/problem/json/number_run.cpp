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
      : at_{text.at_hand().data(), text.position()}, begin_(at_.byte), end_(begin_ + text.at_hand().size()),
        numbers_(numbers) {}

  /// Numbers with a comma behind each, up to one that has none or is the last that can be held.
  void take_numbers() {
    while (take_number() && !is_full() && take_mark(',')) {
    }
  }

  bool take_row() {
    if (!take_mark(',')) return false;
    skip_space(at_);
    list_at_ = at_.position;
    before_ = at_;
    if (!take_mark('[')) return false;
    while (take_number() && !is_full())
      if (!take_mark(',')) return take_mark(']');
    return false;
  }

  std::size_t count() const { return count_; }
  bool is_full() const { return count_ == numbers_.size(); }
  bool is_cut_off() const {
    const std::string_view rest(at_.byte, static_cast<std::size_t>(end_ - at_.byte));
    return rest.find_first_not_of("0123456789.eE+-") == std::string_view::npos;
  }

  /// The first so many numbers, at least one, up to the mark behind them.
  JsonText::NumbersRead read(std::size_t count) const {
    const PlacedNumber& last = numbers_[count - 1];
    const Place before = count > 1 ? behind(numbers_[count - 2]) : before_, mark = behind(last);
    const char before_byte = before.byte ? *before.byte : '\0';
    return {offset(mark.byte) + 1, offset(last.scalar.text.data()), last.at, before_byte, before.position, *mark.byte,
            mark.position};
  }

  /// Where the list of take_row() opens.
  Position list_at() const { return list_at_; }

private:
  struct Place {
    const char* byte = nullptr;
    Position position;
  };

  /// False: no number stands here.
  bool take_number() {
    skip_space(at_);
    PlacedNumber& number = numbers_[count_];
    const char* const stop = scan_number(at_.byte, end_, number.scalar.value);
    if (stop == nullptr) return false;
    number.at = at_.position;
    number.scalar.kind = Scalar::Kind::number;
    number.scalar.text = {at_.byte, static_cast<std::size_t>(stop - at_.byte)};
    pass_line(at_, stop);
    ++count_;
    return true;
  }

  /// False: it does not stand here.
  bool take_mark(char byte) {
    skip_space(at_);
    if (at_.byte == end_ || *at_.byte != byte) return false;
    pass_line(at_, at_.byte + 1);
    return true;
  }

  /// The mark behind a number that has one.
  Place behind(const PlacedNumber& number) const {
    Place place{number.scalar.text.data(), number.at};
    pass_line(place, place.byte + number.scalar.text.size());
    skip_space(place);
    return place;
  }

  std::size_t offset(const char* at) const { return static_cast<std::size_t>(at - begin_); }

  static void pass_line(Place& place, const char* stop) {
    place.position.column += static_cast<std::size_t>(stop - place.byte);
    place.byte = stop;
  }

  void skip_space(Place& place) const {
    for (; place.byte != end_ &&
           (*place.byte == ' ' || *place.byte == '\n' || *place.byte == '\r' || *place.byte == '\t');
         ++place.byte)
      if (*place.byte == '\n')
        place.position = {place.position.line + 1, 1};
      else
        ++place.position.column;
  }

  Place at_;
  const char* begin_;
  const char* end_;
  std::span<PlacedNumber> numbers_;
  std::size_t count_ = 0;
  Position list_at_;
  Place before_; ///< the bracket before the first number of a row; none: the token that is the latest now
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
    run.take_numbers();
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
