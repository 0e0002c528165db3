#pragma once
// Powers, and cosines and sines of large angles, without libm (kernel.h says why): what rotary positions and the slopes
// of ALiBi are made of.

#include "kernel/double_double.h"

#include <cstddef>

namespace attn {

/// base^(numerator / denominator) to about 100 bits. base >= 1, numerator <= 0, denominator >= 1, and the power is a
/// normal double.
DoubleDouble power(double base, double numerator, double denominator) noexcept;

struct Turn {
  double cos, sin;
};

/// Positions are below this: there the angle still has more digits than its cosine.
inline constexpr std::size_t position_end = std::size_t{1} << 32;

/// Cosine and sine of position · frequency, 0 <= frequency <= 1, each at most 1 ulp off.
Turn turn(std::size_t position, DoubleDouble frequency) noexcept;

} // namespace attn
