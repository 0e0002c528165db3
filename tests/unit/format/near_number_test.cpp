#include "format/near_number.h"

#include <array>
#include <catch2/catch.hpp>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <rapidcheck.h>
#include <string>

namespace attn {
namespace {

/// Empty where the way does not reach.
std::string near_text(double value) {
  std::array<char, 24> text;
  const char* const end = write_near_number(value, text.data());
  return end ? std::string(static_cast<const char*>(text.data()), end) : "";
}

std::string library_text(double value) {
  std::array<char, 32> text;
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

std::int64_t any(std::int64_t first, std::int64_t end) {
  return *rc::gen::resize(1000, rc::gen::inRange(first, end));
}

constexpr std::int64_t fractions = std::int64_t{1} << 53;

/// Few digits, all digits, halves of the last place, neighbours of short numbers, of each size that is reached.
double drawn() {
  const double sign = any(0, 2) ? 1 : -1, power = std::pow(10, static_cast<double>(any(0, 11)));
  switch (any(0, 4)) {
  case 0:
    return sign * static_cast<double>(any(1, 100000)) / power;
  case 1:
    return sign * std::ldexp(static_cast<double>(any(fractions / 2, fractions)), static_cast<int>(any(-73, -35)));
  case 2:
    return sign * std::ldexp(static_cast<double>(2 * any(0, 512) + 1), static_cast<int>(any(-28, 8)));
  default:
    return sign * std::nextafter(static_cast<double>(any(1, 1000)) / power, any(0, 2) ? 0 : 1e6);
  }
}

} // namespace

TEST_CASE("A number of everyday size has the text of std::to_chars") {
  int reached = 0;
  CHECK(rc::check([&reached] {
    for (int i = 0; i < 100; ++i) {
      const double value = drawn();
      const std::string text = near_text(value);
      reached += !text.empty();
      RC_ASSERT(text.empty() || text == library_text(value));
    }
  }));
  CHECK(reached > 5000); // of 10 000
}

TEST_CASE("Forms of a number of everyday size") {
  for (const char* text :
       {"0.1", "-0.1", "0.3", "0.30000000000000004", "3", "10", "12345", "99999", "99999.99999999999", "0.001", "3e-04",
        "0.00012", "1.2e-05", "3e-05", "-1.2345678901234568e-05", "12.5", "0.75"})
    CHECK(near_text(std::stod(text)) == text);
}

TEST_CASE("Numbers out of reach are left to the library") {
  for (const double value : {0.0, -0.0, 1.0, 0.5, 9.9e-7, 100000.0, 1e300, 5e-324, HUGE_VAL, -HUGE_VAL, std::nan("")})
    CHECK(near_text(value).empty());
  for (const double value : {std::nextafter(1e-6, 1), 1e-6, std::nextafter(1e5, 0)})
    CHECK(near_text(value) == library_text(value));
}

} // namespace attn
