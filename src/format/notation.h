#pragma once
// How the numbers of one matrix are written for people: all alike, with as few digits as tell the truth.
//
//   1  0  1                 whole numbers have no point
//   0.5  0.25               -> 0.50  0.25: the fewest decimals that show every entry exactly
//   0.3333  <0.0001         no more than asked for; what is not zero never looks like zero
//   1.5e+20  3.0e-01        powers of ten where the plain digits of some entry say nothing

#include "matrix/matrix.h"
#include "problem/problem.h"

#include <cmath>
#include <string>

namespace attn {

struct Notation {
  Dtype dtype = Dtype::float64; ///< "exactly" means: reads back to the same value of this dtype
  bool scientific = false;      ///< 1.5e+20
  int decimals = 0;             ///< digits after the point
  int exponent_digits = 2;      ///< of the scientific form; three as soon as one entry needs them
};

/// The notation of all finite entries of `values`, with at most `most_decimals` digits after the point. Scientific if
/// an entry is 1e15 or larger, or if all are below 0.00005 and would look like zero.
Notation choose_notation(View values, Dtype dtype, int most_decimals);

/// One entry. A number that is not finite is a masked cell: "masked".
std::string text(double value, const Notation& notation);

inline bool is_masked(double value) {
  return !std::isfinite(value);
}

} // namespace attn
