#include "grade/tolerance.h"

#include "matrix/decimal.h"

#include <algorithm>
#include <cmath>

namespace attn {
namespace {

constexpr double exact = 1e-9;    // what an entry that claims to be exact may be off
constexpr double nothing = 1e-12; // what stands for an exact 0
constexpr double float32 = 8.0 / (1 << 24);
constexpr int digits_of_float32 = 7;

bool is_relative(const Tolerance& tolerance) {
  return tolerance.atol || tolerance.rtol;
}

double power(int exponent) {
  constexpr int most = 300; // more digits than a double can tell apart
  return exponent < 0 ? 1 / power_of_ten(std::min(-exponent, most)) : power_of_ten(exponent);
}

/// A tie counts both ways, and a value that float32 cannot tell from a tie is one.
double half(double unit, double truth) {
  return unit / 2 + std::min(std::fabs(truth) * 0x1p-24, unit * 1e-3);
}

} // namespace

std::optional<double> unit(const Claim& claim, const Entry& entry, double truth, const Tolerance& tolerance) {
  if (is_relative(tolerance) || !std::isfinite(truth)) return std::nullopt;
  if (tolerance.decimals) return power(-*tolerance.decimals);
  if (tolerance.sigfigs && truth == 0) return std::nullopt;
  if (tolerance.sigfigs)
    return power(static_cast<int>(std::floor(std::log10(std::fabs(truth)))) + 1 - *tolerance.sigfigs);
  const bool is_fraction = entry.whole && std::floor(entry.value) != entry.value;
  const int decimals = entry.whole && !is_fraction ? claim.decimals : entry.decimals;
  if (entry.whole && decimals == 0) return std::nullopt;
  return power(-decimals);
}

double slack(const Claim& claim, const Entry& entry, double truth, double largest, const Tolerance& tolerance) {
  if (is_relative(tolerance)) {
    const double allowed = tolerance.atol.value_or(0) + tolerance.rtol.value_or(0) * std::fabs(truth);
    return truth == 0 ? std::max(allowed, nothing) : allowed;
  }
  const auto last = unit(claim, entry, truth, tolerance);
  if (tolerance.decimals || tolerance.sigfigs) return last ? half(*last, truth) : nothing;
  const double printed = claim.significant >= digits_of_float32 ? float32 * largest : 0;
  return printed + (truth == 0 ? nothing : last ? half(*last, truth) : exact);
}

bool confirms(const Claim& claim, const Entry& entry, double truth, double largest, const Tolerance& tolerance) {
  if (entry.kind == Entry::Kind::null) return !std::isfinite(truth);
  if (entry.kind != Entry::Kind::number || !std::isfinite(truth)) return false;
  if (std::fabs(entry.value - truth) <= slack(claim, entry, truth, largest, tolerance)) return true;
  return tolerance.dtype != Dtype::float64 && entry.value == fewest_digits(tolerance.dtype, truth);
}

double largest_magnitude(View values) {
  double largest = 0;
  for (std::size_t i = 0; i < values.rows; ++i)
    for (std::size_t j = 0; j < values.cols; ++j)
      if (std::isfinite(values(i, j))) largest = std::max(largest, std::fabs(values(i, j)));
  return largest;
}

} // namespace attn
