// Tries every float argument once, on every kernel of this machine: the exponential from where it is 0 to where it is
// infinite, and the hyperbolic tangent. Each kernel must give the bits of the single number; that is held against the C
// library's function in double. Prints the worst difference in units in the last place. A minute or two.

#include "kernel/kernel.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

using namespace attn;

namespace {

struct Function {
  const char* name;
  float last; ///< arguments of both signs up to here; beyond, the value stays
  float (*single)(float);
  double (*exact)(double);
  void (*row)(const Kernel<float>&, float* row, std::size_t n);
};

const Function functions[] = {
    {"exponential, x >= 0", 89.0f, [](float x) { return exponential(x); }, std::exp,
     [](const Kernel<float>& kernel, float* row, std::size_t n) { kernel.exponentials(row, n, 0); }},
    {"exponential, x <= 0", -105.0f, [](float x) { return exponential(x); }, std::exp,
     [](const Kernel<float>& kernel, float* row, std::size_t n) { kernel.exponentials(row, n, 0); }},
    {"tanh, x >= 0", 25.0f, [](float x) { return hyperbolic_tangent(x); }, std::tanh,
     [](const Kernel<float>& kernel, float* row, std::size_t n) { kernel.soften(row, n, 1); }},
    {"tanh, x <= 0", -25.0f, [](float x) { return hyperbolic_tangent(x); }, std::tanh,
     [](const Kernel<float>& kernel, float* row, std::size_t n) { kernel.soften(row, n, 1); }},
};

/// 0 where both are infinite.
double ulps(float value, double exact) {
  if (std::fabs(exact) > 0x1.fffffefp+127) return std::isinf(value) ? 0 : 1e9;
  int exponent;
  std::frexp(exact, &exponent);
  return std::fabs(std::ldexp(value - exact, -std::max(exponent - 24, -149)));
}

/// Whether all kernels agree with the single number.
bool tried(const Function& function) {
  constexpr std::uint32_t block = 1 << 16;
  const std::uint32_t end = std::bit_cast<std::uint32_t>(function.last);
  double worst = 0;
  float where = 0;
  std::size_t unlike = 0;
  std::vector<float> x(block), single(block), row(block);
  for (std::uint64_t first = end & 0x80000000u; first <= end; first += block) {
    for (std::uint32_t i = 0; i < block; ++i) {
      x[i] = std::bit_cast<float>(static_cast<std::uint32_t>(first) + i);
      single[i] = function.single(x[i]);
      const double off = ulps(single[i], function.exact(x[i]));
      if (off > worst) worst = off, where = x[i];
    }
    for (const Kernel<float>& kernel : kernels<float>()) {
      row = x;
      function.row(kernel, row.data(), block);
      unlike += std::memcmp(row.data(), single.data(), block * sizeof(float)) != 0;
    }
  }
  std::printf("%s: %.4f ulp at %a; blocks in which a kernel differs: %zu\n", function.name, worst, where, unlike);
  std::fflush(stdout);
  return unlike == 0;
}

} // namespace

int main() {
  bool alike = true;
  for (const Function& function : functions) alike &= tried(function);
  return alike ? 0 : 1;
}
