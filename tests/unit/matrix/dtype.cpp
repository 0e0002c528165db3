#include "matrix/dtype.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>

using namespace attn;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

} // namespace

TEST_CASE("float16: eleven digits in base two, ties to even, subnormal numbers, infinity from 65520 on") {
  CHECK(round_to(Dtype::float16, 0.1) == 0.0999755859375);
  CHECK(round_to(Dtype::float16, 2049) == 2048);
  CHECK(round_to(Dtype::float16, 2051) == 2052);
  CHECK(round_to(Dtype::float16, 65519.9) == 65504);
  CHECK(round_to(Dtype::float16, -65520) == -infinity);
  CHECK(round_to(Dtype::float16, 0x1p-24) == 0x1p-24);
  CHECK(round_to(Dtype::float16, 0x1p-25) == 0);
  CHECK(round_to(Dtype::float16, 0x1.8p-25) == 0x1p-24);
  CHECK(round_to(Dtype::float16, 0x1.ffcp-15) == 0x1p-14);
  CHECK(std::isnan(round_to(Dtype::float16, std::nan(""))));
  CHECK(round_to(Dtype::float16, -infinity) == -infinity);
}

TEST_CASE("bfloat16: eight digits and the exponents of float32") {
  CHECK(round_to(Dtype::bfloat16, 0.1) == 0.10009765625);
  CHECK(round_to(Dtype::bfloat16, 257) == 256);
  CHECK(round_to(Dtype::bfloat16, 259) == 260);
  CHECK(round_to(Dtype::bfloat16, 3.39e38) < infinity);
  CHECK(round_to(Dtype::bfloat16, 3.4e38) == infinity);
  CHECK(round_to(Dtype::bfloat16, 0x1p-133) == 0x1p-133);
}

TEST_CASE("float32 is what a cast gives, float64 what it was") {
  for (const double value : {0.1, -1e-40, 1e-46, 3.4028235e38, 3.4028236e38, 16777217.0, 0.0, -2.5}) {
    CAPTURE(value);
    CHECK(round_to(Dtype::float32, value) == static_cast<double>(static_cast<float>(value)));
    CHECK(round_to(Dtype::float64, value) == value);
  }
}

TEST_CASE("every number of half precision is written with the fewest digits that read back") {
  CHECK(fewest_digits(Dtype::float16, 0.0999755859375) == 0.1);
  CHECK(fewest_digits(Dtype::float16, 65504) == 65500);
  CHECK(fewest_digits(Dtype::float16, 0.015625) == 0.01563); // not the nearest of four digits, which is 0.01562
  CHECK(fewest_digits(Dtype::bfloat16, 0x1p64) == 1.85e19);
  CHECK(fewest_digits(Dtype::float64, 0.1 + 0.2) == 0.1 + 0.2);
  for (const Dtype dtype : {Dtype::float16, Dtype::bfloat16}) {
    const double spacing = 2 * row_of(dtype).half_unit;
    for (int exponent = -24; exponent < 16; ++exponent)
      for (double mantissa = 1; mantissa < 2; mantissa += spacing) {
        const double value = round_to(dtype, std::ldexp(mantissa, exponent));
        REQUIRE(round_to(dtype, fewest_digits(dtype, -value)) == -value);
      }
  }
}
