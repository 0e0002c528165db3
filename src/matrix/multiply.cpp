#include "matrix/multiply.h"

#include <algorithm>
#include <cassert>

namespace attn {
namespace {

/// One block of depth, some rows and one panel: the rows of the panel are those of the block, `ahead` those of the
/// next.
template <class T>
struct Block {
  MatrixView<const T> a;
  typename Packed<T>::Panel b, ahead;
  MatrixView<T> c;
  bool accumulate;
};

/// Tile after tile down the rows; each fetches another line of the next block's rows into the cache.
template <class T>
void multiply_block(const Kernel<T>& kernel, const Block<T>& block) noexcept {
  constexpr std::size_t line = 64 / sizeof(T);
  const std::size_t best = block.c.cols * 2 <= kernel.nr ? kernel.tall : kernel.mr;
  for (std::size_t i = 0, fetched = 0; i < block.c.rows; fetched = (fetched + line) % std::max(kernel.nr, line)) {
    const std::size_t left = block.c.rows - i, rows = left <= kernel.tall ? left : best;
    kernel.tile({rows, block.c.cols, block.a.cols, block.a.data + i * block.a.row_step, block.a.row_step, block.b.data,
                 block.b.row_step, block.c.data + i * block.c.row_step, block.c.row_step, block.accumulate,
                 block.ahead.data + fetched, block.ahead.row_step});
    i += rows;
  }
}

template <class T>
typename Packed<T>::Panel rows_from(typename Packed<T>::Panel panel, std::size_t first) {
  return {panel.data + first * panel.row_step, panel.row_step};
}

} // namespace

template <class T>
void multiply(const Kernel<T>& kernel, MatrixView<const T> a, const Packed<T>& b, MatrixView<T> c) noexcept {
  assert(a.rows == c.rows && a.cols <= b.rows() && c.cols <= b.cols() && a.col_step == 1 && c.col_step == 1);
  constexpr std::size_t rows_at_a_time = 240; // so many rows of a block of depth, and a panel, stay in the cache
  const std::size_t panels = (c.cols + kernel.nr - 1) / kernel.nr;
  std::size_t first = 0;
  do { // also once for no depth at all: the sum of nothing is 0
    const std::size_t depth = std::min(depth_block, a.cols - first);
    for (std::size_t i = 0; i < c.rows; i += rows_at_a_time) {
      const std::size_t rows = std::min(rows_at_a_time, c.rows - i);
      for (std::size_t number = 0; number < panels; ++number) {
        const std::size_t j = number * kernel.nr;
        multiply_block<T>(kernel, {a.col_range(first, depth).row_range(i, rows), rows_from<T>(b.panel(number), first),
                                   rows_from<T>(b.panel((number + 1) % panels), first),
                                   c.row_range(i, rows).col_range(j, std::min(kernel.nr, c.cols - j)), first > 0});
      }
    }
    first += depth_block;
  } while (first < a.cols);
}

template void multiply(const Kernel<float>&, MatrixView<const float>, const Packed<float>&, MatrixView<float>) noexcept;
template void multiply(const Kernel<double>&, MatrixView<const double>, const Packed<double>&,
                       MatrixView<double>) noexcept;

} // namespace attn
