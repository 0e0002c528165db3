// e^x and tanh x by one polynomial, for any vector of T: the same operations in the same order on every instruction
// set, so that the last bit never depends on the machine. No libm: glibc takes other code on other CPUs.
//
//   x = k·ln 2 + r,  k an integer, |r| <= ln 2 / 2;  e^r - 1 = r + r²·q(r);  e^x = 2^k·e^r
//
// Included by the file of an instruction set, inside its own translation unit only. `S` is that file's set of types:
//   Scalar, Vector (Scalar itself or a GCC vector of it), Bits (unsigned integers of the same width and number),
//   fused_multiply_add(a, b, c) of three Vectors,
//   larger(a, b): a where a > b, else b,
//   times_power_of_two(x, parts): x·2^k, rounded once (by_halves does it anywhere).

#include "kernel/kernel.h"

#include <cstddef>
#include <cstdint>

namespace attn {
namespace {

template <class T>
struct Exponential;

/// q(r) = 1/2 + r·(c[0] + c[1]·r + …): e^r is minimax in absolute error over |r| <= 0.3467 (Lawson's weighted least
/// squares), 5.5e-18 before rounding.
template <>
struct Exponential<double> {
  static constexpr double lowest = -746, highest = 710; ///< from here on e^x is 0, infinity
  static constexpr double tanh_is_one = 44;             ///< 2|x| from which tanh x rounds to 1
  static constexpr double log2_e = 0x1.71547652b82fep+0;
  static constexpr double ln2_high = 0x1.62e42fefa38p-1; ///< k·ln2_high is exact
  static constexpr double ln2_low = 0x1.ef35793c7673p-45;
  static constexpr double shifter = 0x1.8p52; ///< x + shifter has x, rounded to an integer, in its lowest bits
  static constexpr std::uint64_t shifter_bits = 0x4338000000000000;
  static constexpr std::uint64_t sign_bit = 0x8000000000000000;
  static constexpr int mantissa = 52, bias = 1023;
  static constexpr double c[] = {0x1.555555555555cp-3,  0x1.5555555553154p-5,  0x1.111111110e561p-7,
                                 0x1.6c16c17cfc091p-10, 0x1.a01a01b67d44cp-13, 0x1.a019aa7ab34b8p-16,
                                 0x1.71dde8687d1b3p-19, 0x1.28a03b938bbe2p-22, 0x1.af795b18fcdf2p-26};
};

/// The same for float: 3.2e-9 before rounding.
template <>
struct Exponential<float> {
  static constexpr float lowest = -104, highest = 89;
  static constexpr float tanh_is_one = 20;
  static constexpr float log2_e = 0x1.715476p+0f;
  static constexpr float ln2_high = 0x1.62e4p-1f;
  static constexpr float ln2_low = 0x1.7f7d1cp-20f;
  static constexpr float shifter = 0x1.8p23f;
  static constexpr std::uint32_t shifter_bits = 0x4b400000;
  static constexpr std::uint32_t sign_bit = 0x80000000;
  static constexpr int mantissa = 23, bias = 127;
  static constexpr float c[] = {0x1.555490p-3f, 0x1.5554c0p-5f, 0x1.123a3ap-7f, 0x1.6d796ap-10f};
};

/// The value in every place; taking off 0 keeps even -0, and costs nothing.
template <class S>
typename S::Vector all(typename S::Scalar value) {
  return value - typename S::Vector{};
}

/// e^x = 2^k·(1 + r + r²·q). k is a two's complement integer, n the same as a number.
template <class S>
struct Parts {
  typename S::Vector r, q, n;
  typename S::Bits k;
};

/// Calls work(v) for every v < count. What is worked for several vectors goes step by step: one step for each of them
/// before the next, so that none waits for the step before.
template <std::size_t count, class Work>
[[gnu::always_inline]] inline void each(Work work) {
#pragma GCC unroll 8
  for (std::size_t v = 0; v < count; ++v) work(v);
}

template <class S, std::size_t count>
[[gnu::always_inline]] inline void split(const typename S::Vector (&x)[count], Parts<S> (&parts)[count]) {
  using C = Exponential<typename S::Scalar>;
  constexpr std::size_t terms = sizeof(C::c) / sizeof(C::c[0]);
  typename S::Vector shifted[count];
  each<count>([&](std::size_t v) { shifted[v] = S::fused_multiply_add(x[v], all<S>(C::log2_e), all<S>(C::shifter)); });
  each<count>([&](std::size_t v) { parts[v].n = shifted[v] - C::shifter; });
  each<count>([&](std::size_t v) { parts[v].r = S::fused_multiply_add(parts[v].n, all<S>(-C::ln2_high), x[v]); });
  each<count>([&](std::size_t v) { parts[v].r = S::fused_multiply_add(parts[v].n, all<S>(-C::ln2_low), parts[v].r); });
  each<count>([&](std::size_t v) { parts[v].q = all<S>(C::c[terms - 1]); });
  for (std::size_t i = terms - 1; i-- > 0;)
    each<count>([&](std::size_t v) { parts[v].q = S::fused_multiply_add(parts[v].q, parts[v].r, all<S>(C::c[i])); });
  constexpr typename S::Scalar half = 0.5;
  each<count>([&](std::size_t v) { parts[v].q = S::fused_multiply_add(parts[v].q, parts[v].r, all<S>(half)); });
  each<count>([&](std::size_t v) { parts[v].k = __builtin_bit_cast(typename S::Bits, shifted[v]) - C::shifter_bits; });
}

/// 2^k as a normal number.
template <class S>
typename S::Vector power_of_two(typename S::Bits k) {
  using C = Exponential<typename S::Scalar>;
  return __builtin_bit_cast(typename S::Vector, (k + C::bias) << C::mantissa);
}

/// x·2^k by two halves of 2^k: the first product is exact, so the second rounds once, into the subnormal numbers too.
template <class S>
typename S::Vector by_halves(typename S::Vector x, typename S::Bits k) {
  const auto half = ((k + 4096) >> 1) - 2048; // floor(k / 2) by a logical shift, as k > -4096
  return x * power_of_two<S>(half) * power_of_two<S>(k - half);
}

/// e^x for x <= `highest`, in its place. 1 + r is taken with its rounding error, which joins the small r²·q: only the
/// last addition rounds much.
template <class S, std::size_t count>
[[gnu::always_inline]] inline void exponentiate_up_to(typename S::Vector (&x)[count]) {
  using C = Exponential<typename S::Scalar>;
  Parts<S> parts[count];
  typename S::Vector sum[count], rest[count];
  each<count>([&](std::size_t v) { x[v] = S::larger(all<S>(C::lowest), x[v]); });
  split<S>(x, parts);
  each<count>([&](std::size_t v) { sum[v] = 1 + parts[v].r; });
  each<count>([&](std::size_t v) { rest[v] = (1 - sum[v]) + parts[v].r; });
  each<count>([&](std::size_t v) { rest[v] = S::fused_multiply_add(parts[v].r * parts[v].r, parts[v].q, rest[v]); });
  each<count>([&](std::size_t v) { x[v] = S::times_power_of_two(sum[v] + rest[v], parts[v]); });
}

template <class S>
typename S::Vector exponential_of(typename S::Vector x) {
  using C = Exponential<typename S::Scalar>;
  typename S::Vector one[] = {x > C::highest ? all<S>(C::highest) : x};
  exponentiate_up_to<S>(one);
  return one[0];
}

/// tanh |x| = t / (t + 2) with t = e^2|x| - 1 = 2^k·(e^r - 1) + (2^k - 1), which loses nothing where e^2|x| is near 1.
template <class S>
typename S::Vector hyperbolic_tangent_of(typename S::Vector x) {
  using C = Exponential<typename S::Scalar>;
  const auto bits = __builtin_bit_cast(typename S::Bits, x);
  const auto sign = bits & C::sign_bit;
  const auto twice = 2 * __builtin_bit_cast(typename S::Vector, bits ^ sign);
  const typename S::Vector y[] = {twice > C::tanh_is_one ? all<S>(C::tanh_is_one) : twice};
  Parts<S> parts[1];
  split<S>(y, parts);
  const auto& [r, q, n, k] = parts[0];
  const auto power = power_of_two<S>(k);
  const auto t = S::fused_multiply_add(power, S::fused_multiply_add(r * r, q, r), power - 1);
  return __builtin_bit_cast(typename S::Vector, __builtin_bit_cast(typename S::Bits, t / (t + 2)) | sign);
}

} // namespace
} // namespace attn
