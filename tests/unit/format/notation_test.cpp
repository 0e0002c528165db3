#include "format/notation.h"

#include "text_sink.h"

#include <catch2/catch.hpp>
#include <limits>
#include <string>
#include <vector>

namespace attn {
namespace {

constexpr double masked = -std::numeric_limits<double>::infinity();

/// One row of numbers as a table shows it.
std::vector<std::string> shown(std::initializer_list<double> row, int decimals = 4, Dtype dtype = Dtype::float64) {
  const Matrix<double> matrix = rows({row});
  const Notation notation = choose_notation(matrix, dtype, decimals);
  std::vector<std::string> texts;
  for (double value : row) texts.push_back(text(value, notation));
  return texts;
}

using Texts = std::vector<std::string>;

} // namespace

TEST_CASE("a matrix has the fewest decimals that show every entry exactly") {
  CHECK(shown({1, 0, -2}) == Texts{"1", "0", "-2"});
  CHECK(shown({1, 0.5}) == Texts{"1.0", "0.5"});
  CHECK(shown({0.1, 0.25}) == Texts{"0.10", "0.25"});
  CHECK(shown({1.0 / 3, 1}) == Texts{"0.3333", "1.0000"});
  CHECK(shown({1.0 / 3, 1}, 2) == Texts{"0.33", "1.00"});
  CHECK(shown({0.25}, 0) == Texts{"<1"});
}

TEST_CASE("exactly is meant in the dtype") {
  CHECK(shown({static_cast<double>(0.1f)}, 4, Dtype::float32) == Texts{"0.1"});
  CHECK(shown({static_cast<double>(0.1f)}, 4, Dtype::float64) == Texts{"0.1000"});
}

TEST_CASE("what is not zero never looks like zero") {
  CHECK(shown({1, 1e-9, -1e-9, 0}) == Texts{"1.0000", "<0.0001", ">-0.0001", "0.0000"});
  CHECK(shown({1, 0.00005, 0.000049}) == Texts{"1.0000", "0.0001", "<0.0001"});
  CHECK(shown({1, 0.001}, 2) == Texts{"1.00", "<0.01"});
}

TEST_CASE("no negative zero is shown") {
  CHECK(shown({-0.0, 1}) == Texts{"0", "1"});
}

TEST_CASE("a masked cell says so and counts for nothing else") {
  CHECK(shown({2, masked}) == Texts{"2", "masked"});
  CHECK(shown({masked, masked}) == Texts{"masked", "masked"});
}

TEST_CASE("numbers too large for plain digits are written as powers of ten, with all others of their matrix") {
  CHECK(shown({999999999999999.0, 1}) == Texts{"999999999999999", "1"});
  CHECK(shown({1e15, 1}) == Texts{"1e+15", "1e+00"});
  CHECK(shown({-1.5e20, 1.0 / 3}) == Texts{"-1.5000e+20", "3.3333e-01"});
}

TEST_CASE("where everything would look like zero, powers of ten tell it apart") {
  CHECK(shown({1e-9, -2.5e-9, 0}) == Texts{"1.0e-09", "-2.5e-09", "0.0e+00"});
  CHECK(shown({1e-9}, 9) == Texts{"0.000000001"});
  CHECK(shown({0.04, 0.03}, 1) == Texts{"<0.1", "<0.1"}); // few decimals were asked for
  CHECK(shown({0, 0}) == Texts{"0", "0"});
}

TEST_CASE("exponents of one matrix are equally long") {
  CHECK(shown({1e100, 1}) == Texts{"1e+100", "1e+000"});
}

} // namespace attn
