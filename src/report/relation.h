#pragma once
// Which sign stands between two sides of a formula. What counts is what is shown: = stands only where both sides, with
// the digits that they are shown with, are exactly the same number, and ≈ everywhere else.

#include "report/maths.h"

#include <string>
#include <vector>

namespace attn {

/// A number as sentences show it (report/numeral.h), which remembers whether its digits are all there is to it.
Maths number(double value, int most_decimals);

/// = or ≈ between two sides. Sums, products and fractions of numbers are worked as shown; a name ("q1·k1", a jq path)
/// stands for the value itself and equals what is shown exactly.
Maths sign_between(const Maths& left, const Maths& right);

/// "left = middle ≈ right".
Maths chain(const std::vector<Maths>& sides);

} // namespace attn
