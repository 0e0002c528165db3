// The same numbers on every machine, and of the distribution that they are said to have.

#include "problem/generator.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <vector>

using namespace attn;

TEST_CASE("the bits are those of splitmix64") {
  Generator generator(1234567); // the values that its other implementations print for this seed
  for (const std::uint64_t expected :
       {6457827717110365317u, 3203168211198807973u, 9817491932198370423u, 4593380528125082431u, 16408922859458223821u})
    CHECK(generator.bits() == expected);
}

TEST_CASE("numbers below a count: all of them, none beyond, each alike") {
  Generator generator(1);
  std::vector<int> seen(7);
  for (int i = 0; i < 70000; ++i) ++seen.at(generator.below(7));
  for (const int count : seen) CHECK(std::abs(count - 10000) < 400); // four deviations of 92
  CHECK(generator.below(1) == 0);
  for (int i = 0; i < 100; ++i) {
    const int number = generator.between(-2, 1);
    CHECK((number >= -2 && number <= 1));
  }
}

TEST_CASE("normal numbers have the moments and the tails of the normal distribution") {
  constexpr int count = 400000;
  Generator generator(7);
  double sum = 0, squares = 0, fourth = 0;
  int beyond_one = 0, beyond_two = 0, beyond_three = 0;
  for (int i = 0; i < count; ++i) {
    const double x = generator.normal(), size = std::fabs(x);
    sum += x;
    squares += x * x;
    fourth += x * x * x * x;
    beyond_one += size > 1;
    beyond_two += size > 2;
    beyond_three += size > 3;
  }
  const auto share = [&](int part) { return static_cast<double>(part) / count; };
  CHECK(sum / count == Approx(0).margin(0.007));
  CHECK(squares / count == Approx(1).margin(0.01));
  CHECK(fourth / count == Approx(3).margin(0.07));
  CHECK(share(beyond_one) == Approx(0.31731).margin(0.003));
  CHECK(share(beyond_two) == Approx(0.04550).margin(0.0014));
  CHECK(share(beyond_three) == Approx(0.00270).margin(0.0004));
}

TEST_CASE("numbers below a count that does not divide 2^64 come alike") {
  constexpr std::size_t quarter = std::size_t{1} << 62;
  Generator generator(1);
  int low = 0;
  for (int i = 0; i < 3000; ++i) { // the remainder alone would be in the lowest third of them every second time
    const std::size_t number = generator.below(3 * quarter);
    CHECK(number < 3 * quarter);
    low += number < quarter;
  }
  CHECK(low > 900);
  CHECK(low < 1100);
}
