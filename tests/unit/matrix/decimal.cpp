#include "matrix/decimal.h"

#include <catch2/catch.hpp>

#include <limits>

using namespace attn;

TEST_CASE("a tie is rounded away from zero as people read it, whatever its binary value") {
  CHECK(round_decimals(0.15, 1) == 0.2); // in binary a little below 0.15
  CHECK(round_decimals(-0.15, 1) == -0.2);
  CHECK(round_decimals(2.675, 2) == 2.68);
  CHECK(round_decimals(0.5, 0) == 1);
  CHECK(round_decimals(2.5, 0) == 3);
  CHECK(round_decimals(0.1499, 1) == 0.1);
  CHECK(round_decimals(0.7517449, 4) == 0.7517);
}

TEST_CASE("no -0, and nothing done to numbers without such decimals") {
  CHECK(!std::signbit(round_decimals(-0.00001, 4)));
  CHECK(round_decimals(1e300, 4) == 1e300);
  CHECK(round_decimals(123456789012345.0, 4) == 123456789012345.0);
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(round_decimals(-infinity, 4) == -infinity);
  CHECK(std::isnan(round_decimals(std::nan(""), 4)));
}

TEST_CASE("powers of ten are exact up to 10^22") {
  CHECK(power_of_ten(22) == 1e22);
}
