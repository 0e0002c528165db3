#include "kernel/angle.h"

#include <cmath>

namespace attn {
namespace {

constexpr DoubleDouble ln2{0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};
constexpr double log2_e = 0x1.71547652b82fep+0;
constexpr DoubleDouble half_pi{0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
constexpr double half_pi_rest = -0x1.f1976b7ed8fbcp-110;
constexpr double quarters_of_a_turn = 0x1.45f306dc9c883p-1; // 2/pi

/// e^x = 2^k·(1 + s), where s = e^r - 1 is summed for a sixteenth of r and doubled four times: 1 + s -> (1 + s)².
DoubleDouble exponential_of(DoubleDouble x) noexcept {
  constexpr int halvings = 4, terms = 17;
  const double k = std::nearbyint(x.high * log2_e);
  const DoubleDouble r = times_power_of_two(x - ln2 * DoubleDouble{k}, -halvings);
  DoubleDouble s = r / terms;
  for (int n = terms - 1; n >= 1; --n) s = (r + r * s) / n;
  for (int i = 0; i < halvings; ++i) s = s + s + s * s;
  return times_power_of_two(DoubleDouble{1} + s, static_cast<int>(k));
}

/// ln x of a number near 1, to about 50 bits: 2·artanh((x - 1)/(x + 1)).
double logarithm_near_1(double x) noexcept {
  constexpr int terms = 12;
  const double t = (x - 1) / (x + 1), square = t * t;
  double sum = 0;
  for (int n = terms; n >= 0; --n) sum = sum * square + 1.0 / (2 * n + 1);
  return 2 * t * sum;
}

/// One step of Newton's method makes twice as many bits right.
DoubleDouble logarithm(double x) noexcept {
  int k = 0;
  double mantissa = std::frexp(x, &k); // from 1/2 on
  if (mantissa < 0.7) {
    mantissa *= 2;
    --k;
  }
  const DoubleDouble near{logarithm_near_1(mantissa)};
  const DoubleDouble rest = DoubleDouble{mantissa} * exponential_of(-near) - DoubleDouble{1};
  return ln2 * DoubleDouble{static_cast<double>(k)} + (near + rest);
}

/// sin r = r - r³/3! + …, |r| <= pi/4; what r.low adds is r.low·cos r.
double sine_of(DoubleDouble r) noexcept {
  constexpr double c[] = {-0x1.5555555555555p-3,  0x1.1111111111111p-7,  -0x1.a01a01a01a01ap-13, 0x1.71de3a556c734p-19,
                          -0x1.ae64567f544e4p-26, 0x1.6124613a86d09p-33, -0x1.ae7f3e733b81fp-41, 0x1.952c77030ad4ap-49};
  const double square = r.high * r.high;
  double sum = 0;
  for (int n = 7; n >= 0; --n) sum = sum * square + c[n];
  return r.high + (r.high * square * sum + r.low * (1 - square / 2));
}

/// cos r = 1 - r²/2 + …; what 1 - r²/2 loses in rounding joins the small terms.
double cosine_of(DoubleDouble r) noexcept {
  constexpr double c[] = {0x1.5555555555555p-5,  -0x1.6c16c16c16c17p-10, 0x1.a01a01a01a01ap-16, -0x1.27e4fb7789f5cp-22,
                          0x1.1eed8eff8d898p-29, -0x1.93974a8c07c9dp-37, 0x1.ae7f3e733b81fp-45, -0x1.6827863b97d97p-53};
  const double square = r.high * r.high, half = square / 2, first = 1 - half;
  double sum = 0;
  for (int n = 7; n >= 0; --n) sum = sum * square + c[n];
  return first + (((1 - first) - half) + (square * square * sum - r.high * r.low));
}

} // namespace

DoubleDouble power(double base, double numerator, double denominator) noexcept {
  return exponential_of(logarithm(base) * DoubleDouble{numerator} / denominator);
}

/// The angle less a whole number of right angles; each of these turns cosine and sine into each other.
Turn turn(std::size_t position, DoubleDouble frequency) noexcept {
  const DoubleDouble angle = frequency * DoubleDouble{static_cast<double>(position)};
  const double quarters = std::nearbyint(angle.high * quarters_of_a_turn);
  DoubleDouble r = angle - half_pi * DoubleDouble{quarters};
  r = joined(r.high, r.low - half_pi_rest * quarters);
  const double cos = cosine_of(r), sin = sine_of(r);
  switch (static_cast<unsigned long long>(quarters) % 4) {
  case 0:
    return {cos, sin};
  case 1:
    return {-sin, cos};
  case 2:
    return {-cos, -sin};
  default:
    return {sin, -cos};
  }
}

} // namespace attn
