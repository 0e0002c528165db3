#include "matrix/matrix.h"

#include <catch2/catch.hpp>

#include <cstdint>
#include <vector>

using namespace attn;

TEST_CASE("new entries are 0, rows lie one after the other from a 64-byte boundary") {
  Matrix<double> matrix(2, 3);
  CHECK(matrix(1, 2) == 0);
  CHECK(&matrix(1, 0) == &matrix(0, 0) + 3);
  CHECK(reinterpret_cast<std::uintptr_t>(matrix.data()) % 64 == 0);
  CHECK(Matrix<double>(0, 3).empty());
}

TEST_CASE("a matrix that is yet to be filled has its size") {
  const Matrix<float> matrix = Matrix<float>::unfilled(3, 4);
  CHECK(matrix.rows() == 3);
  CHECK(matrix.cols() == 4);
  CHECK(&matrix(2, 3) == matrix.data() + 11);
  constexpr std::size_t half = std::size_t{1} << 40;
  CHECK_THROWS_AS(Matrix<float>::unfilled(half, half), std::bad_alloc);
}

TEST_CASE("numbers of any count begin at a 64-byte boundary, and none overlap") {
  std::vector<AlignedVector<float>> held;
  for (std::size_t count = 1; count < 3000; count += 7) held.emplace_back(count, static_cast<float>(count));
  bool aligned = true, kept = true;
  for (const AlignedVector<float>& numbers : held) {
    aligned &= reinterpret_cast<std::uintptr_t>(numbers.data()) % 64 == 0;
    kept &= numbers.front() == static_cast<float>(numbers.size()) && numbers.back() == numbers.front();
  }
  CHECK(aligned);
  CHECK(kept);
}

TEST_CASE("transposes, rows and columns are views of the same numbers") {
  Matrix<double> matrix(2, 3);
  matrix(1, 2) = 7;
  CHECK(matrix.view().transposed()(2, 1) == 7);
  CHECK(matrix.view().col_range(2, 1).row_range(1, 1)(0, 0) == 7);
  matrix.view().transposed()(0, 1) = 5;
  CHECK(matrix(1, 0) == 5);
}

TEST_CASE("a copy has numbers of its own, a moved matrix takes them along") {
  Matrix<double> matrix(1, 1);
  matrix(0, 0) = 1;
  Matrix<double> copy = matrix;
  copy(0, 0) = 2;
  CHECK(matrix(0, 0) == 1);
  const double* numbers = copy.data();
  const Matrix<double> moved = std::move(copy);
  CHECK(moved.data() == numbers);
}
