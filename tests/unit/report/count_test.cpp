#include "report/count.h"

#include "error.h"

#include <catch2/catch.hpp>

#include <limits>

using namespace attn;

TEST_CASE("counts are exact up to 2^64 - 1 and refused beyond, never wrapped around") {
  constexpr std::size_t half = std::size_t{1} << 32, most = std::numeric_limits<std::size_t>::max();
  CHECK(product({half, half - 1}) == most - half + 1);
  CHECK(product({}) == 1);
  CHECK(product({half, half, 0}) == 0);
  CHECK(sum({most - 1, 1}) == most);
  CHECK_THROWS_AS(product({half, half}), Refusal);
  CHECK_THROWS_AS(product({most, 2}), Refusal);
  CHECK_THROWS_AS(sum({most, 1}), Refusal);
}

TEST_CASE("counts and shares for people") {
  CHECK(grouped(0) == "0");
  CHECK(grouped(999) == "999");
  CHECK(grouped(1000) == "1,000");
  CHECK(grouped(17694720) == "17,694,720");
  CHECK(percentage(153600, 23746560) == "0.6 %");
  CHECK(percentage(1, 1) == "100 %");
  CHECK(percentage(0, 0) == "0 %");
}
