// The kernel of x86 CPUs with AVX2 and FMA (2013 on): 16 registers of 32 bytes, 12 of them sums. Compiled with -mavx2
// -mfma; nothing here runs before choose.cpp has asked the CPU, and everything has internal linkage but the two
// kernels.

#include "kernel/isa.h"

#if defined(__x86_64__)

#include "kernel/tile.inl"

#include <immintrin.h>

namespace attn {
namespace {

struct Avx2Float32 {
  using Scalar = float;
  using Vector __attribute__((vector_size(32))) = float;
  using Bits __attribute__((vector_size(32))) = std::uint32_t;
  static constexpr std::size_t mr = 6, vectors = 2, steps = 4;
  static Vector fused_multiply_add(Vector a, Vector b, Vector c) { return _mm256_fmadd_ps(a, b, c); }
  static Vector times_power_of_two(Vector x, const Parts<Avx2Float32>& parts) {
    return by_halves<Avx2Float32>(x, parts.k);
  }
  static Vector larger(Vector a, Vector b) { return _mm256_max_ps(a, b); }
  static bool any_less(Bits a, Bits b) { return _mm256_movemask_ps(__builtin_bit_cast(Vector, a < b)) != 0; }
};

struct Avx2Float64 {
  using Scalar = double;
  using Vector __attribute__((vector_size(32))) = double;
  using Bits __attribute__((vector_size(32))) = std::uint64_t;
  static constexpr std::size_t mr = 6, vectors = 2, steps = 4;
  static Vector fused_multiply_add(Vector a, Vector b, Vector c) { return _mm256_fmadd_pd(a, b, c); }
  static Vector times_power_of_two(Vector x, const Parts<Avx2Float64>& parts) {
    return by_halves<Avx2Float64>(x, parts.k);
  }
  static Vector larger(Vector a, Vector b) { return _mm256_max_pd(a, b); }
  static bool any_less(Bits a, Bits b) { return _mm256_movemask_pd(__builtin_bit_cast(Vector, a < b)) != 0; }
};

} // namespace

constinit const Kernel<float> avx2_float32 = kernel_of<Avx2Float32>("avx2");
constinit const Kernel<double> avx2_float64 = kernel_of<Avx2Float64>("avx2");

} // namespace attn

#endif
