#pragma once
// Numbers of twice the digits of a double, as the sum of two (Dekker 1971): what angles and powers are worked in, so
// that they come out the same everywhere and correct to the last place but one. No fused operation: a CPU without one
// would take other code.

#include <cmath>

namespace attn {

/// high + low, where high is the double nearest to the sum. About 104 bits.
struct DoubleDouble {
  double high = 0, low = 0;
};

/// a + b exactly; |a| >= |b|.
inline DoubleDouble joined(double a, double b) noexcept {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

/// a + b exactly.
inline DoubleDouble exact_sum(double a, double b) noexcept {
  const double sum = a + b, of_b = sum - a;
  return {sum, (a - (sum - of_b)) + (b - of_b)};
}

/// a · b exactly, below 2^996.
inline DoubleDouble exact_product(double a, double b) noexcept {
  constexpr double halves = 0x1p27 + 1;
  const double product = a * b;
  const double a_shifted = halves * a, b_shifted = halves * b;
  const double a_high = a_shifted - (a_shifted - a), b_high = b_shifted - (b_shifted - b);
  const double a_low = a - a_high, b_low = b - b_high;
  return {product, ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low};
}

inline DoubleDouble operator-(DoubleDouble a) noexcept {
  return {-a.high, -a.low};
}
inline DoubleDouble operator+(DoubleDouble a, DoubleDouble b) noexcept {
  const DoubleDouble high = exact_sum(a.high, b.high), low = exact_sum(a.low, b.low);
  const DoubleDouble first = joined(high.high, high.low + low.high);
  return joined(first.high, first.low + low.low);
}
inline DoubleDouble operator-(DoubleDouble a, DoubleDouble b) noexcept {
  return a + -b;
}
inline DoubleDouble operator*(DoubleDouble a, DoubleDouble b) noexcept {
  const DoubleDouble product = exact_product(a.high, b.high);
  return joined(product.high, product.low + (a.high * b.low + a.low * b.high));
}
inline DoubleDouble operator/(DoubleDouble a, double b) noexcept {
  const double first = a.high / b;
  const DoubleDouble rest = a - exact_product(first, b);
  return joined(first, (rest.high + rest.low) / b);
}

/// a · 2^exponent, exact unless it is subnormal.
inline DoubleDouble times_power_of_two(DoubleDouble a, int exponent) noexcept {
  return {std::ldexp(a.high, exponent), std::ldexp(a.low, exponent)};
}

} // namespace attn
