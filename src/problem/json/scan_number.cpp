#include "problem/json/scan_number.h"

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <iterator>

namespace attn {
namespace {

/// Powers of ten that are doubles.
constexpr double powers_of_ten[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};

/// Integers of so many digits are doubles.
constexpr std::ptrdiff_t exact_digits = 15;
static_assert(std::size(powers_of_ten) == exact_digits + 1);

bool is_digit(char byte) {
  return byte >= '0' && byte <= '9';
}

/// Passes over digits and appends them to `integer`, which may overflow.
const char* take_digits(const char* at, const char* end, std::uint64_t& integer) {
  for (; at != end && is_digit(*at); ++at) integer = 10 * integer + static_cast<unsigned char>(*at - '0');
  return at;
}

/// Whether digits enough for std::from_chars seem to stand here: a guess that only costs or saves time.
bool looks_long(const char* fraction, const char* end) {
  return end - fraction > exact_digits && is_digit(fraction[6]) && is_digit(fraction[11]) &&
         is_digit(fraction[exact_digits - 1]);
}

/// Integer and power of ten are doubles, so the quotient is the double nearest to the number: what std::from_chars
/// gives. A whole number has no -0.
double quotient(bool negative, std::uint64_t integer, std::ptrdiff_t decimals) {
  const double value = static_cast<double>(static_cast<std::int64_t>(integer)) / powers_of_ten[decimals];
  return negative && (integer != 0 || decimals != 0) ? -value : value;
}

} // namespace

const char* scan_number(const char* const begin, const char* const end, double& value) {
  const char* const digits = begin != end && *begin == '-' ? begin + 1 : begin;
  std::uint64_t integer = 0;
  const char* at = take_digits(digits, end, integer);
  if (at == end || at == digits || (*digits == '0' && at - digits > 1)) return nullptr;
  std::ptrdiff_t decimals = 0;
  if (*at == '.') {
    const char* const fraction = ++at;
    if (at == end || !is_digit(*at)) return nullptr;
    if (!looks_long(fraction, end)) at = take_digits(fraction, end, integer);
    decimals = at - fraction;
  }
  if (at == end) return nullptr;
  if (at - digits <= exact_digits && *at != 'e' && *at != 'E' && !is_digit(*at)) {
    value = quotient(begin != digits, integer, decimals);
    return at;
  }
  const auto [stop, fault] = std::from_chars(begin, end, value);
  const bool is_whole = fault == std::errc{} && stop != end && *stop != 'e' && *stop != 'E';
  return is_whole ? stop : nullptr;
}

} // namespace attn
