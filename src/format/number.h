#pragma once
// Numbers as text. No "-0" in any form.

#include "problem/problem.h"

#include <cstddef>
#include <span>
#include <string>

namespace attn {

/// Room that shortest() may need.
inline constexpr std::size_t longest_number = 32;

/// The shortest text that reads back to the same value of the dtype (std::to_chars), as JSON writes numbers.
/// `value` is finite and exact in the dtype. Returns how many characters of `text` were written.
std::size_t shortest(double value, Dtype dtype, std::span<char, longest_number> text);
std::string shortest(double value, Dtype dtype);

/// `decimals` digits after the point, rounded as people do (matrix/decimal.h).
std::string fixed(double value, int decimals);

} // namespace attn
