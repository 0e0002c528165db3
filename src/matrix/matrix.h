#pragma once
// Numbers in rows. A Matrix owns its numbers; a MatrixView looks at numbers that something else owns. With a step for
// rows and one for columns, a transpose and the columns of one head are views: no copy, no second multiply.

#include <cassert>
#include <cstddef>
#include <memory>
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

/// rows x cols numbers of its own, row after row without gaps, aligned to 64 bytes; new entries are 0
/// unless they are all to be written first.
template <class T>
class Matrix {
public:
  Matrix() = default;
  enum class Entries { zero, unset };
  Matrix(std::size_t rows, std::size_t cols, Entries entries = Entries::zero) : rows_(rows), cols_(cols) {
    std::size_t bytes = 0;
    if (__builtin_mul_overflow(rows, cols, &bytes) || __builtin_mul_overflow(bytes, sizeof(T), &bytes))
      throw std::bad_alloc();
    if (bytes == 0) return;
    data_.reset(static_cast<T*>(::operator new(bytes, alignment)));
    if (entries == Entries::zero) std::uninitialized_value_construct_n(data_.get(), size());
  }
  Matrix(const Matrix& other) : Matrix(other.rows_, other.cols_, Entries::unset) {
    std::uninitialized_copy_n(other.data(), size(), data());
  }
  Matrix(Matrix&& other) noexcept { swap(other); }
  Matrix& operator=(Matrix other) noexcept {
    swap(other);
    return *this;
  }
  void swap(Matrix& other) noexcept {
    std::swap(rows_, other.rows_);
    std::swap(cols_, other.cols_);
    data_.swap(other.data_);
  }

  std::size_t rows() const { return rows_; }
  std::size_t cols() const { return cols_; }
  std::size_t size() const { return rows_ * cols_; }
  bool empty() const { return size() == 0; }
  T* data() { return data_.get(); }
  const T* data() const { return data_.get(); }
  T& operator()(std::size_t i, std::size_t j) { return view()(i, j); }
  const T& operator()(std::size_t i, std::size_t j) const { return view()(i, j); }

  MatrixView<T> view() { return {data(), rows_, cols_, cols_, 1}; }
  MatrixView<const T> view() const { return {data(), rows_, cols_, cols_, 1}; }
  operator MatrixView<T>() { return view(); }
  operator MatrixView<const T>() const { return view(); }

private:
  static constexpr std::align_val_t alignment{64};
  struct Release {
    void operator()(T* p) const noexcept { ::operator delete(p, alignment); }
  };
  static_assert(std::is_trivially_destructible_v<T>);

  std::size_t rows_ = 0;
  std::size_t cols_ = 0;
  std::unique_ptr<T[], Release> data_;
};

/// A view of double numbers that no one changes: what grading, telling and writing see.
using View = MatrixView<const double>;

/// The numbers of a view in a matrix of their own.
inline Matrix<double> copy(View values) {
  Matrix<double> made(values.rows, values.cols);
  for (std::size_t i = 0; i < values.rows; ++i)
    for (std::size_t j = 0; j < values.cols; ++j) made(i, j) = values(i, j);
  return made;
}

} // namespace attn
