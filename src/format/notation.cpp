#include "format/notation.h"

#include "format/number.h"
#include "matrix/decimal.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cmath>

namespace attn {
namespace {

/// From here on plain digits are longer than what a double knows.
constexpr double huge = 1e15;
/// A matrix below this says nothing in the usual four decimals.
constexpr double minute = 0.5e-4;

bool same(double a, double b, Dtype dtype) {
  return round_to(dtype, a) == round_to(dtype, b);
}

bool looks_like_zero(double value, int decimals) {
  return value != 0 && round_decimals(value, decimals) == 0;
}

template <class Visit>
void for_each_number(View values, Visit visit) {
  for (std::size_t i = 0; i < values.rows; ++i)
    for (std::size_t j = 0; j < values.cols; ++j)
      if (!is_masked(values(i, j))) visit(values(i, j));
}

bool needs_powers_of_ten(View values, int most_decimals) {
  double largest = 0;
  for_each_number(values, [&](double value) { largest = std::max(largest, std::fabs(value)); });
  return largest >= huge || (largest < minute && looks_like_zero(largest, most_decimals));
}

std::string scientific(double value, int decimals, int exponent_digits) {
  std::array<char, 64> digits;
  const auto result =
      std::to_chars(digits.data(), digits.data() + digits.size(), value + 0.0, std::chars_format::scientific, decimals);
  assert(result.ec == std::errc{});
  std::string text(digits.data(), result.ptr);
  const std::size_t exponent = text.find('e') + 2; // past the sign
  const auto wanted = exponent + static_cast<std::size_t>(exponent_digits);
  if (text.size() < wanted) text.insert(exponent, wanted - text.size(), '0');
  return text;
}

int exponent_digits(double value) {
  const std::string plain = scientific(value, 0, 2);
  return static_cast<int>(plain.size() - plain.find('e')) - 2;
}

bool shows_exactly(double value, const Notation& notation) {
  if (!notation.scientific) return same(round_decimals(value, notation.decimals), value, notation.dtype);
  const std::string digits = scientific(value, notation.decimals, notation.exponent_digits);
  double read = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), read);
  return same(read, value, notation.dtype);
}

} // namespace

Notation choose_notation(View values, Dtype dtype, int most_decimals) {
  Notation notation{.dtype = dtype, .scientific = needs_powers_of_ten(values, most_decimals)};
  for_each_number(values, [&](double value) {
    if (notation.scientific) notation.exponent_digits = std::max(notation.exponent_digits, exponent_digits(value));
    while (notation.decimals < most_decimals && !shows_exactly(value, notation)) ++notation.decimals;
  });
  return notation;
}

std::string text(double value, const Notation& notation) {
  if (is_masked(value)) return "masked";
  if (notation.scientific) return scientific(value, notation.decimals, notation.exponent_digits);
  if (!looks_like_zero(value, notation.decimals)) return fixed(value, notation.decimals);
  return (value < 0 ? ">-" : "<") + fixed(1 / power_of_ten(notation.decimals), notation.decimals);
}

} // namespace attn
