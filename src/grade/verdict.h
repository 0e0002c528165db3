#pragma once
// What is said of a cell.

#include <string_view>

namespace attn {

/// What full precision, rounded to the digits written, does not confirm is one of these.
enum class Verdict {
  right,
  rounded_by_hand, ///< the truth with each step rounded before the next; right
  carried,         ///< wrong, but it follows from the student's own step before; earns its marks
  nudged,          ///< one weight changed so that the row sums to 1
  cut_off,         ///< cut off instead of rounded
  last_digit,      ///< off by one unit in the last place
  wrong,           ///< an own slip; also null where none belongs, and every cell of a matrix of the wrong shape
  unreadable,      ///< text
};

/// "carried", "rounded_by_hand", …
std::string_view word(Verdict verdict);

/// Whether the verdict blames the student's own doing in that cell.
bool blamed(Verdict verdict);

/// Whether the cell counts as right. `lenient` takes what is off by less than a unit of the last place or so.
bool counts_as_right(Verdict verdict, bool lenient);

/// Whether the cell earns its marks.
bool earns(Verdict verdict, bool lenient);

} // namespace attn
