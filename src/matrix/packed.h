#pragma once
// The right-hand operand of a product as tiles want it: panels of nr columns whose rows are contiguous. Columns that
// already lie so stay where they are; a transpose, and the last panel if it is not full, are copied (filled up with 0).
// What many rows are multiplied with may be copied too: a panel whose rows follow each other is read faster (a tenth
// for the values of a head). Made once for an operand, then read by all threads.

#include "kernel/kernel.h"
#include "matrix/matrix.h"

#include <cstddef>

namespace attn {

template <class T>
class Packed {
public:
  Packed() = default;
  enum class Copy { where_needed, all };
  /// The numbers of `b` must outlive it and stay as they are.
  Packed(const Kernel<T>& kernel, MatrixView<const T> b, Copy copy = Copy::where_needed);

  std::size_t rows() const { return b_.rows; }
  std::size_t cols() const { return b_.cols; }

  /// nr columns of all rows.
  struct Panel {
    const T* data;
    std::size_t row_step;
  };
  /// Columns from `number` * nr on.
  Panel panel(std::size_t number) const {
    if (number < in_place_) return {b_.data + number * nr_, b_.row_step};
    return {copied_.data() + (number - in_place_) * b_.rows * nr_, nr_};
  }

private:
  MatrixView<const T> b_;
  std::size_t nr_ = 1;
  std::size_t in_place_ = 0; ///< so many panels, the first ones, are columns of b itself
  Matrix<T> copied_;         ///< the panels after them, one under the other; nr columns
};

} // namespace attn
