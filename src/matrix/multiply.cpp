#include "matrix/multiply.h"

#include "matrix/part.h"

#include <algorithm>
#include <cassert>
#include <memory>
#include <new>

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
  T* copy;      ///< null, or room for the rows of the panel: all tiles but the first read them there
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
  typename Packed<T>::Panel b = block.b;
  for (std::size_t number = 0; number < tiles; ++number) {
    const auto [i, rows] = part_of(block.c.rows, tiles, number);
    const MatrixView<T> c = block.c.row_range(i, rows);
    const std::size_t column = number % lines * line<T>, row = number / lines % 2;
    Fetch fetch = number < 2 * lines ? Fetch::ahead : Fetch::nothing;
    if (number == 0 && are_few) fetch = Fetch::own;
    if (number == 0 && block.copy) fetch = Fetch::ahead_and_copy;
    if (block.fetch_c) prefetch(c);
    kernel.tile({rows, c.cols, block.a.cols, block.a.data + i * block.a.row_step, block.a.row_step, b.data, b.row_step,
                 c.data, c.row_step, block.accumulate, fetch, block.ahead.data + row * block.ahead.row_step + column,
                 2 * block.ahead.row_step, block.copy});
    if (block.copy) b = {block.copy, kernel.nr};
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

/// Whether rows so many numbers apart fall upon a few sets of the cache, where they drive each other out: the step is
/// a multiple of what one way of the first level holds.
template <class T>
bool crowds(std::size_t row_step) noexcept {
  constexpr std::size_t way = 4096;
  return row_step * sizeof(T) % way == 0;
}

/// Rows for which copying b pays: it costs the time of some tiles.
constexpr std::size_t rows_worth_a_copy = 96;

/// Room for copies of a block of depth, of so many `rows` of a and of one panel of b; none, where none are wanted or
/// there is no memory: then they are read where they stand.
template <class T>
class Copies {
public:
  Copies(const Kernel<T>& kernel, MatrixView<const T> a, const Packed<T>& b, MatrixView<T> c, std::size_t rows) noexcept
      : a_row_step_(std::min(depth_block, a.cols) + line<T>) {
    const bool is_large = c.rows >= rows_worth_a_copy && c.cols >= kernel.nr && a.cols > 0;
    const bool wants_b = is_large && crowds<T>(b.panel(0).row_step);
    const bool wants_a = is_large && crowds<T>(a.row_step) && parts_of(c.cols, kernel.nr) >= panels_worth_a_copy;
    const std::size_t of_b = wants_b ? depth_block * kernel.nr : 0, of_a = wants_a ? rows * a_row_step_ : 0;
    if (of_a + of_b == 0) return;
    room_.reset(static_cast<T*>(::operator new((of_a + of_b) * sizeof(T), alignment, std::nothrow)));
    if (room_ == nullptr) return;
    b_ = wants_b ? room_.get() : nullptr;
    a_ = wants_a ? room_.get() + of_b : nullptr;
  }

  /// A block of depth of some rows of a, copied or not.
  MatrixView<const T> of(MatrixView<const T> a) const noexcept {
    if (a_ == nullptr) return a;
    for (std::size_t i = 0; i < a.rows; ++i) std::copy_n(&a(i, 0), a.cols, a_ + i * a_row_step_);
    return {a_, a.rows, a.cols, a_row_step_, 1};
  }

  /// Where the rows of a panel are copied; null: nowhere.
  T* b() const noexcept { return b_; }

private:
  static constexpr std::size_t panels_worth_a_copy = 4;
  static constexpr std::align_val_t alignment{64};
  struct Free {
    void operator()(T* room) const noexcept { ::operator delete(room, alignment); }
  };

  std::unique_ptr<T, Free> room_;
  T* a_ = nullptr;
  T* b_ = nullptr;
  std::size_t a_row_step_;
};

/// The rows `part` of c, all of depth: panel after panel for each block of depth.
template <class T>
void multiply_rows(const Kernel<T>& kernel, MatrixView<const T> a, const Packed<T>& b, MatrixView<T> c, Corner corner,
                   Share part, const Copies<T>& copies) noexcept {
  const MatrixView<const T> a_rows = a.row_range(part.first, part.count);
  const MatrixView<T> c_rows = c.row_range(part.first, part.count);
  const std::size_t panels = parts_of(c.cols, kernel.nr);
  const auto part_of_panel = [&](std::size_t number, std::size_t row) {
    return rows_from<T>(b.panel(corner.col / kernel.nr + number), corner.row + row);
  };
  for (std::size_t first = 0; first < a.cols; first += depth_block) {
    const std::size_t depth = std::min(depth_block, a.cols - first), next = first + depth < a.cols ? first + depth : 0;
    const bool accumulate = first > 0, fetch_c = is_far(c, accumulate);
    const MatrixView<const T> a_block = copies.of(a_rows.col_range(first, depth));
    for (std::size_t number = 0; number < panels; ++number) {
      const std::size_t j = number * kernel.nr, cols = std::min(kernel.nr, c.cols - j);
      const bool last = number + 1 == panels;
      multiply_block<T>(kernel, {a_block, part_of_panel(number, first),
                                 part_of_panel(last ? 0 : number + 1, last ? next : first), c_rows.col_range(j, cols),
                                 accumulate, fetch_c, cols < kernel.nr ? nullptr : copies.b()});
    }
  }
}

} // namespace

template <class T>
void multiply(const Kernel<T>& kernel, MatrixView<const T> a, const Packed<T>& b, MatrixView<T> c,
              Corner corner) noexcept {
  assert(a.rows == c.rows && corner.row + a.cols <= b.rows() && corner.col + c.cols <= b.cols());
  assert(a.col_step == 1 && c.col_step == 1 && corner.row % depth_block == 0 && corner.col % kernel.nr == 0);
  if (c.rows == 0 || c.cols == 0) return;
  if (a.cols == 0)
    for (std::size_t i = 0; i < c.rows; ++i) std::fill_n(&c(i, 0), c.cols, T{0}); // the sum of nothing
  // So many of c, and of a block of depth, stay in the cache beside a panel; more where b has to be copied for each.
  constexpr std::size_t rows_at_a_time = 768 / sizeof(T), rows_for_a_copy = 2 * rows_at_a_time;
  const Copies<T> copies(kernel, a, b, c, std::min(c.rows, rows_for_a_copy));
  const std::size_t parts = parts_of(c.rows, copies.b() ? rows_for_a_copy : rows_at_a_time);
  for (std::size_t number = 0; number < parts; ++number)
    multiply_rows(kernel, a, b, c, corner, part_of(c.rows, parts, number), copies);
}

template void multiply(const Kernel<float>&, MatrixView<const float>, const Packed<float>&, MatrixView<float>,
                       Corner) noexcept;
template void multiply(const Kernel<double>&, MatrixView<const double>, const Packed<double>&, MatrixView<double>,
                       Corner) noexcept;

} // namespace attn
