// Kernel<T>::tile for any vector of T, and the Kernel made of one instruction set's types. Besides what exponential.inl
// asks of `S`: `mr` rows and `vectors` vectors of columns, as many sums as the registers hold.

#include "kernel/row.inl"

namespace attn {
namespace {

/// Sums stay in registers while all of depth goes by: each number of b is loaded once for all rows.
template <class S, std::size_t rows>
void tile_of(std::size_t depth, const typename S::Scalar* a, std::size_t a_row_step, const typename S::Scalar* b,
             std::size_t b_row_step, typename S::Scalar* c, std::size_t c_row_step, bool accumulate) noexcept {
  constexpr std::size_t width = sizeof(typename S::Vector) / sizeof(typename S::Scalar);
  typename S::Vector sum[rows][S::vectors] = {};
  for (std::size_t p = 0; p < depth; ++p, b += b_row_step) {
    typename S::Vector b_row[S::vectors];
#pragma GCC unroll 8
    for (std::size_t v = 0; v < S::vectors; ++v) b_row[v] = load<S>(b + v * width);
#pragma GCC unroll 16
    for (std::size_t i = 0; i < rows; ++i) {
      const auto a_ip = all<S>(a[i * a_row_step + p]);
#pragma GCC unroll 8
      for (std::size_t v = 0; v < S::vectors; ++v) sum[i][v] = S::fused_multiply_add(a_ip, b_row[v], sum[i][v]);
    }
  }
#pragma GCC unroll 16
  for (std::size_t i = 0; i < rows; ++i) {
#pragma GCC unroll 8
    for (std::size_t v = 0; v < S::vectors; ++v) {
      typename S::Scalar* at = c + i * c_row_step + v * width;
      store<S>(at, (accumulate ? load<S>(at) : typename S::Vector{}) + sum[i][v]);
    }
  }
}

/// Hands over to the tile_of with this number of rows.
template <class S, std::size_t most = S::mr>
void tile(std::size_t rows, std::size_t depth, const typename S::Scalar* a, std::size_t a_row_step,
          const typename S::Scalar* b, std::size_t b_row_step, typename S::Scalar* c, std::size_t c_row_step,
          bool accumulate) noexcept {
  if (rows == most) return tile_of<S, most>(depth, a, a_row_step, b, b_row_step, c, c_row_step, accumulate);
  if constexpr (most > 1) tile<S, most - 1>(rows, depth, a, a_row_step, b, b_row_step, c, c_row_step, accumulate);
}

template <class S>
constexpr Kernel<typename S::Scalar> kernel_of(const char* name) {
  constexpr std::size_t nr = S::vectors * sizeof(typename S::Vector) / sizeof(typename S::Scalar);
  static_assert(S::mr * nr <= largest_tile);
  return {name, S::mr, nr, tile<S>, exponentials<S>, soften<S>};
}

} // namespace
} // namespace attn
