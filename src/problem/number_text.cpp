#include "problem/number_text.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace attn {
namespace {

/// Up to here every integer is a double, so the quotient of two is the double nearest to the fraction.
constexpr std::uint64_t largest_integer = std::uint64_t{1} << 53;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool all_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

std::optional<double> read_integer(std::string_view digits) {
  std::uint64_t value = 0;
  const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (fault != std::errc{} || value > largest_integer) return std::nullopt;
  return static_cast<double>(value);
}

bool is_number(std::string_view text) {
  double value = 0;
  const char* end = text.data() + text.size();
  return !text.empty() && (is_digit(text.front()) || text.front() == '.') &&
         std::from_chars(text.data(), end, value).ptr == end;
}

} // namespace

FractionText read_fraction(std::string_view text) {
  using Kind = FractionText::Kind;
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return {is_number(text) ? Kind::number : Kind::other};
  const std::string_view above = text.substr(0, slash), below = text.substr(slash + 1);
  if (!all_digits(above) || !all_digits(below)) return {};
  if (below.find_first_not_of('0') == std::string_view::npos) return {Kind::zero_denominator};
  const auto numerator = read_integer(above), denominator = read_integer(below);
  if (!numerator || !denominator) return {Kind::too_long};
  const double value = *numerator / *denominator;
  return {Kind::fraction, negative ? 0 - value : value};
}

Digits digits_of(std::string_view number) {
  const std::size_t e = std::min(number.find_first_of("eE"), number.size());
  const std::string_view mantissa = number.substr(0, e);
  const std::size_t point = mantissa.find('.');
  const std::size_t fraction = point == std::string_view::npos ? 0 : mantissa.size() - point - 1;
  std::string_view power = number.substr(std::min(e + 1, number.size()));
  if (power.starts_with('+')) power.remove_prefix(1);
  int exponent = 0;
  std::from_chars(power.data(), power.data() + power.size(), exponent);

  const auto digit_count = [](std::string_view text) {
    return static_cast<int>(std::count_if(text.begin(), text.end(), is_digit));
  };
  const std::size_t first = std::min(mantissa.find_first_of("123456789"), mantissa.size());
  const int significant = digit_count(mantissa.substr(first));
  return {static_cast<int>(std::clamp<long long>(static_cast<long long>(fraction) - exponent, 0, 1'000'000)),
          significant == 0 ? digit_count(mantissa) : significant,
          point == std::string_view::npos && e == number.size()};
}

} // namespace attn
