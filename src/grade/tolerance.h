#pragma once
// When an entry is right: by the digits that were written, entry by entry, unless a flag says otherwise.

#include "grade/answer.h"

#include <optional>

namespace attn {

/// What replaces the digits written (--decimals, --sigfigs, --atol with --rtol), and the dtype that the truth is of.
struct Tolerance {
  std::optional<int> decimals = {}; ///< within half a unit of this decimal of the truth
  std::optional<int> sigfigs = {};
  std::optional<double> atol = {}, rtol = {}; ///< |given - true| <= atol + rtol·|true|, both together
  Dtype dtype = Dtype::float64;             ///< a truth written as programs write one of it is right: 10000 for 9984
};

/// The step of the last digit that the entry claims, 0.01 for 0.40; none: it claims to be exact, or the tolerance knows
/// no digits. A whole number claims to be exact, unless its matrix has decimals elsewhere (JSON writers drop .000);
/// a fraction always does.
std::optional<double> unit(const Claim& claim, const Entry& entry, double truth, const Tolerance& tolerance);

/// How far `entry` of `claim` may lie from `truth` and still be it: half a unit, ties and a hair included. What claims
/// to be exact may be off by 1e-9, an exact 0 by 1e-12; a matrix printed with seven or more significant digits gets
/// 8·2^-24 of `largest`, its largest true magnitude, on top (frameworks print float32).
double slack(const Claim& claim, const Entry& entry, double truth, double largest, const Tolerance& tolerance);

/// Whether the entry is the true value: a number within the slack, or the shortest that rounds to it in its dtype, or
/// null where the truth is not finite (masked).
bool confirms(const Claim& claim, const Entry& entry, double truth, double largest, const Tolerance& tolerance);

/// The largest finite magnitude.
double largest_magnitude(View values);

} // namespace attn
