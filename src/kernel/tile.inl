// Kernel<T>::tile for any vector of T, and the Kernel made of one instruction set's types. Besides what exponential.inl
// and row.inl ask of `S`: `mr` rows and `vectors` vectors of columns, as many sums as the registers hold.

#include "kernel/row.inl"

#include <cassert>

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

/// What a tile fetches into the cache while it goes down the rows of b: a line of each of the next block's rows, or the
/// whole of its own rows to come.
enum class Fetch { ahead, own };
constexpr std::size_t rows_to_come = 8; ///< rows from here on that arrive when they are needed; past the last: nothing

template <class S, std::size_t vectors>
[[gnu::always_inline]] inline void fetch_ahead(const Tile<typename S::Scalar>& tile, std::size_t p, Fetch fetch) {
  if (fetch == Fetch::ahead) return __builtin_prefetch(tile.ahead + p * tile.ahead_row_step, 0, 2);
#pragma GCC unroll 8
  for (std::size_t v = 0; v < vectors; ++v)
    __builtin_prefetch(tile.b + (p + rows_to_come) * tile.b_row_step + v * width<S>, 0, 3);
}

/// Column `p` of a times row `p` of b, by `join`(a_ip, row of b, sum so far).
template <class S, std::size_t rows, std::size_t vectors, class Join>
[[gnu::always_inline]] inline void each_product(const Tile<typename S::Scalar>& tile, std::size_t p,
                                                typename S::Vector (&sum)[rows][vectors], Join join) {
  const auto* b = tile.b + p * tile.b_row_step;
  typename S::Vector b_row[vectors];
#pragma GCC unroll 8
  for (std::size_t v = 0; v < vectors; ++v) b_row[v] = load<S>(b + v * width<S>);
#pragma GCC unroll 16
  for (std::size_t i = 0; i < rows; ++i) {
    const auto a_ip = all<S>(tile.a[i * tile.a_row_step + p]);
#pragma GCC unroll 8
    for (std::size_t v = 0; v < vectors; ++v) sum[i][v] = join(a_ip, b_row[v], sum[i][v]);
  }
}

/// Sums stay in registers while all of depth goes by: each number of b is loaded once for all rows. A chain begins with
/// its first product: added to +0 it would differ in the sign of 0 alone, which put() takes away. Two steps at a time
/// leave room between the products for what else there is to do.
template <class S, std::size_t rows, std::size_t vectors, Fetch fetch>
void tile_of(const Tile<typename S::Scalar>& tile) noexcept {
  using Vector = typename S::Vector;
  Vector sum[rows][vectors];
  assert(fetch == Fetch::own || tile.ahead != nullptr);
  fetch_ahead<S, vectors>(tile, 0, fetch);
  each_product<S>(tile, 0, sum, [](const Vector& a, const Vector& b, const Vector&) { return a * b; });
#pragma GCC unroll 2
  for (std::size_t p = 1; p < tile.depth; ++p) {
    fetch_ahead<S, vectors>(tile, p, fetch);
    each_product<S>(tile, p, sum, [](const Vector& a, const Vector& b, const Vector& sum_so_far) {
      return S::fused_multiply_add(a, b, sum_so_far);
    });
  }
  put<S>(tile, sum);
}

/// Hands over to the tile_of with this number of rows and columns.
template <class S, std::size_t rows = S::mr, std::size_t vectors = S::vectors>
void tile_any(const Tile<typename S::Scalar>& tile) noexcept {
  if constexpr (rows > 1)
    if (tile.rows < rows) return tile_any<S, rows - 1, vectors>(tile);
  if constexpr (vectors > 1)
    if (tile.cols <= (vectors - 1) * width<S>) return tile_any<S, rows, vectors - 1>(tile);
  if constexpr (vectors == S::vectors)
    if (tile.ahead == nullptr) return tile_of<S, rows, vectors, Fetch::own>(tile);
  tile_of<S, rows, vectors, Fetch::ahead>(tile);
}

template <class S>
constexpr Kernel<typename S::Scalar> kernel_of(const char* name) {
  constexpr std::size_t nr = S::vectors * width<S>;
  return {name, S::mr, nr, tile_any<S>, scale<S>, exponentials<S>, divide<S>, soften<S>};
}

} // namespace
} // namespace attn
