// The kernel of any CPU, one number at a time. Where the CPU has no fused multiply-add, std::fma works it out in
// software: right and slow.

#include "kernel/isa.h"
#include "kernel/tile.inl"

#include <cmath>
#include <type_traits>

namespace attn {
namespace {

template <class T>
struct Generic {
  using Scalar = T;
  using Vector = T;
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  static constexpr std::size_t mr = 4, vectors = 4, steps = 1;
  static T fused_multiply_add(T a, T b, T c) { return std::fma(a, b, c); }
  static T larger(T a, T b) { return a > b ? a : b; }
  static T times_power_of_two(T x, const Parts<Generic>& parts) { return by_halves<Generic>(x, parts.k); }
  static bool any_less(Bits a, Bits b) { return a < b; }
};

} // namespace

constinit const Kernel<float> generic_float32 = kernel_of<Generic<float>>("generic");
constinit const Kernel<double> generic_float64 = kernel_of<Generic<double>>("generic");

template <class T>
T exponential(T x) noexcept {
  return exponential_of<Generic<T>>(x);
}

template <class T>
T hyperbolic_tangent(T x) noexcept {
  return hyperbolic_tangent_of<Generic<T>>(x);
}

template <class T>
T fused_multiply_add(T a, T b, T c) noexcept {
  return std::fma(a, b, c);
}

template float exponential(float) noexcept;
template double exponential(double) noexcept;
template float hyperbolic_tangent(float) noexcept;
template double hyperbolic_tangent(double) noexcept;
template float fused_multiply_add(float, float, float) noexcept;
template double fused_multiply_add(double, double, double) noexcept;

} // namespace attn
