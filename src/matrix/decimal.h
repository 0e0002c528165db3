#pragma once
// Rounding to decimals as people read numbers: half away from zero, and a value within 1e-9 (relative) of a tie is a
// tie. The binary value of 0.15 lies below 0.15; a person still rounds it to 0.2. printf would differ in one tie of
// five.

#include "matrix/matrix.h"

#include <algorithm>
#include <cmath>

namespace attn {

/// 10^decimals, exact for 0 <= decimals <= 22; no larger than 10^308.
inline double power_of_ten(int decimals) {
  constexpr int most = 308;
  double power = 1;
  for (int i = 0; i < decimals && i < most; ++i) power *= 10;
  return power;
}

/// The double nearest to `value` rounded to `decimals` (0 to 22) decimals. Values too large to have such decimals, and
/// those that are not finite, come back unchanged; never -0.
inline double round_decimals(double value, int decimals) {
  constexpr double whole = 4503599627370496.0; // 2^52: from here on a double has no decimals
  const double power = power_of_ten(decimals);
  const double shifted = std::fabs(value) * power;
  if (!(shifted < whole)) return value;
  const double slack = std::fmin(shifted * 1e-9, 1e-3); // the cap: a large whole number is no tie
  const double rounded = std::floor(shifted + 0.5 + slack) / power;
  return rounded == 0 ? 0.0 : std::copysign(rounded, value);
}

inline void round_all(Matrix<double>& values, int decimals) {
  std::transform(values.data(), values.data() + values.size(), values.data(),
                 [decimals](double value) { return round_decimals(value, decimals); });
}

} // namespace attn
