#pragma once
// When an entry is right: by the digits that were written, entry by entry, unless a flag says otherwise.

#include "grade/answer.h"

#include <optional>

namespace attn {

/// What replaces the digits written (--decimals, --sigfigs, --atol with --rtol).
struct Tolerance {
  std::optional<int> decimals; ///< within half a unit of this decimal of the truth
  std::optional<int> sigfigs;
  std::optional<double> atol, rtol; ///< |given - true| <= atol + rtol·|true|, both together
};

/// How far `entry` of `claim` may lie from `truth` and still be it. A whole number claims to be exact (1e-9), unless
/// its matrix has decimals elsewhere (JSON writers drop .000); a matrix printed with seven or more significant digits
/// gets 8·2^-24 of `largest`, its largest true magnitude, on top (frameworks print float32); exact 0 takes 1e-12.
double slack(const Claim& claim, const Entry& entry, double truth, double largest, const Tolerance& tolerance);

/// Whether the entry is the true value: a number within the slack, or null where the truth is not finite (masked).
bool confirms(const Claim& claim, const Entry& entry, double truth, double largest, const Tolerance& tolerance);

} // namespace attn
