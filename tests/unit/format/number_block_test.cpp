#include "format/number_block.h"

#include "format/number.h"
#include "text_sink.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

namespace attn {
namespace {

constexpr RowMarks marks{"\n  ", ",\n  ", ", "};

std::string text_of(View values, Dtype dtype, std::size_t threads) {
  return written([&](Sink& sink) { write_rows(values, dtype, marks, Team(threads, 0), sink); });
}

/// The same, number by number.
std::string plain_text(View values, Dtype dtype) {
  std::string text;
  for (std::size_t i = 0; i < values.rows; ++i) {
    text += i == 0 ? marks.before_first : marks.before_next;
    for (std::size_t j = 0; j < values.cols; ++j) {
      text += j == 0 ? std::string_view("[") : marks.comma;
      text += std::isfinite(values(i, j)) ? shortest(values(i, j), dtype) : "null";
    }
    text += ']';
  }
  return text;
}

Matrix<double> of_size(std::size_t rows, std::size_t cols) {
  Matrix<double> matrix(rows, cols);
  for (std::size_t k = 0; k < matrix.size(); ++k)
    matrix.data()[k] =
        k % 7 == 3 ? -std::numeric_limits<double>::infinity() : static_cast<float>(static_cast<double>(k) * 0.37 - 20);
  return matrix;
}

} // namespace

TEST_CASE("rows of numbers are the same text for any number of threads, wherever blocks are cut") {
  for (const auto& [rows, cols] :
       {std::pair<std::size_t, std::size_t>{1, 1}, {3, 4}, {1, 9001}, {9001, 1}, {64, 64}, {65, 63}, {700, 70}}) {
    const Matrix<double> values = of_size(rows, cols);
    for (const Dtype dtype : {Dtype::float64, Dtype::float32}) {
      const std::string right = plain_text(values, dtype);
      for (const std::size_t threads : {1u, 2u, 3u, 8u}) CHECK(text_of(values, dtype, threads) == right);
    }
  }
}

TEST_CASE("rows of a view with steps are read where they stand") {
  const Matrix<double> values = of_size(100, 90);
  CHECK(text_of(values.view().transposed(), Dtype::float64, 2) ==
        plain_text(values.view().transposed(), Dtype::float64));
  CHECK(text_of(values.view().col_range(5, 60), Dtype::float64, 2) ==
        plain_text(values.view().col_range(5, 60), Dtype::float64));
}

TEST_CASE("the longest numbers have room") {
  Matrix<double> values(200, 50);
  for (std::size_t k = 0; k < values.size(); ++k) values.data()[k] = -2.2250738585072014e-308;
  CHECK(text_of(values, Dtype::float64, 2) == plain_text(values, Dtype::float64));
}

} // namespace attn
