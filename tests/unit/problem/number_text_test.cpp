#include "problem/number_text.h"

#include <catch2/catch.hpp>

namespace attn {
namespace {

using Kind = FractionText::Kind;

TEST_CASE("a fraction of integers is the nearest double, with a sign in front") {
  CHECK(read_fraction("1/3").value == 1.0 / 3.0);
  CHECK(read_fraction("-2/5").value == -0.4);
  CHECK(read_fraction("+1/8").value == 0.125);
  CHECK(read_fraction("6/3").value == 2);
  CHECK(read_fraction("9007199254740992/1").value == 9007199254740992.0);
  for (const char* text : {"1/3", "-2/5", "+1/8", "0/7"}) CHECK(read_fraction(text).kind == Kind::fraction);
}

TEST_CASE("other text is told apart by what is wrong with it") {
  CHECK(read_fraction("1/0").kind == Kind::zero_denominator);
  CHECK(read_fraction("1/00").kind == Kind::zero_denominator);
  CHECK(read_fraction("1/9007199254740993").kind == Kind::too_long);
  CHECK(read_fraction("99999999999999999999999/1").kind == Kind::too_long);
  for (const char* text : {"0.5", "-3", "1e5", ".5"}) CHECK(read_fraction(text).kind == Kind::number);
  for (const char* text : {"", "/", "1/", "/3", "1/2/3", "1/-3", "0.5/2", "1 / 3", "--1/3", "a", "-inf", "nan"})
    CHECK(read_fraction(text).kind == Kind::other);
}

TEST_CASE("decimals are the digits after the point, an exponent counted in") {
  CHECK(digits_of("0.40").decimals == 2);
  CHECK(digits_of("0.4").decimals == 1);
  CHECK(digits_of("2").decimals == 0);
  CHECK(digits_of("1e-3").decimals == 3);
  CHECK(digits_of("1.25E+1").decimals == 1);
  CHECK(digits_of("1e3").decimals == 0);
}

TEST_CASE("significant digits begin at the first that is not zero and count those at the end") {
  CHECK(digits_of("0.040").significant == 2);
  CHECK(digits_of("-12.50").significant == 4);
  CHECK(digits_of("100").significant == 3);
  CHECK(digits_of("1.5e10").significant == 2);
  CHECK(digits_of("0.00").significant == 3);
}

TEST_CASE("whole is what has neither point nor exponent") {
  CHECK(digits_of("-7").whole);
  CHECK_FALSE(digits_of("7.0").whole);
  CHECK_FALSE(digits_of("7e0").whole);
}

} // namespace
} // namespace attn
