#include "matrix/multiply.h"

#include <algorithm>
#include <cassert>

namespace attn {
namespace {

/// One block of depth: `a` and the panel's rows from where it begins.
template <class T>
struct Block {
  MatrixView<const T> a;
  typename Packed<T>::Panel b;
  bool accumulate;
};

template <class T>
void full_panel(const Kernel<T>& kernel, const Block<T>& block, MatrixView<T> c) noexcept {
  for (std::size_t i = 0; i < c.rows; i += kernel.mr)
    kernel.tile(std::min(kernel.mr, c.rows - i), block.a.cols, block.a.data + i * block.a.row_step, block.a.row_step,
                block.b.data, block.b.row_step, c.data + i * c.row_step, c.row_step, block.accumulate);
}

/// Tiles write nr columns, but c has fewer: they go by way of a tile of its own.
template <class T>
void narrow_panel(const Kernel<T>& kernel, const Block<T>& block, MatrixView<T> c) noexcept {
  alignas(64) T tile[largest_tile];
  for (std::size_t i = 0; i < c.rows; i += kernel.mr) {
    const std::size_t rows = std::min(kernel.mr, c.rows - i);
    kernel.tile(rows, block.a.cols, block.a.data + i * block.a.row_step, block.a.row_step, block.b.data,
                block.b.row_step, tile, kernel.nr, false);
    for (std::size_t r = 0; r < rows; ++r)
      for (std::size_t j = 0; j < c.cols; ++j)
        c(i + r, j) = (block.accumulate ? c(i + r, j) : T{0}) + tile[r * kernel.nr + j];
  }
}

} // namespace

template <class T>
void multiply(const Kernel<T>& kernel, MatrixView<const T> a, const Packed<T>& b, MatrixView<T> c) noexcept {
  assert(a.rows == c.rows && a.cols <= b.rows() && c.cols <= b.cols() && a.col_step == 1 && c.col_step == 1);
  std::size_t first = 0;
  do { // also once for no depth at all: the sum of nothing is 0
    const std::size_t depth = std::min(depth_block, a.cols - first);
    for (std::size_t j = 0; j < c.cols; j += kernel.nr) {
      const auto panel = b.panel(j / kernel.nr);
      const Block<T> block{a.col_range(first, depth), {panel.data + first * panel.row_step, panel.row_step}, first > 0};
      const std::size_t cols = std::min(kernel.nr, c.cols - j);
      (cols == kernel.nr ? full_panel<T> : narrow_panel<T>)(kernel, block, c.col_range(j, cols));
    }
    first += depth_block;
  } while (first < a.cols);
}

template void multiply(const Kernel<float>&, MatrixView<const float>, const Packed<float>&, MatrixView<float>) noexcept;
template void multiply(const Kernel<double>&, MatrixView<const double>, const Packed<double>&,
                       MatrixView<double>) noexcept;

} // namespace attn
