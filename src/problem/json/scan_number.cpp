#include "problem/json/scan_number.h"

#include "kernel/digits.h"

#include <array>
#include <bit>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace attn {
namespace {

__extension__ using Wide = unsigned __int128;

/// So many digits always fit into 64 bits.
constexpr std::ptrdiff_t most_digits = 19;

/// A power of five as a divisor: shifted until its highest bit is set, and its reciprocal.
struct Divisor {
  std::uint64_t value = 0;
  std::uint64_t reciprocal = 0; ///< floor((2^128 - 1) / value) - 2^64
  int shift = 0;
};

constexpr std::array<Divisor, most_digits + 1> divisors = [] {
  std::array<Divisor, most_digits + 1> table;
  std::uint64_t power = 1;
  for (Divisor& divisor : table) {
    divisor.shift = std::countl_zero(power);
    divisor.value = power << divisor.shift;
    divisor.reciprocal = static_cast<std::uint64_t>(~Wide{0} / divisor.value);
    power *= 5;
  }
  return table;
}();

struct Quotient {
  std::uint64_t value, remainder;
};

/// (high·2^64 + low) / divisor, where high is below the divisor: two products instead of a division, after N. Möller
/// and T. Granlund, Improved division by invariant integers, IEEE Transactions on Computers 60 (2011), algorithm 4.
Quotient divide(std::uint64_t high, std::uint64_t low, const Divisor& divisor) {
  const Wide guess = Wide{divisor.reciprocal} * high + (Wide{high} << 64) + low;
  std::uint64_t quotient = static_cast<std::uint64_t>(guess >> 64) + 1;
  std::uint64_t remainder = low - quotient * divisor.value;
  const std::uint64_t too_large = -std::uint64_t{remainder > static_cast<std::uint64_t>(guess)}; // all bits or none
  quotient += too_large;
  remainder += too_large & divisor.value;
  if (remainder >= divisor.value) {
    ++quotient;
    remainder -= divisor.value;
  }
  return {quotient, remainder};
}

bool is_digit(char byte) {
  return byte >= '0' && byte <= '9';
}

/// Bytes that are no digits are not 0, up to and with the first of them; the first byte is the lowest.
std::uint64_t strangers(std::uint64_t word) {
  constexpr std::uint64_t high = 0xF0F0F0F0F0F0F0F0, zeros = 0x3030303030303030, six = 0x0606060606060606;
  return ((word & high) ^ zeros) | (((word + six) & high) ^ zeros);
}

/// Of eight digits, in bytes from the lowest up: pairs of them at once, then fours, then all. A byte of 0 is a digit 0.
std::uint64_t value_of_digits(std::uint64_t word) {
  word = (word & 0x0F0F0F0F0F0F0F0F) * (1 + (10 << 8)) >> 8;
  word = (word & 0x00FF00FF00FF00FF) * (1 + (100 << 16)) >> 16;
  return (word & 0x0000FFFF0000FFFF) * (1 + (std::uint64_t{10000} << 32)) >> 32;
}

constexpr std::uint64_t powers_of_ten[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000};

/// Eight bytes as they stand in memory.
std::uint64_t word_at(const char* at) {
  std::uint64_t word = 0;
  std::memcpy(&word, at, sizeof word);
  return word;
}

/// Appends the digits at the beginning of a word to `integer`, without a branch that depends on how many they are.
/// `others` are its strangers, not 0. Returns how many.
int append_digits(std::uint64_t word, std::uint64_t others, std::uint64_t& integer) {
  const int count = std::countr_zero(others) / 8;
  integer = powers_of_ten[count] * integer + value_of_digits(word << (56 - 8 * count) << 8);
  return count;
}

/// Passes over digits and appends them to `integer`, which may overflow.
const char* take_digits(const char* at, const char* end, std::uint64_t& integer) {
  constexpr std::uint64_t eight_digits = 100000000;
  if (end - at >= 16)
    if (const auto sixteen = sixteen_digits(at)) {
      integer = eight_digits * eight_digits * integer + *sixteen;
      at += 16;
    }
  for (; std::endian::native == std::endian::little && end - at >= 8; at += 8) {
    const std::uint64_t word = word_at(at);
    if (const std::uint64_t others = strangers(word)) return at + append_digits(word, others, integer);
    integer = eight_digits * integer + value_of_digits(word);
  }
  for (; at != end && is_digit(*at); ++at) integer = 10 * integer + static_cast<unsigned char>(*at - '0');
  return at;
}

constexpr int fraction_bits = 52, bias = 1023, dropped = 11; // 64 bits become 53
constexpr std::uint64_t rest_mask = (1u << dropped) - 1, half = 1u << (dropped - 1);

/// A double of 53 bits, the highest one set, that stand `exponent` bits above the point. One that was rounded up to
/// 2^53 carries into the exponent, as it should.
double of_bits(bool negative, std::uint64_t kept, int exponent) {
  const auto biased = static_cast<std::uint64_t>(exponent + bias + fraction_bits - 1);
  return std::bit_cast<double>((std::uint64_t{negative} << 63) | ((biased << fraction_bits) + kept));
}

/// The same by a quotient that is worked exactly, to 64 bits and a remainder, and rounded once.
[[gnu::noinline]] double exact_quotient(bool negative, std::uint64_t dividend, int exponent, const Divisor& divisor) {
  const int halved = dividend >= divisor.value; // so that the quotient has 64 bits, the highest one set
  const auto [quotient, remainder] = divide(dividend >> halved, halved ? dividend << 63 : 0, divisor);
  const std::uint64_t kept = quotient >> dropped, rest = quotient & rest_mask;
  const std::uint64_t odd = kept & 1, up = (rest + (odd | (remainder != 0)) > half); // a tie goes to the even one
  return of_bits(negative, kept + up, exponent + halved);
}

/// The double nearest to integer / 10^decimals, of two the even one: what std::from_chars gives. It is far from the
/// limits of a double. One product with the reciprocal of 5^decimals gives 64 bits of the quotient, at most 2 too low;
/// they settle the rounding unless they end next to a half (as in D. Lemire, Number parsing at a gigabyte per second,
/// Software: Practice and Experience 51 (2021), section 5).
double nearest_quotient(bool negative, std::uint64_t integer, std::ptrdiff_t decimals) {
  if (integer == 0) return decimals == 0 || !negative ? 0.0 : -0.0; // a whole number has no -0
  const Divisor& divisor = divisors[static_cast<std::size_t>(decimals)];
  const int shift = std::countl_zero(integer);
  const std::uint64_t dividend = integer << shift;
  const int exponent = divisor.shift - shift - 64 - static_cast<int>(decimals) + dropped;

  const std::uint64_t sum = dividend + static_cast<std::uint64_t>(Wide{dividend} * divisor.reciprocal >> 64);
  const int carry = sum < dividend;
  const std::uint64_t quotient = (sum >> carry) | (std::uint64_t(carry) << 63);
  const std::uint64_t rest = quotient & rest_mask;
  if (rest - (half - 1) <= 1) return exact_quotient(negative, dividend, exponent, divisor);
  return of_bits(negative, (quotient >> dropped) + (rest > half), exponent + carry);
}

} // namespace

const char* scan_number(const char* const begin, const char* const end, double& value) {
  const char* const digits = begin + (begin != end && *begin == '-');
  std::uint64_t integer = 0;
  const char* at = digits;
  for (; at != end && is_digit(*at); ++at) integer = 10 * integer + static_cast<unsigned char>(*at - '0');
  if (at == end || at == digits || (*digits == '0' && at - digits > 1)) return nullptr;
  if ((*at == ',' || *at == ']') && at - digits < most_digits) { // fits into 63 bits; a whole number has no -0
    const auto whole = static_cast<std::int64_t>(integer);
    value = static_cast<double>(begin == digits ? whole : -whole);
    return at;
  }
  std::ptrdiff_t count = *digits == '0' ? 0 : at - digits, decimals = 0;
  if (*at == '.') {
    const char* const fraction = ++at;
    at = take_digits(fraction, end, integer);
    decimals = at - fraction;
    if (at == end || decimals == 0) return nullptr;
    count += decimals;
  }
  if (count <= most_digits && *at != 'e' && *at != 'E') {
    value = nearest_quotient(begin != digits, integer, decimals);
    return at;
  }
  const auto [stop, fault] = std::from_chars(begin, end, value);
  const bool is_whole = fault == std::errc{} && stop != end && *stop != 'e' && *stop != 'E';
  return is_whole ? stop : nullptr;
}

} // namespace attn
