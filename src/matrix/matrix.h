#pragma once
// Numbers in rows. A Matrix owns its numbers; a MatrixView looks at numbers that something else owns. With a step for
// rows and one for columns, a transpose and the columns of one head are views: no copy, no second multiply.

#include "matrix/aligned.h"

#include <cassert>
#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

namespace attn {

/// rows x cols numbers; entry (i, j) stands at data[i * row_step + j * col_step].
template <class T>
struct MatrixView {
  T* data = nullptr;
  std::size_t rows = 0;
  std::size_t cols = 0;
  std::size_t row_step = 0;
  std::size_t col_step = 1;

  T& operator()(std::size_t i, std::size_t j) const {
    assert(i < rows && j < cols);
    return data[i * row_step + j * col_step];
  }
  bool empty() const { return rows == 0 || cols == 0; }

  MatrixView transposed() const { return {data, cols, rows, col_step, row_step}; }
  MatrixView row_range(std::size_t first, std::size_t count) const {
    assert(first + count <= rows);
    return {data + first * row_step, count, cols, row_step, col_step};
  }
  MatrixView col_range(std::size_t first, std::size_t count) const {
    assert(first + count <= cols);
    return {data + first * col_step, rows, count, row_step, col_step};
  }
  operator MatrixView<const T>() const requires(!std::is_const_v<T>) { return {data, rows, cols, row_step, col_step}; }
};

/// rows x cols numbers of its own, row after row without gaps, aligned to 64 bytes; new entries are 0, unless they are
/// all to be written anyway.
template <class T>
class Matrix {
public:
  Matrix() = default;
  Matrix(std::size_t rows, std::size_t cols) : Matrix(rows, cols, AlignedVector<T>(product(rows, cols), T{})) {}
  /// Takes over rows·cols numbers, row after row: none is copied.
  Matrix(std::size_t rows, std::size_t cols, AlignedVector<T> numbers)
      : rows_(rows), cols_(cols), numbers_(std::move(numbers)) {
    assert(numbers_.size() == rows * cols);
  }
  /// Entries hold nothing until they are written.
  static Matrix unfilled(std::size_t rows, std::size_t cols) {
    return Matrix(rows, cols, AlignedVector<T>(product(rows, cols)));
  }
  Matrix(const Matrix&) = default;
  Matrix& operator=(const Matrix&) = default;
  Matrix(Matrix&& other) noexcept { swap(other); } // the other one is empty then
  Matrix& operator=(Matrix&& other) noexcept {
    Matrix(std::move(other)).swap(*this);
    return *this;
  }
  void swap(Matrix& other) noexcept {
    std::swap(rows_, other.rows_);
    std::swap(cols_, other.cols_);
    numbers_.swap(other.numbers_);
  }

  std::size_t rows() const { return rows_; }
  std::size_t cols() const { return cols_; }
  std::size_t size() const { return rows_ * cols_; }
  bool empty() const { return size() == 0; }
  T* data() { return numbers_.data(); }
  const T* data() const { return numbers_.data(); }
  T& operator()(std::size_t i, std::size_t j) { return view()(i, j); }
  const T& operator()(std::size_t i, std::size_t j) const { return view()(i, j); }

  MatrixView<T> view() { return {data(), rows_, cols_, cols_, 1}; }
  MatrixView<const T> view() const { return {data(), rows_, cols_, cols_, 1}; }
  operator MatrixView<T>() { return view(); }
  operator MatrixView<const T>() const { return view(); }

private:
  static std::size_t product(std::size_t rows, std::size_t cols) {
    std::size_t size = 0;
    if (__builtin_mul_overflow(rows, cols, &size)) throw std::bad_alloc();
    return size;
  }

  std::size_t rows_ = 0;
  std::size_t cols_ = 0;
  AlignedVector<T> numbers_;
};

/// A view of double numbers that no one changes: what grading, telling and writing see.
using View = MatrixView<const double>;

/// The numbers of a view in a matrix of their own.
inline Matrix<double> copy(View values) {
  Matrix<double> made = Matrix<double>::unfilled(values.rows, values.cols);
  for (std::size_t i = 0; i < values.rows; ++i)
    for (std::size_t j = 0; j < values.cols; ++j) made(i, j) = values(i, j);
  return made;
}

} // namespace attn
