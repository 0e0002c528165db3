#include "format/number.h"

#include <catch2/catch.hpp>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <rapidcheck.h>

namespace attn {
namespace {

template <class T, class Bits>
T from_bits(Bits bits) {
  static_assert(sizeof(T) == sizeof(Bits));
  T value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

template <class T>
T read(const std::string& text) {
  T value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  RC_ASSERT(result.ptr == text.data() + text.size());
  return value;
}

/// The text of any finite number reads back to its bits.
template <class T, class Bits>
bool reads_back(Dtype dtype) {
  return rc::check([dtype] {
    const T value = from_bits<T>(*rc::gen::arbitrary<Bits>());
    RC_PRE(std::isfinite(value) && value != 0);
    const T again = read<T>(shortest(static_cast<double>(value), dtype));
    RC_ASSERT(std::memcmp(&value, &again, sizeof value) == 0);
  });
}

} // namespace

TEST_CASE("the shortest text is a JSON number") {
  CHECK(shortest(1, Dtype::float64) == "1");
  CHECK(shortest(-20, Dtype::float64) == "-20");
  CHECK(shortest(0.1, Dtype::float64) == "0.1");
  CHECK(shortest(1.0 / 3, Dtype::float64) == "0.3333333333333333");
  CHECK(shortest(6696.1335444003935, Dtype::float64) == "6696.1335444003935");
  CHECK(shortest(1e200, Dtype::float64) == "1e+200");
  CHECK(shortest(-5e-324, Dtype::float64) == "-5e-324");
}

TEST_CASE("float32 has its own shortest text") {
  const auto third = static_cast<double>(1.0f / 3);
  CHECK(shortest(third, Dtype::float32) == "0.33333334");
  CHECK(shortest(third, Dtype::float64) == "0.3333333432674408");
  CHECK(shortest(static_cast<double>(0.1f), Dtype::float32) == "0.1");
}

TEST_CASE("no form writes a negative zero") {
  CHECK(shortest(-0.0, Dtype::float64) == "0");
  CHECK(shortest(-0.0, Dtype::float32) == "0");
  CHECK(fixed(-0.0, 4) == "0.0000");
  CHECK(fixed(-0.00001, 4) == "0.0000");
}

TEST_CASE("numbers read back to the same bits") {
  CHECK(reads_back<double, std::uint64_t>(Dtype::float64));
  CHECK(reads_back<float, std::uint32_t>(Dtype::float32));
}

TEST_CASE("fixed decimals are rounded as people round") {
  CHECK(fixed(0.15, 1) == "0.2"); // the double lies below the tie, printf says 0.1
  CHECK(fixed(-0.15, 1) == "-0.2");
  CHECK(fixed(2.675, 2) == "2.68");
  CHECK(fixed(0.5, 0) == "1");
  CHECK(fixed(2, 3) == "2.000");
  CHECK(fixed(1e300, 0).size() == 301);
}

TEST_CASE("fixed keeps a whole number whole, however large") {
  CHECK(fixed(9007199254740991.0, 0) == "9007199254740991"); // 2^53 - 1
  CHECK(fixed(4503599627370497.0, 0) == "4503599627370497"); // 2^52 + 1
}

} // namespace attn
