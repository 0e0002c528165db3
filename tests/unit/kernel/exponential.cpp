#include "kernel/kernel.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

using namespace attn;

namespace {

template <class T>
constexpr T infinity = std::numeric_limits<T>::infinity();

template <class T>
bool same_bits(T a, T b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

/// Units in the last place of T between a value and a more exact one.
template <class T>
double ulps(T value, long double exact) {
  int exponent;
  std::frexp(static_cast<T>(exact), &exponent);
  const int lowest = std::numeric_limits<T>::min_exponent - std::numeric_limits<T>::digits;
  const int last = std::max(exponent - std::numeric_limits<T>::digits, lowest);
  return static_cast<double>(std::fabs(std::ldexp(static_cast<long double>(value) - exact, -last)));
}

} // namespace

TEST_CASE("e^x: the correctly rounded value where it is known, 0 and infinity at the ends") {
  const std::pair<double, double> table[] = {
      {0.0, 1.0},
      {-0.0, 1.0},
      {1.0, 0x1.5bf0a8b145769p+1},
      {-1.0, 0x1.78b56362cef38p-2},
      {0.5, 0x1.a61298e1e069cp+0},
      {10.0, 0x1.5829dcf950560p+14},
      {-745.0, 0x1p-1074},
      {-746.0, 0.0},
      {-infinity<double>, 0.0},
      {709.79, infinity<double>},
      {infinity<double>, infinity<double>},
      {0x1p-60, 1.0},
  };
  for (const auto& [x, power] : table) {
    CAPTURE(x);
    CHECK(same_bits(exponential(x), power));
  }
  CHECK(same_bits(exponential(-infinity<float>), 0.0f));
  CHECK(same_bits(exponential(0.0f), 1.0f));
  CHECK(same_bits(exponential(1.0f), 0x1.5bf0a8p+1f));
  CHECK(same_bits(exponential(-103.0f), 0x1p-149f));
  CHECK(same_bits(exponential(-104.0f), 0.0f));
  CHECK(exponential(89.0f) == infinity<float>);
  CHECK(std::isnan(exponential(std::nan(""))));
}

TEMPLATE_TEST_CASE("e^x is at most 1 ulp off, subnormal results included", "", float, double) {
  constexpr bool narrow = sizeof(TestType) == 4;
  const TestType first = narrow ? -104 : -746, last = narrow ? TestType(88.7) : TestType(709.7);
  double worst = 0;
  for (int i = 0; i <= 200000; ++i) {
    const TestType x = first + (last - first) * static_cast<TestType>(i) / 200000;
    worst = std::max(worst, ulps(exponential(x), std::exp(static_cast<long double>(x))));
  }
  CHECK(worst <= 1.0);
}

TEMPLATE_TEST_CASE("e^x never falls where the integer of the reduction changes", "", float, double) {
  for (int k = sizeof(TestType) == 4 ? -149 : -1074; k < 120; ++k) {
    TestType x = static_cast<TestType>((k + 0.5) * std::log(2.0));
    for (int step = 0; step < 20; ++step) x = std::nextafter(x, -infinity<TestType>);
    for (int step = 0; step < 40; ++step) {
      const TestType above = std::nextafter(x, infinity<TestType>);
      CAPTURE(k, x);
      REQUIRE(exponential(x) <= exponential(above));
      x = above;
    }
  }
}

TEMPLATE_TEST_CASE("tanh x: odd, 1 at the ends, x near 0, at most 3 ulp off", "", float, double) {
  CHECK(same_bits(hyperbolic_tangent(TestType{0}), TestType{0}));
  CHECK(same_bits(hyperbolic_tangent(-TestType{0}), -TestType{0}));
  CHECK(hyperbolic_tangent(TestType{50}) == 1);
  CHECK(hyperbolic_tangent(-infinity<TestType>) == -1);
  const TestType tiny = std::numeric_limits<TestType>::denorm_min();
  CHECK(hyperbolic_tangent(tiny) == tiny);
  double worst = 0;
  for (int i = 1; i <= 200000; ++i) {
    const TestType x = static_cast<TestType>(i) / 10000;
    worst = std::max(worst, ulps(hyperbolic_tangent(x), std::tanh(static_cast<long double>(x))));
    REQUIRE(hyperbolic_tangent(-x) == -hyperbolic_tangent(x));
  }
  CHECK(worst <= 3.0);
}

TEMPLATE_TEST_CASE("a row of exponentials: each that of the single number, summed by lanes and halves", "", float,
                   double) {
  for (const Kernel<TestType>& kernel : kernels<TestType>())
    for (const std::size_t n : {1, 7, 8, 9, 15, 16, 17, 33, 100}) {
      CAPTURE(kernel.name, n);
      std::vector<TestType> row(n), expected(n);
      TestType sum[lanes<TestType>] = {};
      for (std::size_t j = 0; j < n; ++j) {
        row[j] = j % 5 == 4 ? -infinity<TestType> : static_cast<TestType>(j * 37 % 101) * TestType(0.731);
        expected[j] = exponential(row[j] - 75);
        sum[j % lanes<TestType>] += expected[j];
      }
      for (std::size_t half = lanes<TestType> / 2; half > 0; half /= 2)
        for (std::size_t lane = 0; lane < half; ++lane) sum[lane] += sum[lane + half];
      CHECK(same_bits(kernel.exponentials(row.data(), n, 75), sum[0]));
      CHECK(std::memcmp(row.data(), expected.data(), n * sizeof(TestType)) == 0);
    }
}

TEMPLATE_TEST_CASE("a row capped: each cap·tanh(s / cap) of the single number", "", float, double) {
  for (const Kernel<TestType>& kernel : kernels<TestType>()) {
    std::vector<TestType> row(21), expected(21);
    for (std::size_t j = 0; j < 21; ++j) {
      row[j] = static_cast<TestType>(static_cast<double>(j) - 10) * TestType(7.3);
      expected[j] = 30 * hyperbolic_tangent(row[j] / 30);
    }
    kernel.soften(row.data(), 21, 30);
    CHECK(std::memcmp(row.data(), expected.data(), 21 * sizeof(TestType)) == 0);
  }
}
