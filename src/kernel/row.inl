// Kernel<T>'s loops over one row of scores, for any vector of T (exponential.inl says what `S` is). Besides:
//   any_less(a, b): whether a is below b in any place, for two Bits.

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

/// What has been met of a row, lane by lane. Magnitudes are compared as the unsigned integers of their bits: those of
/// infinity and NaN are the largest.
template <class S>
struct Met {
  typename S::Vector most = all<S>(-std::numeric_limits<typename S::Scalar>::infinity());
  typename S::Bits largest = {};

  void meet(const typename S::Vector& numbers, const typename S::Bits& magnitudes) {
    most = S::larger(numbers, most);
    largest = magnitudes > largest ? magnitudes : largest;
  }
};

template <class S>
Peak<typename S::Scalar> peak_of(const Met<S>& met) {
  using T = typename S::Scalar;
  using Word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  T most[width<S>];
  Word largest[width<S>];
  __builtin_memcpy(most, &met.most, sizeof most);
  __builtin_memcpy(largest, &met.largest, sizeof largest);
  for (std::size_t i = 1; i < width<S>; ++i) {
    most[0] = most[i] > most[0] ? most[i] : most[0];
    largest[0] = largest[i] > largest[0] ? largest[i] : largest[0];
  }
  return {most[0], largest[0] < __builtin_bit_cast(Word, std::numeric_limits<T>::infinity())};
}

/// Four chains of maxima, so that none waits for the one before.
template <class S>
Peak<typename S::Scalar> scale(typename S::Scalar* row, std::size_t n, typename S::Scalar factor) noexcept {
  using T = typename S::Scalar;
  constexpr std::size_t chains = 4;
  Met<S> met[chains];
  const auto step = [&](T* at, std::size_t chain) {
    const auto scaled = load<S>(at) * factor;
    store<S>(at, scaled);
    met[chain].meet(scaled, __builtin_bit_cast(typename S::Bits, scaled) & ~Exponential<T>::sign_bit);
  };
  std::size_t j = 0;
  for (; j + chains * width<S> <= n; j += chains * width<S>)
    for (std::size_t chain = 0; chain < chains; ++chain) step(row + j + chain * width<S>, chain);
  in_pieces<S>(row + j, n - j, n > j ? row[j] : T{0}, [&](T* piece) {
    for (std::size_t at = 0; at < lanes<T>; at += width<S>) step(piece + at, 0);
  });
  for (std::size_t chain = 1; chain < chains; ++chain) met[0].meet(met[chain].most, met[chain].largest);
  return peak_of<S>(met[0]);
}

/// e^(x - max) in place of `count` vectors of numbers, whole pieces; each joins the sum of its lanes.
template <class S, std::size_t count, std::size_t piece>
[[gnu::always_inline]] inline void exponentials_at(typename S::Scalar* row, const typename S::Vector& max,
                                                   typename S::Vector (&sums)[piece]) {
  typename S::Vector e[count];
  each<count>([&](std::size_t v) { e[v] = load<S>(row + v * width<S>) - max; });
  exponentiate_up_to<S>(e);
  each<count>([&](std::size_t v) {
    store<S>(row + v * width<S>, e[v]);
    sums[v % piece] += e[v];
  });
}

template <class S>
typename S::Scalar exponentials(typename S::Scalar* row, std::size_t n, typename S::Scalar max) noexcept {
  using T = typename S::Scalar;
  constexpr std::size_t piece = lanes<T> / width<S>, several = 4;
  const auto max_everywhere = all<S>(max);
  typename S::Vector sums[piece] = {};
  std::size_t j = 0;
  if constexpr (several > piece)
    for (; j + several * width<S> <= n; j += several * width<S>)
      exponentials_at<S, several>(row + j, max_everywhere, sums);
  in_pieces<S>(row + j, n - j, -std::numeric_limits<T>::infinity(),
               [&](T* at) { exponentials_at<S, piece>(at, max_everywhere, sums); });
  T lane[lanes<T>];
  __builtin_memcpy(lane, sums, sizeof lane);
  for (std::size_t half = lanes<T> / 2; half > 0; half /= 2)
    for (std::size_t i = 0; i < half; ++i) lane[i] += lane[i + half];
  return lane[0];
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
  if (S::any_less(__builtin_bit_cast(typename S::Bits, x) - 1, typename S::Bits{} + (least - 1))) [[unlikely]]
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
