// Kernel<T>'s loops over one row of scores, for any vector of T (exponential.inl says what `S` is).

#include "kernel/exponential.inl"

namespace attn {
namespace {

template <class S>
typename S::Vector load(const typename S::Scalar* from) {
  typename S::Vector vector;
  __builtin_memcpy(&vector, from, sizeof vector);
  return vector;
}

template <class S>
void store(typename S::Scalar* to, const typename S::Vector& vector) {
  __builtin_memcpy(to, &vector, sizeof vector);
}

/// Calls work(piece) on the row in pieces of `lanes` numbers; the last one is filled up with `filler` in a copy.
template <class S, class Work>
void in_pieces(typename S::Scalar* row, std::size_t n, typename S::Scalar filler, Work work) {
  using T = typename S::Scalar;
  std::size_t j = 0;
  for (; j + lanes<T> <= n; j += lanes<T>) work(row + j);
  if (j == n) return;
  T last[lanes<T>];
  for (T& number : last) number = filler;
  __builtin_memcpy(last, row + j, (n - j) * sizeof(T));
  work(last);
  __builtin_memcpy(row + j, last, (n - j) * sizeof(T));
}

template <class S>
typename S::Scalar exponentials(typename S::Scalar* row, std::size_t n, typename S::Scalar max) noexcept {
  using T = typename S::Scalar;
  constexpr std::size_t width = sizeof(typename S::Vector) / sizeof(T);
  typename S::Vector sums[lanes<T> / width] = {};
  in_pieces<S>(row, n, static_cast<T>(-__builtin_inf()), [&](T* piece) {
    for (std::size_t v = 0; v < lanes<T> / width; ++v) {
      const auto e = exponential_of<S>(load<S>(piece + v * width) - max);
      store<S>(piece + v * width, e);
      sums[v] += e;
    }
  });
  T sum[lanes<T>];
  __builtin_memcpy(sum, sums, sizeof sum);
  for (std::size_t half = lanes<T> / 2; half > 0; half /= 2)
    for (std::size_t i = 0; i < half; ++i) sum[i] += sum[i + half];
  return sum[0];
}

template <class S>
void soften(typename S::Scalar* row, std::size_t n, typename S::Scalar cap) noexcept {
  using T = typename S::Scalar;
  constexpr std::size_t width = sizeof(typename S::Vector) / sizeof(T);
  in_pieces<S>(row, n, T{0}, [&](T* piece) {
    for (std::size_t at = 0; at < lanes<T>; at += width)
      store<S>(piece + at, cap * hyperbolic_tangent_of<S>(load<S>(piece + at) / cap));
  });
}

} // namespace
} // namespace attn
