// The shortest decimal of a double m·2^e is sought as in R. Giulietti, The Schubfach way to render doubles (2021): p is
// chosen so that the decimals of p places are at least one and less than ten to an interval of rounding; then a
// multiple of ten is the answer if the interval holds one, else the nearest that it holds. Within 1e-6 and 1e5, m·5^p
// fits into 128 bits, so all of it is exact, and no table is needed but the powers of five.

#include "format/near_number.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace attn {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr int fraction_bits = 52, bias = 1023;
constexpr double least = 1e-6, beyond = 1e5;

constexpr std::array<std::uint64_t, 24> powers_of_five = [] {
  std::array<std::uint64_t, 24> table{};
  std::uint64_t power = 1;
  for (std::uint64_t& entry : table) {
    entry = power;
    power *= 5;
  }
  return table;
}();

constexpr std::array<std::uint64_t, 18> powers_of_ten = [] {
  std::array<std::uint64_t, 18> table{};
  std::uint64_t power = 1;
  for (std::uint64_t& entry : table) {
    entry = power;
    power *= 10;
  }
  return table;
}();

/// digits / 10^places.
struct Decimal {
  std::uint64_t digits;
  int places;
};

/// Of fraction·2^e, 2^52 < fraction < 2^53. What is chosen is as good as random: no branch depends on it.
Decimal shortest_decimal(std::uint64_t fraction, int e) {
  const int places = -((e * 78913) >> 18); // floor(e·log10(2)), which is 78913 / 2^18
  const std::uint64_t half_width = powers_of_five[static_cast<std::size_t>(places)]; // of the interval of rounding
  const int shift = 1 - e - places; // the number is scaled / 2^shift units of 10^-places
  const Wide scaled = Wide{2 * fraction} * half_width;
  const auto below = static_cast<std::uint64_t>(scaled >> shift);
  const std::uint64_t unit = std::uint64_t{1} << shift, rest = static_cast<std::uint64_t>(scaled) & (unit - 1);

  const std::uint64_t to_ten_below = below % 10 * unit + rest, to_ten_above = 10 * unit - to_ten_below;
  const std::uint64_t tens = below / 10 + (to_ten_above < to_ten_below);
  const bool is_ten = std::min(to_ten_below, to_ten_above) < half_width; // which is odd: equal is none
  const std::uint64_t nearest = below + (2 * rest + (below & 1) > unit);
  return {is_ten ? tens : nearest, places - is_ten};
}

int count_digits(std::uint64_t number) {
  const int most = (static_cast<int>(std::bit_width(number)) * 1233 >> 12) + 1; // log10(2) is 1233 / 2^12
  return most - (number < powers_of_ten[static_cast<std::size_t>(most - 1)]);
}

/// Eight digits, the first one in the lowest byte: pairs of four, then of two, then single ones.
std::uint64_t eight_digits(std::uint64_t number) {
  const std::uint64_t fours = number / 10000 | number % 10000 << 32;
  const std::uint64_t hundreds = fours * 10486 >> 20 & 0x0000007F0000007F;
  const std::uint64_t twos = hundreds | (fours - 100 * hundreds) << 16;
  const std::uint64_t tens = twos * 103 >> 10 & 0x000F000F000F000F;
  return (tens | (twos - 10 * tens) << 8) | 0x3030303030303030;
}

/// Digits that begin with one that is not 0, and where their point stands.
class Text {
public:
  explicit Text(Decimal decimal) {
    while (decimal.places > 0 && decimal.digits % 10 == 0) decimal = {decimal.digits / 10, decimal.places - 1};
    count_ = count_digits(decimal.digits);
    before_ = count_ - decimal.places;
    constexpr std::uint64_t eight = 100000000;
    const std::uint64_t all = decimal.digits * powers_of_ten[static_cast<std::size_t>(most - count_)];
    first_ = static_cast<char>('0' + all / eight / eight);
    middle_ = eight_digits(all / eight % eight);
    last_ = eight_digits(all % eight);
  }

  int count() const { return count_; }
  int before() const { return before_; } ///< the point; 0 and less: zeros stand behind it first

  /// Returns the end of the digits; 17 bytes are written.
  char* put(char* to) const {
    static_assert(std::endian::native == std::endian::little);
    *to = first_;
    std::memcpy(to + 1, &middle_, 8);
    std::memcpy(to + 9, &last_, 8);
    return to + count_;
  }

private:
  static constexpr int most = 17;
  int count_, before_;
  char first_;
  std::uint64_t middle_, last_;
};

/// d.ddd, with `before` digits before the point.
char* write_mixed(const Text& text, int before, char* to) {
  char* const end = text.put(to + 1);
  for (int i = 0; i < before; ++i) to[i] = to[i + 1];
  if (text.count() == before) return end - 1;
  to[before] = '.';
  return end;
}

/// 0.000ddd
char* write_fixed(const Text& text, char* to) {
  std::memcpy(to, "0.000", 5); // as many of them as are needed
  return text.put(to + 2 - text.before());
}

/// d.dde-0d
char* write_scientific(const Text& text, char* to) {
  char* const end = write_mixed(text, 1, to);
  std::memcpy(end, "e-0", 3);
  end[3] = static_cast<char>('1' - text.before());
  return end + 4;
}

} // namespace

char* write_near_number(double value, char* text) {
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(value);
  const double size = std::fabs(value);
  const std::uint64_t hidden = std::uint64_t{1} << fraction_bits, fraction = bits & (hidden - 1);
  if (!(size >= least && size < beyond) || fraction == 0) return nullptr;
  const int exponent = static_cast<int>(bits >> fraction_bits & 0x7FF) - bias - fraction_bits;
  const Text digits(shortest_decimal(hidden | fraction, exponent));
  *text = '-';
  text += value < 0;
  if (digits.before() > 0) return write_mixed(digits, digits.before(), text);
  const int zeros = digits.count() == 1 ? 2 : 3; // that make 0.000ddd no longer than d.dde-0d
  return digits.before() >= -zeros ? write_fixed(digits, text) : write_scientific(digits, text);
}

} // namespace attn
