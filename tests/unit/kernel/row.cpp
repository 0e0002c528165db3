// The passes over a row of scores: scale with the row's peak, and division.

#include "kernel/kernel.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

using namespace attn;

namespace {

template <class T>
std::vector<T> numbers(std::size_t n, unsigned seed) {
  std::mt19937_64 engine(seed);
  std::vector<T> made(n);
  for (T& number : made) number = std::ldexp(static_cast<T>(engine() >> 11), -53);
  return made;
}

/// Divides by the kernel and by the language.
template <class T>
bool divides_alike(const Kernel<T>& kernel, std::vector<T> row, T sum) {
  std::vector<T> expected = row;
  for (T& number : expected) number /= sum;
  kernel.divide(row.data(), row.size(), sum);
  return std::memcmp(row.data(), expected.data(), row.size() * sizeof(T)) == 0;
}

} // namespace

TEMPLATE_TEST_CASE("a row scaled: each number times the factor, and the largest of them", "", float, double) {
  for (const Kernel<TestType>& kernel : kernels<TestType>())
    for (const std::size_t n : {1u, 3u, 15u, 16u, 17u, 63u, 64u, 65u, 200u})
      for (const TestType factor : {TestType(0.3), TestType(-2), TestType(1)}) {
        CAPTURE(kernel.name, n, factor);
        std::vector<TestType> row = numbers<TestType>(n, 1), expected = row;
        for (TestType& number : expected) number *= factor;
        const Peak<TestType> peak = kernel.scale(row.data(), n, factor);
        CHECK(row == expected);
        CHECK(peak.most == *std::max_element(expected.begin(), expected.end()));
        CHECK(peak.finite);
      }
}

TEMPLATE_TEST_CASE("one number that is not finite is noticed wherever it stands", "", float, double) {
  const TestType infinity = std::numeric_limits<TestType>::infinity();
  for (const Kernel<TestType>& kernel : kernels<TestType>())
    for (const TestType bad : {infinity, -infinity, std::numeric_limits<TestType>::quiet_NaN()})
      for (std::size_t at = 0; at < 90; ++at) {
        CAPTURE(kernel.name, bad, at);
        std::vector<TestType> row(90, TestType(-3));
        row[at] = bad;
        CHECK(!kernel.scale(row.data(), row.size(), 1).finite);
      }
  std::vector<TestType> large(5, std::numeric_limits<TestType>::max());
  for (const Kernel<TestType>& kernel : kernels<TestType>()) {
    auto row = large;
    CHECK(kernel.scale(row.data(), 5, 1).finite);
    CHECK(!kernel.scale(row.data(), 5, 2).finite);
  }
}

TEMPLATE_TEST_CASE("a row divided has the bits of true division", "", float, double) {
  std::mt19937_64 engine(7);
  for (const Kernel<TestType>& kernel : kernels<TestType>())
    for (int trial = 0; trial < (kernel.name == "generic" ? 1 : 300); ++trial) {
      const TestType sum = 1 + std::ldexp(static_cast<TestType>(engine() >> 11), trial % 40 - 53);
      CAPTURE(kernel.name, sum);
      REQUIRE(divides_alike<TestType>(kernel, numbers<TestType>(1001, static_cast<unsigned>(trial)), sum));
    }
}

TEST_CASE("a row divided: every mantissa of float, by divisors at both ends") {
  std::vector<float> row(1 << 23);
  for (std::size_t i = 0; i < row.size(); ++i) row[i] = std::ldexp(1 + std::ldexp(static_cast<float>(i), -23), -1);
  for (const float sum : {1.0f, std::nextafter(1.0f, 2.0f), 1.5f, 3.0f, std::nextafter(2.0f, 1.0f), 1e6f / 3})
    CHECK(divides_alike(kernels<float>().back(), row, sum));
}

TEMPLATE_TEST_CASE("a row divided where numbers or quotients are subnormal, or 0", "", float, double) {
  constexpr int lowest = std::numeric_limits<TestType>::min_exponent - std::numeric_limits<TestType>::digits;
  std::vector<TestType> row{0};
  for (int exponent = lowest; exponent <= 0; ++exponent)
    for (const double mantissa : {1.0, 1.3, 1.999})
      row.push_back(std::ldexp(static_cast<TestType>(mantissa), exponent));
  for (const Kernel<TestType>& kernel : kernels<TestType>())
    for (const TestType sum : {TestType(1), TestType(1.7), TestType(12345.678), std::ldexp(TestType(1.1), 63)}) {
      CAPTURE(kernel.name, sum);
      CHECK(divides_alike(kernel, row, sum));
    }
}
