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

/// Some rows and one panel, in blocks of depth that go by for each tile: `ahead` is the panel that is needed next.
template <class T>
struct Strip {
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

/// Numbers needed soon, one for two rows of a block of depth.
template <class T>
struct Ahead {
  const T* data;
  std::size_t row_step;
  const T* from(std::size_t first) const noexcept { return data + first / 2 * row_step; }
};

/// What tile `number` fetches into the cache. The first ones fetch the rows of the next panel, each every second row of
/// a line: spread so, they come without being waited for. The others fetch the rows of a for the tile behind them.
template <class T>
Ahead<T> ahead_of(const Strip<T>& strip, std::size_t number, std::size_t lines, std::size_t rows_behind) noexcept {
  if (number >= 2 * lines) return {strip.a.data + rows_behind * strip.a.row_step, line<T>};
  const bool second = number >= lines;
  const T* const row = strip.ahead.data + (second ? strip.ahead.row_step : 0);
  return {row + (second ? number - lines : number) * line<T>, 2 * strip.ahead.row_step};
}

/// Tile after tile down the rows. Where they are too few to fetch the next panel, the first one of a whole panel
/// fetches its own.
template <class T>
void multiply_strip(const Kernel<T>& kernel, const Strip<T>& strip) noexcept {
  const EvenParts tiles(strip.c.rows, parts_of(strip.c.rows, kernel.mr));
  const std::size_t lines = std::max<std::size_t>(kernel.nr / line<T>, 1);
  const bool are_few = tiles.size() < 2 * lines;
  typename Packed<T>::Panel b = strip.b;
  for (std::size_t number = 0; number < tiles.size(); ++number) {
    const auto [i, rows] = tiles[number];
    const MatrixView<T> c = strip.c.row_range(i, rows);
    const Ahead<T> ahead = ahead_of(strip, number, lines, i + rows);
    Fetch fetch = Fetch::ahead;
    if (number == 0 && are_few) fetch = Fetch::own;
    if (number == 0 && strip.copy) fetch = Fetch::ahead_and_copy;
    if (strip.fetch_c) prefetch(c);
    for (std::size_t first = 0; first < strip.a.cols; first += depth_block)
      kernel.tile({rows, c.cols, std::min(depth_block, strip.a.cols - first), &strip.a(i, first), strip.a.row_step,
                   b.data + first * b.row_step, b.row_step, c.data, c.row_step, strip.accumulate || first > 0, fetch,
                   ahead.from(first), ahead.row_step, strip.copy ? strip.copy + first * kernel.nr : nullptr});
    if (strip.copy) b = {strip.copy, kernel.nr};
  }
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

/// Rows for which a panel is copied, as that costs the time of a tile or so: its rows then follow each other.
template <class T>
std::size_t rows_worth_a_copy(std::size_t row_step) noexcept {
  return crowds<T>(row_step) ? 96 : 256;
}

/// How a product is cut.
struct Cut {
  std::size_t rows, depth; ///< at a time; rows of b so many stay in the cache of the second level
};
/// Where a panel's rows follow each other, all its depth goes by while a tile's part of c is near; the rows of a come
/// from afar, in time. Where they do not, a block of depth of all panels meets as many rows as stay in the cache.
template <class T>
constexpr Cut by_panels{6144 / sizeof(T), 4 * depth_block};
template <class T>
constexpr Cut by_blocks{768 / sizeof(T), depth_block};

struct Free {
  static constexpr std::align_val_t alignment{64};
  template <class T>
  void operator()(T* room) const noexcept {
    ::operator delete(room, alignment);
  }
};

/// null: there is no memory.
template <class T>
std::unique_ptr<T, Free> room_for(std::size_t numbers) noexcept {
  return std::unique_ptr<T, Free>(static_cast<T*>(::operator new(numbers * sizeof(T), Free::alignment, std::nothrow)));
}

/// The rows `part` of c, all of depth.
template <class T>
void multiply_rows(const Kernel<T>& kernel, MatrixView<const T> a, const Packed<T>& b, MatrixView<T> c, Corner corner,
                   Share part, std::size_t depth_at_a_time, T* copy) noexcept {
  const MatrixView<const T> a_rows = a.row_range(part.first, part.count);
  const MatrixView<T> c_rows = c.row_range(part.first, part.count);
  const std::size_t panels = parts_of(c.cols, kernel.nr);
  const auto rows_of_panel = [&](std::size_t number, std::size_t row) -> typename Packed<T>::Panel {
    const auto [data, row_step] = b.panel(corner.col / kernel.nr + number);
    return {data + (corner.row + row) * row_step, row_step};
  };
  for (std::size_t first = 0; first < a.cols; first += depth_at_a_time) {
    const std::size_t depth = std::min(depth_at_a_time, a.cols - first),
                      next = first + depth < a.cols ? first + depth : 0;
    const bool accumulate = first > 0, fetch_c = is_far(c, accumulate);
    for (std::size_t number = 0; number < panels; ++number) {
      const std::size_t j = number * kernel.nr, cols = std::min(kernel.nr, c.cols - j);
      const bool last = number + 1 == panels;
      multiply_strip<T>(kernel, {a_rows.col_range(first, depth), rows_of_panel(number, first),
                                 rows_of_panel(last ? 0 : number + 1, last ? next : first), c_rows.col_range(j, cols),
                                 accumulate, fetch_c, cols < kernel.nr ? nullptr : copy});
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
  const std::size_t row_step = b.panel(corner.col / kernel.nr).row_step;
  const bool follow = row_step == kernel.nr, are_many = c.rows >= rows_worth_a_copy<T>(row_step);
  std::unique_ptr<T, Free> copy;
  if (are_many && !follow && c.cols >= kernel.nr && a.cols > 0)
    copy = room_for<T>(std::min(by_panels<T>.depth, a.cols) * kernel.nr);
  const Cut cut = copy || (are_many && follow) ? by_panels<T> : by_blocks<T>;
  const EvenParts parts(c.rows, parts_of(c.rows, cut.rows));
  for (std::size_t number = 0; number < parts.size(); ++number)
    multiply_rows(kernel, a, b, c, corner, parts[number], cut.depth, copy.get());
}

template void multiply(const Kernel<float>&, MatrixView<const float>, const Packed<float>&, MatrixView<float>,
                       Corner) noexcept;
template void multiply(const Kernel<double>&, MatrixView<const double>, const Packed<double>&, MatrixView<double>,
                       Corner) noexcept;

} // namespace attn
