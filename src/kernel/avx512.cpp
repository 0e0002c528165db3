// The kernel of x86 CPUs with AVX-512 (foundation and the instructions on doublewords and quadwords; 2017 on): 32
// registers of 64 bytes, 24 of them sums. Compiled with the -m flags of CMakeLists.txt; nothing here runs before
// choose.cpp has asked the CPU, and everything has internal linkage but the two kernels.

#include "kernel/isa.h"

#if defined(__x86_64__)

#include "kernel/tile.inl"

#include <immintrin.h>

namespace attn {
namespace {

struct Avx512Float32 {
  using Scalar = float;
  using Vector __attribute__((vector_size(64))) = float;
  using Bits __attribute__((vector_size(64))) = std::uint32_t;
  static constexpr std::size_t mr = 6, vectors = 4, steps = 4;
  static Vector fused_multiply_add(Vector a, Vector b, Vector c) { return _mm512_fmadd_ps(a, b, c); }
  static Vector times_power_of_two(Vector x, const Parts<Avx512Float32>& parts) {
    return _mm512_maskz_scalef_ps(0xffff, x, parts.n);
  }
  static Vector larger(Vector a, Vector b) { return _mm512_maskz_max_ps(0xffff, a, b); }
  static bool any_less(Bits a, Bits b) {
    return _mm512_cmplt_epu32_mask(__builtin_bit_cast(__m512i, a), __builtin_bit_cast(__m512i, b)) != 0;
  }
};

struct Avx512Float64 {
  using Scalar = double;
  using Vector __attribute__((vector_size(64))) = double;
  using Bits __attribute__((vector_size(64))) = std::uint64_t;
  static constexpr std::size_t mr = 6, vectors = 4, steps = 4;
  static Vector fused_multiply_add(Vector a, Vector b, Vector c) { return _mm512_fmadd_pd(a, b, c); }
  static Vector times_power_of_two(Vector x, const Parts<Avx512Float64>& parts) {
    return _mm512_maskz_scalef_pd(0xff, x, parts.n);
  }
  static Vector larger(Vector a, Vector b) { return _mm512_maskz_max_pd(0xff, a, b); }
  static bool any_less(Bits a, Bits b) {
    return _mm512_cmplt_epu64_mask(__builtin_bit_cast(__m512i, a), __builtin_bit_cast(__m512i, b)) != 0;
  }
};

} // namespace

constinit const Kernel<float> avx512_float32 = kernel_of<Avx512Float32>("avx512");
constinit const Kernel<double> avx512_float64 = kernel_of<Avx512Float64>("avx512");

} // namespace attn

#endif
