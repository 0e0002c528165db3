// Kernel<T>::tile for any vector of T, and the Kernel made of one instruction set's types. Besides what exponential.inl
// and row.inl ask of `S`: `mr` rows and `vectors` vectors of columns, as many sums as the registers hold; so many
// `steps` of depth at a time in the tiles that large products are made of.

#include "kernel/row.inl"

#include <cassert>

namespace attn {
namespace {

/// Calls work(i, v) for each vector of sums.
template <std::size_t rows, std::size_t vectors, class Work>
[[gnu::always_inline]] inline void each_vector(Work work) {
#pragma GCC unroll 16
  for (std::size_t i = 0; i < rows; ++i) {
#pragma GCC unroll 8
    for (std::size_t v = 0; v < vectors; ++v) work(i, v);
  }
}

/// Where c ends within the last vector: number by number.
template <class S>
[[gnu::noinline]] void put_part(const Tile<typename S::Scalar>& tile, const typename S::Scalar* sums,
                                std::size_t sums_row_step) {
  for (std::size_t i = 0; i < tile.rows; ++i) {
    auto* c = tile.c + i * tile.c_row_step;
    for (std::size_t j = 0; j < tile.cols; ++j) c[j] = (tile.accumulate ? c[j] : 0) + sums[i * sums_row_step + j];
  }
}

/// Inlined, so that the sums need no address: they stay in registers.
template <class S, std::size_t rows, std::size_t vectors>
[[gnu::always_inline]] inline void put(const Tile<typename S::Scalar>& tile,
                                       const typename S::Vector (&sum)[rows][vectors]) {
  const auto at = [&](std::size_t i, std::size_t v) { return tile.c + i * tile.c_row_step + v * width<S>; };
  if (tile.cols != vectors * width<S>) {
    typename S::Scalar sums[rows][vectors * width<S>];
    each_vector<rows, vectors>([&](std::size_t i, std::size_t v) { store<S>(sums[i] + v * width<S>, sum[i][v]); });
    put_part<S>(tile, sums[0], vectors * width<S>);
  } else if (tile.accumulate) {
    each_vector<rows, vectors>(
        [&](std::size_t i, std::size_t v) { store<S>(at(i, v), load<S>(at(i, v)) + sum[i][v]); });
  } else {
    each_vector<rows, vectors>(
        [&](std::size_t i, std::size_t v) { store<S>(at(i, v), typename S::Vector{} + sum[i][v]); });
  }
}

constexpr std::size_t rows_to_come = 8; ///< of b, from here on, when a tile fetches its own; past the last: nothing

/// What a tile fetches along with `steps` rows of b; `ahead` goes on. A kernel of one step at a time waits for its
/// arithmetic and fetches nothing.
template <class S, std::size_t steps, std::size_t vectors, Fetch fetch>
[[gnu::always_inline]] inline void fetch_for(const Tile<typename S::Scalar>& tile, const typename S::Scalar* b,
                                             const typename S::Scalar*& ahead) {
  static_assert(steps == 1 || steps % 2 == 0);
  if constexpr (steps == 1) {
  } else if constexpr (fetch == Fetch::ahead || fetch == Fetch::ahead_and_copy) {
#pragma GCC unroll 4
    for (std::size_t i = 0; i < steps; i += 2) __builtin_prefetch(ahead + i / 2 * tile.ahead_row_step, 0, 2);
    ahead += steps / 2 * tile.ahead_row_step;
  } else if constexpr (fetch == Fetch::own) {
#pragma GCC unroll 4
    for (std::size_t i = 0; i < steps; ++i)
#pragma GCC unroll 8
      for (std::size_t v = 0; v < vectors; ++v)
        __builtin_prefetch(b + (i + rows_to_come) * tile.b_row_step + v * width<S>, 0, 3);
  }
}

/// Column `p` of a times a row of b, by `join`(a_ip, row of b, sum so far). If it `copies`, that row goes into row `p`
/// of copy.
template <class S, bool copies, std::size_t rows, std::size_t vectors, class Join>
[[gnu::always_inline]] inline void each_product(const typename S::Scalar* const (&a)[rows], std::size_t p,
                                                const typename S::Scalar* b, typename S::Scalar* copy,
                                                typename S::Vector (&sum)[rows][vectors], Join join) {
  typename S::Vector b_row[vectors];
#pragma GCC unroll 8
  for (std::size_t v = 0; v < vectors; ++v) b_row[v] = load<S>(b + v * width<S>);
  if constexpr (copies)
#pragma GCC unroll 8
    for (std::size_t v = 0; v < vectors; ++v) store<S>(copy + (p * vectors + v) * width<S>, b_row[v]);
#pragma GCC unroll 16
  for (std::size_t i = 0; i < rows; ++i) {
    const auto a_ip = all<S>(a[i][p]);
#pragma GCC unroll 8
    for (std::size_t v = 0; v < vectors; ++v) sum[i][v] = join(a_ip, b_row[v], sum[i][v]);
  }
}

/// Whether large products are made of such tiles: rows are parted evenly (matrix/part.h).
template <class S>
constexpr bool is_usual(std::size_t rows, std::size_t vectors) {
  return rows + 1 >= S::mr && vectors == S::vectors;
}

/// Sums stay in registers while all of depth goes by: each number of b is loaded once for all rows. A chain begins with
/// its first product: added to +0 it would differ in the sign of 0 alone, which put() takes away. The tiles that a
/// large product is made of go several steps at a time, so that next to nothing but the products is left to do.
template <class S, std::size_t rows, std::size_t vectors, Fetch fetch>
void tile_of(const Tile<typename S::Scalar>& tile) noexcept {
  using Vector = typename S::Vector;
  constexpr std::size_t steps = is_usual<S>(rows, vectors) ? S::steps : (S::steps + 1) / 2;
  const auto join = [](const Vector& one, const Vector& other, const Vector& sum_so_far) {
    return S::fused_multiply_add(one, other, sum_so_far);
  };
  const std::size_t b_row_step = tile.b_row_step;
  const typename S::Scalar *a[rows], *b = tile.b, *ahead = tile.ahead;
  typename S::Scalar* const copy = tile.copy;
  constexpr bool copies = fetch == Fetch::ahead_and_copy;
#pragma GCC unroll 16
  for (std::size_t i = 0; i < rows; ++i) a[i] = tile.a + i * tile.a_row_step;
  Vector sum[rows][vectors];
  each_product<S, copies>(a, 0, b, copy, sum,
                          [](const Vector& one, const Vector& other, const Vector&) { return one * other; });
  std::size_t p = 1;
  for (b += b_row_step; p + steps <= tile.depth; p += steps, b += steps * b_row_step) {
    fetch_for<S, steps, vectors, fetch>(tile, b, ahead);
#pragma GCC unroll 4
    for (std::size_t step = 0; step < steps; ++step)
      each_product<S, copies>(a, p + step, b + step * b_row_step, copy, sum, join);
  }
  for (; p < tile.depth; ++p, b += b_row_step) each_product<S, copies>(a, p, b, copy, sum, join);
  put<S>(tile, sum);
}

/// Hands over to the tile_of with this number of rows and columns. Where columns are few, fetching is no choice.
template <class S, std::size_t rows = S::mr, std::size_t vectors = S::vectors>
void tile_any(const Tile<typename S::Scalar>& tile) noexcept {
  if constexpr (rows > 1)
    if (tile.rows < rows) return tile_any<S, rows - 1, vectors>(tile);
  if constexpr (vectors > 1)
    if (tile.cols <= (vectors - 1) * width<S>) return tile_any<S, rows, vectors - 1>(tile);
  if constexpr (vectors == S::vectors)
    if (tile.fetch == Fetch::own) return tile_of<S, rows, vectors, Fetch::own>(tile);
  if constexpr (is_usual<S>(rows, vectors)) {
    if (tile.fetch == Fetch::ahead_and_copy) return tile_of<S, rows, vectors, Fetch::ahead_and_copy>(tile);
  }
  assert(tile.fetch != Fetch::ahead_and_copy);
  tile_of<S, rows, vectors, Fetch::ahead>(tile);
}

template <class S>
constexpr Kernel<typename S::Scalar> kernel_of(const char* name) {
  constexpr std::size_t nr = S::vectors * width<S>;
  return {name, S::mr, nr, tile_any<S>, scale<S>, exponentials<S>, divide<S>, soften<S>};
}

} // namespace
} // namespace attn
