// Numbers as text, as std::to_chars gives it: it knows no locale, and the text is the shortest that reads back.

#include "format/number.h"

#include "format/near_number.h"
#include "matrix/decimal.h"

#include <array>
#include <cassert>
#include <charconv>
#include <cmath>
#include <limits>

namespace attn {
namespace {

/// -0 becomes 0, every other number stays.
double unsigned_zero(double value) {
  return value + 0.0;
}

} // namespace

std::size_t shortest(double value, Dtype dtype, std::span<char, longest_number> text) {
  assert(std::isfinite(value));
  const double number = unsigned_zero(value);
  char* const first = text.data();
  char* const last = first + text.size();
  char* const near = dtype == Dtype::float64 ? write_near_number(number, first) : nullptr;
  if (near) return static_cast<std::size_t>(near - first);
  const auto result = dtype == Dtype::float32
                          ? std::to_chars(first, last, static_cast<float>(number))
                          : std::to_chars(first, last, is_half(dtype) ? fewest_digits(dtype, number) : number);
  assert(result.ec == std::errc{});
  return static_cast<std::size_t>(result.ptr - first);
}

std::string shortest(double value, Dtype dtype) {
  std::array<char, longest_number> text;
  return {text.data(), shortest(value, dtype, text)};
}

std::string fixed(double value, int decimals) {
  constexpr std::size_t sign_point_and_decimals = 32;
  std::array<char, std::numeric_limits<double>::max_exponent10 + 1 + sign_point_and_decimals> text;
  const double rounded = unsigned_zero(round_decimals(value, decimals));
  const auto result =
      std::to_chars(text.data(), text.data() + text.size(), rounded, std::chars_format::fixed, decimals);
  assert(result.ec == std::errc{});
  return {text.data(), result.ptr};
}

} // namespace attn
