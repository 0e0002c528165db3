// When one entry is right.

#include "grade/tolerance.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>

namespace attn {
namespace {

Entry number(double value, int decimals, int significant = 4) {
  return {Entry::Kind::number, value, decimals, significant, decimals == 0};
}

/// In a matrix whose most precise entry is `entry` itself, unless `decimals` says otherwise.
bool is(const Entry& entry, double truth, const Tolerance& tolerance = {}, int decimals = 0) {
  Claim claim;
  claim.decimals = std::max(entry.decimals, decimals);
  claim.significant = entry.significant;
  return confirms(claim, entry, truth, std::fabs(truth), tolerance);
}

} // namespace

TEST_CASE("an entry is right if it is the truth rounded to the digits written") {
  CHECK(is(number(0.40, 2), 0.4011));
  CHECK(is(number(0.4, 1), 0.4011));
  CHECK_FALSE(is(number(0.410, 3), 0.4011));
  CHECK(is(number(-0.33, 2), -1.0 / 3));
}

TEST_CASE("a tie counts both ways, in binary too") {
  CHECK(is(number(0.13, 2), 0.125));
  CHECK(is(number(0.12, 2), 0.125));
  CHECK(is(number(1.01, 2), 1.005)); // the double lies below
  CHECK(is(number(1.00, 2), 1.005));
  CHECK_FALSE(is(number(1.01, 2), 1.00499));
}

TEST_CASE("a whole number claims to be exact, unless its matrix has decimals") {
  CHECK_FALSE(is(number(0, 0), 0.4011));
  CHECK(is(number(2, 0), 2 + 1e-10));
  CHECK_FALSE(is(number(2, 0), 2 + 1e-8));
  CHECK(is(number(1, 0), 0.9975, {}, 2));
  CHECK_FALSE(is(number(1, 0), 0.99, {}, 2));
}

TEST_CASE("a number of a narrow dtype is right as programs write it: with the fewest digits that round to it") {
  const Tolerance half{.dtype = Dtype::float16}, brain{.dtype = Dtype::bfloat16}, single{.dtype = Dtype::float32};
  CHECK(is(number(14140, 0), 14144, half));
  CHECK(is(number(14144, 0), 14144, half));
  CHECK_FALSE(is(number(14141, 0), 14144, half)); // rounds to it, and nobody writes it so
  CHECK(is(number(10000, 0), 9984, brain));
  CHECK(is(number(1e12, 0), 999999995904, single));
  CHECK_FALSE(is(number(1e12, 0), 999999995904));
}

TEST_CASE("a fraction claims to be exact, whatever its matrix has") {
  const Entry third{Entry::Kind::number, 1.0 / 3, 0, 0, true};
  CHECK(is(third, 1.0 / 3, {}, 2));
  CHECK_FALSE(is(third, 0.3334, {}, 2));
}

TEST_CASE("seven significant digits are float32's") {
  CHECK(is(number(0.66976161, 8, 8), 0.66976155)); // 8·2^-24 of it is 3.2e-7
  CHECK_FALSE(is(number(0.66976200, 8, 8), 0.66976155));
  CHECK_FALSE(is(number(0.669762, 6, 6), 0.6697613));
}

TEST_CASE("an exact 0 takes what is nothing") {
  CHECK(is(number(1e-13, 13, 1), 0));
  CHECK(is(number(-0.0, 1), 0));
  CHECK_FALSE(is(number(3e-11, 11, 1), 0));
}

TEST_CASE("null is right where the truth is masked, and nowhere else") {
  constexpr double masked = -std::numeric_limits<double>::infinity();
  CHECK(is({.kind = Entry::Kind::null}, masked));
  CHECK_FALSE(is({.kind = Entry::Kind::null}, 0));
  CHECK_FALSE(is(number(-1e9, 0), masked));
  CHECK_FALSE(is({.kind = Entry::Kind::text}, masked));
  CHECK_FALSE(is({.kind = Entry::Kind::text}, 0));
}

TEST_CASE("flags replace the digits written") {
  CHECK(is(number(2, 0), 2.00004, {.decimals = 4}));
  CHECK_FALSE(is(number(0.33, 2), 0.3302, {.decimals = 4}));
  CHECK(is(number(0.334, 3), 0.3302, {.decimals = 2}));
  CHECK(is(number(166, 0), 166.0477, {.sigfigs = 3}));
  CHECK(is(number(0.0123, 4), 0.01234, {.sigfigs = 3}));
  CHECK_FALSE(is(number(0.0124, 4), 0.01234, {.sigfigs = 3}));
  CHECK(is(number(163.5, 1), 166.0477, {.atol = 1, .rtol = 0.01}));
  CHECK_FALSE(is(number(163.5, 1), 166.0477, {.rtol = 0.01}));
  CHECK_FALSE(is(number(0, 0), 166.0477, {.rtol = 0.01})); // relative to the truth, not to what is given
}

TEST_CASE("the last place is none where an entry claims to be exact") {
  Claim claim;
  CHECK(unit(claim, number(0.40, 2), 0.4, {}).value() == Approx(0.01));
  CHECK_FALSE(unit(claim, number(2, 0), 2, {}));
  CHECK_FALSE(unit(claim, number(0.40, 2), 0.4, {.atol = 1}));
  CHECK(unit(claim, number(0.40, 2), 0.4, {.decimals = 4}).value() == Approx(0.0001));
}

TEST_CASE("of 0 there are no significant digits: it is 0 or wrong") {
  const Tolerance three{.sigfigs = 3};
  CHECK_FALSE(unit({}, number(0.00, 2), 0, three));
  CHECK(is(number(0.00, 2), 0, three));
  CHECK(is(number(0.00, 2), 1e-13, {.atol = 1e-12}));
  CHECK_FALSE(is(number(0.01, 2), 0, three));
}

TEST_CASE("what is not finite has no last digit, and no number says it") {
  constexpr double masked = -std::numeric_limits<double>::infinity();
  CHECK_FALSE(unit({}, number(0.25, 2), masked, {}));
  CHECK_FALSE(is(number(0.25, 2), masked));
}

TEST_CASE("an exact 0 is met within 1e-12 however small the tolerance") {
  const Tolerance relative{.rtol = 0.125}, absolute{.atol = 0.1};
  CHECK(is(number(1e-13, 13), 0, relative));
  CHECK_FALSE(is(number(1e-11, 11), 0, relative));
  CHECK(is(number(0.1, 1), 0, absolute));
  CHECK(is(number(1.125, 3), 1, relative));
}

} // namespace attn
