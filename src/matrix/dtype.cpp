#include "matrix/dtype.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>

namespace attn {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

constexpr std::array<DtypeRow, 4> table{{
    {Dtype::float64, "float64", Dtype::float64, 8, 0x1p-53, 0x1p-1074, 0x1p-1022, infinity, "1.8e308"},
    {Dtype::float32, "float32", Dtype::float32, 4, 0x1p-24, 0x1p-149, 0x1p-126, 0x1.ffffffp127, "3.4e38"},
    {Dtype::float16, "float16", Dtype::float32, 2, 0x1p-11, 0x1p-24, 0x1p-14, 65520, "65504"},
    {Dtype::bfloat16, "bfloat16", Dtype::float32, 2, 0x1p-8, 0x1p-133, 0x1p-126, 0x1.ffp127, "3.39e38"},
}};

/// The power of two at or below a finite magnitude; of subnormal doubles 0.
double binade(double magnitude) {
  constexpr std::uint64_t exponent = 0x7ff0000000000000;
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(magnitude) & exponent);
}

/// A decimal number, and the unit of its last digit.
struct Decimal {
  double value, unit;
};

/// The nearest one with one digit before the point and so many after it, times a power of ten.
Decimal to_decimal(double value, int after_point) {
  std::array<char, 32> text;
  char* end =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::scientific, after_point).ptr;
  Decimal decimal{};
  std::from_chars(text.data(), end, decimal.value);
  int exponent = 0;
  const char* const sign = std::find(text.data(), end, 'e') + 1;
  std::from_chars(*sign == '+' ? sign + 1 : sign, end, exponent);
  text[0] = '1';
  text[1] = 'e';
  end = std::to_chars(text.data() + 2, text.data() + text.size(), exponent - after_point).ptr;
  std::from_chars(text.data(), end, decimal.unit);
  return decimal;
}

} // namespace

std::span<const DtypeRow> dtypes() {
  return table;
}

const DtypeRow& row_of(Dtype dtype) {
  return table[static_cast<std::size_t>(dtype)];
}

/// Adding 1.5·2^52 units in the last place, and taking them off, leaves a whole number of them.
double round_to(Dtype dtype, double value) noexcept {
  const DtypeRow& row = row_of(dtype);
  if (dtype == Dtype::float64 || !std::isfinite(value)) return value;
  const double magnitude = std::fabs(value);
  if (magnitude >= row.end) return std::copysign(infinity, value);
  const double shifter = std::max(binade(magnitude), row.least_normal) * (0x1.8p53 * row.half_unit);
  return std::copysign((magnitude + shifter) - shifter, value);
}

/// Above a power of two numbers are further apart than below, so that not the nearest decimal may round to it, but the
/// next one above.
double fewest_digits(Dtype dtype, double value) noexcept {
  constexpr int most_digits = 9; // of a float32
  double read = value;
  for (int after_point = 0; dtype != Dtype::float64 && after_point < most_digits; ++after_point) {
    const Decimal nearest = to_decimal(value, after_point);
    const double next = to_decimal(nearest.value + std::copysign(nearest.unit, value), after_point).value;
    for (const double decimal : {nearest.value, next})
      if (round_to(dtype, read = decimal) == value) return read;
  }
  return read;
}

void round_to(Dtype dtype, Matrix<double>& values) {
  std::transform(values.data(), values.data() + values.size(), values.data(),
                 [dtype](double value) { return round_to(dtype, value); });
}

} // namespace attn
