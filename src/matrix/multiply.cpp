#include "matrix/multiply.h"

#include "matrix/part.h"

#include <algorithm>
#include <cassert>

namespace attn {
namespace {

/// Numbers in a line of the cache.
template <class T>
constexpr std::size_t line = 64 / sizeof(T);

/// One block of depth, some rows and one panel: the rows of the panel are those of the block, `ahead` those of the
/// next.
template <class T>
struct Block {
  MatrixView<const T> a;
  typename Packed<T>::Panel b, ahead;
  MatrixView<T> c;
  bool accumulate;
  bool fetch_c; ///< c is so large that it comes from far: it is fetched ahead
};

template <class T>
void prefetch(MatrixView<T> numbers) noexcept {
  for (std::size_t i = 0; i < numbers.rows; ++i)
    for (std::size_t j = 0; j < numbers.cols; j += line<T>) __builtin_prefetch(&numbers(i, j));
}

/// Tile after tile down the rows. The first ones fetch the next block's rows into the cache, each every second row of
/// a line: spread so, they come without being waited for. Where tiles are too few for that, the first one of a whole
/// panel fetches its own.
template <class T>
void multiply_block(const Kernel<T>& kernel, const Block<T>& block) noexcept {
  const std::size_t tiles = parts_of(block.c.rows, kernel.mr), lines = std::max<std::size_t>(kernel.nr / line<T>, 1);
  const bool are_few = tiles < 2 * lines;
  for (std::size_t number = 0; number < tiles; ++number) {
    const auto [i, rows] = part_of(block.c.rows, tiles, number);
    const MatrixView<T> c = block.c.row_range(i, rows);
    const std::size_t column = number % lines * line<T>, row = number / lines % 2;
    const Fetch fetch = are_few && number == 0 ? Fetch::own : number < 2 * lines ? Fetch::ahead : Fetch::nothing;
    if (block.fetch_c) prefetch(c);
    kernel.tile({rows, c.cols, block.a.cols, block.a.data + i * block.a.row_step, block.a.row_step, block.b.data,
                 block.b.row_step, c.data, c.row_step, block.accumulate, fetch,
                 block.ahead.data + row * block.ahead.row_step + column, 2 * block.ahead.row_step});
  }
}

template <class T>
typename Packed<T>::Panel rows_from(typename Packed<T>::Panel panel, std::size_t first) {
  return {panel.data + first * panel.row_step, panel.row_step};
}

/// Whether c comes from far when it is written, or read as well: what is only written waits without harm for longer.
template <class T>
bool is_far(MatrixView<T> c, bool accumulate) noexcept {
  constexpr std::size_t megabyte = 1 << 20;
  return c.rows * c.cols * sizeof(T) > (accumulate ? 1 : 4) * megabyte;
}

/// The rows `part` of c, all of depth: panel after panel for each block of depth.
template <class T>
void multiply_rows(const Kernel<T>& kernel, MatrixView<const T> a, const Packed<T>& b, MatrixView<T> c, Corner corner,
                   Share part) noexcept {
  const MatrixView<const T> a_rows = a.row_range(part.first, part.count);
  const MatrixView<T> c_rows = c.row_range(part.first, part.count);
  const std::size_t panels = parts_of(c.cols, kernel.nr);
  const auto part_of_panel = [&](std::size_t number, std::size_t row) {
    return rows_from<T>(b.panel(corner.col / kernel.nr + number), corner.row + row);
  };
  for (std::size_t first = 0; first < a.cols; first += depth_block) {
    const std::size_t depth = std::min(depth_block, a.cols - first), next = first + depth < a.cols ? first + depth : 0;
    const bool accumulate = first > 0, fetch = is_far(c, accumulate);
    for (std::size_t number = 0; number < panels; ++number) {
      const std::size_t j = number * kernel.nr;
      const bool last = number + 1 == panels;
      multiply_block<T>(kernel, {a_rows.col_range(first, depth), part_of_panel(number, first),
                                 part_of_panel(last ? 0 : number + 1, last ? next : first),
                                 c_rows.col_range(j, std::min(kernel.nr, c.cols - j)), accumulate, fetch});
    }
  }
}

} // namespace

template <class T>
void multiply(const Kernel<T>& kernel, MatrixView<const T> a, const Packed<T>& b, MatrixView<T> c,
              Corner corner) noexcept {
  assert(a.rows == c.rows && corner.row + a.cols <= b.rows() && corner.col + c.cols <= b.cols());
  assert(a.col_step == 1 && c.col_step == 1 && corner.row % depth_block == 0 && corner.col % kernel.nr == 0);
  // So many of c, and of a block of depth, stay in the cache beside a panel.
  constexpr std::size_t rows_at_a_time = 768 / sizeof(T);
  const std::size_t parts = parts_of(c.rows, rows_at_a_time);
  if (a.cols == 0)
    for (std::size_t i = 0; i < c.rows; ++i) std::fill_n(&c(i, 0), c.cols, T{0}); // the sum of nothing
  for (std::size_t number = 0; number < parts; ++number)
    multiply_rows(kernel, a, b, c, corner, part_of(c.rows, parts, number));
}

template void multiply(const Kernel<float>&, MatrixView<const float>, const Packed<float>&, MatrixView<float>,
                       Corner) noexcept;
template void multiply(const Kernel<double>&, MatrixView<const double>, const Packed<double>&, MatrixView<double>,
                       Corner) noexcept;

} // namespace attn
