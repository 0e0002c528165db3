#pragma once
// Plain numbers of lists, scanned straight from the bytes that are at hand: the fast one of the two sources of events.
// It takes what it is sure of and leaves all else to nlohmann's parser, which goes on behind it as if it had read all
// by itself: texts, null, numbers beyond double, and whatever is not JSON.

#include "problem/json/events.h"
#include "problem/json/text.h"

#include <array>
#include <cstddef>

namespace attn {

class NumberScanner {
public:
  NumberScanner(JsonText& text, JsonEvents& events) : text_(text), events_(events) {}

  /// Where a list has opened, or behind a comma in one: takes numbers, each with its comma, as long as another number
  /// follows. That one is left: where a value was awaited, one still is. Returns how many it took.
  std::size_t take_numbers();

  /// Behind a list that ends in another: takes lists of at most `longest_row` numbers, each with the comma before it.
  /// Returns how many numbers it took.
  std::size_t take_rows();

  /// Where the number begins that was taken last.
  Position last() const { return last_; }

  static constexpr std::size_t longest_row = 255;

private:
  class Run;
  void pass(const Run& run, std::size_t count);

  JsonText& text_;
  JsonEvents& events_;
  Position last_;
  std::array<PlacedNumber, longest_row + 1> numbers_; ///< so few that they stay in the fastest cache
};

} // namespace attn
