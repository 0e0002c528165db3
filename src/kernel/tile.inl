// Kernel<T>::tile for any vector of T, and the Kernel made of one instruction set's types. Besides what exponential.inl
// and row.inl ask of `S`: `mr` rows and `vectors` vectors of columns, as many sums as the registers hold; `tall` rows,
// which go with half as many vectors.

#include "kernel/row.inl"

namespace attn {
namespace {

/// Calls work(at, sum) for each vector of sums and where it goes.
template <class S, std::size_t rows, std::size_t vectors, class Work>
void each_sum(const Tile<typename S::Scalar>& tile, const typename S::Vector (&sum)[rows][vectors], Work work) {
#pragma GCC unroll 16
  for (std::size_t i = 0; i < rows; ++i) {
#pragma GCC unroll 8
    for (std::size_t v = 0; v < vectors; ++v) work(tile.c + i * tile.c_row_step + v * width<S>, sum[i][v]);
  }
}

/// The same where c ends within the last vector, number by number.
template <class S, std::size_t rows, std::size_t vectors>
void put_part(const Tile<typename S::Scalar>& tile, const typename S::Vector (&sum)[rows][vectors]) {
  typename S::Scalar all_sums[rows][vectors * width<S>];
  __builtin_memcpy(all_sums, sum, sizeof all_sums);
  for (std::size_t i = 0; i < rows; ++i) {
    auto* c = tile.c + i * tile.c_row_step;
    for (std::size_t j = 0; j < tile.cols; ++j) c[j] = (tile.accumulate ? c[j] : 0) + all_sums[i][j];
  }
}

template <class S, std::size_t rows, std::size_t vectors>
void put(const Tile<typename S::Scalar>& tile, const typename S::Vector (&sum)[rows][vectors]) {
  if (tile.cols != vectors * width<S>)
    put_part<S>(tile, sum);
  else if (tile.accumulate)
    each_sum<S>(tile, sum, [](auto* at, const auto& one) { store<S>(at, load<S>(at) + one); });
  else
    each_sum<S>(tile, sum, [](auto* at, const auto& one) { store<S>(at, typename S::Vector{} + one); });
}

/// Sums stay in registers while all of depth goes by: each number of b is loaded once for all rows. What comes from
/// far is fetched ahead: c, which is wanted last; b where few tiles share it; `ahead`, a line for each row of depth.
template <class S, std::size_t rows, std::size_t vectors>
void tile_of(const Tile<typename S::Scalar>& tile) noexcept {
  using Vector = typename S::Vector;
  constexpr std::size_t rows_ahead = 16;
  const auto *b = tile.b, *ahead = tile.ahead;
  for (std::size_t i = 0; i < rows; ++i) __builtin_prefetch(tile.c + i * tile.c_row_step);
  Vector sum[rows][vectors] = {};
  for (std::size_t p = 0; p < tile.depth; ++p, b += tile.b_row_step, ahead += tile.ahead_row_step) {
    Vector b_row[vectors];
    __builtin_prefetch(ahead, 0, 2);
#pragma GCC unroll 8
    for (std::size_t v = 0; v < vectors; ++v) {
      if constexpr (rows > S::mr) __builtin_prefetch(b + rows_ahead * tile.b_row_step + v * width<S>);
      b_row[v] = load<S>(b + v * width<S>);
    }
#pragma GCC unroll 16
    for (std::size_t i = 0; i < rows; ++i) {
      const auto a_ip = all<S>(tile.a[i * tile.a_row_step + p]);
#pragma GCC unroll 8
      for (std::size_t v = 0; v < vectors; ++v) sum[i][v] = S::fused_multiply_add(a_ip, b_row[v], sum[i][v]);
    }
  }
  put<S>(tile, sum);
}

/// More rows than mr go with half of the vectors, so they take two such tiles where there are more columns.
template <class S, std::size_t rows, std::size_t vectors>
void any_tile_of(const Tile<typename S::Scalar>& tile) noexcept {
  constexpr std::size_t half = (S::vectors + 1) / 2;
  if constexpr (rows <= S::mr || vectors <= half) {
    tile_of<S, rows, vectors>(tile);
  } else {
    auto left = tile, right = tile;
    left.cols = half * width<S>;
    right.cols -= left.cols;
    right.b += left.cols;
    right.c += left.cols;
    right.ahead += left.cols;
    tile_of<S, rows, half>(left);
    tile_of<S, rows, vectors - half>(right);
  }
}

/// Hands over to the tile_of with this number of rows and columns.
template <class S, std::size_t rows = S::tall, std::size_t vectors = S::vectors>
void tile_any(const Tile<typename S::Scalar>& tile) noexcept {
  if constexpr (rows > 1)
    if (tile.rows < rows) return tile_any<S, rows - 1, vectors>(tile);
  if constexpr (vectors > 1)
    if (tile.cols <= (vectors - 1) * width<S>) return tile_any<S, rows, vectors - 1>(tile);
  any_tile_of<S, rows, vectors>(tile);
}

template <class S>
constexpr Kernel<typename S::Scalar> kernel_of(const char* name) {
  constexpr std::size_t nr = S::vectors * width<S>;
  return {name, S::mr, S::tall, nr, tile_any<S>, scale<S>, exponentials<S>, divide<S>, soften<S>};
}

} // namespace
} // namespace attn
