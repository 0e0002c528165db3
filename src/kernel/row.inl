// Kernel<T>'s loops over one row of scores, for any vector of T (exponential.inl says what `S` is). Besides:
// any(compared) says whether a comparison of two Vectors or two Bits holds in any place.

#include "kernel/exponential.inl"

#include <limits>
#include <type_traits>

namespace attn {
namespace {

/// Numbers in a vector.
template <class S>
inline constexpr std::size_t width = sizeof(typename S::Vector) / sizeof(typename S::Scalar);

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

/// All lanes folded in halves.
template <class T, class Join>
T folded(T (&lane)[lanes<T>], Join join) {
  for (std::size_t half = lanes<T> / 2; half > 0; half /= 2)
    for (std::size_t i = 0; i < half; ++i) lane[i] = join(lane[i], lane[i + half]);
  return lane[0];
}

/// Magnitudes are compared as the unsigned integers of their bits: those of infinity and NaN are the largest.
template <class S>
Peak<typename S::Scalar> scale(typename S::Scalar* row, std::size_t n, typename S::Scalar factor) noexcept {
  using T = typename S::Scalar;
  using Word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  constexpr std::size_t vectors = lanes<T> / width<S>;
  typename S::Vector most[vectors];
  typename S::Bits largest[vectors] = {};
  for (auto& vector : most) vector = all<S>(-std::numeric_limits<T>::infinity());
  in_pieces<S>(row, n, n > 0 ? row[0] : T{0}, [&](T* piece) {
    for (std::size_t v = 0; v < vectors; ++v) {
      const auto scaled = load<S>(piece + v * width<S>) * factor;
      store<S>(piece + v * width<S>, scaled);
      most[v] = scaled > most[v] ? scaled : most[v];
      const auto magnitude = __builtin_bit_cast(typename S::Bits, scaled) & ~Exponential<T>::sign_bit;
      largest[v] = magnitude > largest[v] ? magnitude : largest[v];
    }
  });
  T lane[lanes<T>];
  Word word[lanes<T>];
  __builtin_memcpy(lane, most, sizeof lane);
  __builtin_memcpy(word, largest, sizeof word);
  for (std::size_t i = 1; i < lanes<T>; ++i) word[0] = word[i] > word[0] ? word[i] : word[0];
  return {folded<T>(lane, [](T a, T b) { return a > b ? a : b; }),
          word[0] < __builtin_bit_cast(Word, std::numeric_limits<T>::infinity())};
}

template <class S>
typename S::Scalar exponentials(typename S::Scalar* row, std::size_t n, typename S::Scalar max) noexcept {
  using T = typename S::Scalar;
  typename S::Vector sums[lanes<T> / width<S>] = {};
  in_pieces<S>(row, n, -std::numeric_limits<T>::infinity(), [&](T* piece) {
    for (std::size_t v = 0; v < lanes<T> / width<S>; ++v) {
      const auto e = exponential_up_to<S>(load<S>(piece + v * width<S>) - max);
      store<S>(piece + v * width<S>, e);
      sums[v] += e;
    }
  });
  T lane[lanes<T>];
  __builtin_memcpy(lane, sums, sizeof lane);
  return folded<T>(lane, [](T a, T b) { return a + b; });
}

/// The rounded quotient of two numbers from the rounded reciprocal of the lower one: q is brought within one unit in
/// the last place, and a step from there rounds as division does (Markstein 1990), as long as the remainders are exact:
/// x is not below 2^-100 (float), 2^-960 (double). Where it is, and not 0, the CPU divides.
template <class S>
typename S::Vector quotient(typename S::Vector x, typename S::Scalar lower, typename S::Scalar reciprocal) {
  using T = typename S::Scalar;
  if constexpr (std::is_same_v<typename S::Vector, T>) return x / lower;
  constexpr auto least =
      __builtin_bit_cast(decltype(Exponential<T>::sign_bit), sizeof(T) == 4 ? T(0x1p-100f) : static_cast<T>(0x1p-960));
  if (S::any(__builtin_bit_cast(typename S::Bits, x) - 1 < least - 1)) [[unlikely]]
    return x / lower;
  auto q = x * reciprocal;
  for (int step = 0; step < 2; ++step)
    q = S::fused_multiply_add(S::fused_multiply_add(q, all<S>(-lower), x), all<S>(reciprocal), q);
  return q;
}

template <class S>
void divide(typename S::Scalar* row, std::size_t n, typename S::Scalar sum) noexcept {
  using T = typename S::Scalar;
  const T reciprocal = 1 / sum;
  in_pieces<S>(row, n, T{0}, [&](T* piece) {
    for (std::size_t at = 0; at < lanes<T>; at += width<S>)
      store<S>(piece + at, quotient<S>(load<S>(piece + at), sum, reciprocal));
  });
}

template <class S>
void soften(typename S::Scalar* row, std::size_t n, typename S::Scalar cap) noexcept {
  using T = typename S::Scalar;
  in_pieces<S>(row, n, T{0}, [&](T* piece) {
    for (std::size_t at = 0; at < lanes<T>; at += width<S>)
      store<S>(piece + at, cap * hyperbolic_tangent_of<S>(load<S>(piece + at) / cap));
  });
}

} // namespace
} // namespace attn
