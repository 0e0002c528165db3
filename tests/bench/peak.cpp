#include "peak.h"

#include <algorithm>
#include <cstddef>
#include <ctime>

namespace attn::bench {
namespace {

#if defined(__AVX512F__)
constexpr std::size_t bytes = 64;
#elif defined(__AVX__)
constexpr std::size_t bytes = 32;
#else
constexpr std::size_t bytes = 16;
#endif

} // namespace

double thread_seconds() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// The best of some short runs of ten chains, each from a number of its own, so that none is merged with another.
template <class T>
double peak() {
  typedef T Vector __attribute__((vector_size(bytes)));
  constexpr std::size_t chains = 10, steps = 200'000, runs = 20;
  Vector chain[chains];
  volatile T one = 1; // unknown to the compiler: 1 * 0.999 + 0.001 is 1, and a chain of ones would be left out
#pragma GCC unroll 10
  for (std::size_t i = 0; i < chains; ++i) chain[i] = Vector{} + one * static_cast<T>(i);
  const Vector a = Vector{} + T(0.999), b = Vector{} + T(0.001);
  double best = 0;
  for (std::size_t run = 0; run < runs; ++run) {
    const double start = thread_seconds();
    for (std::size_t step = 0; step < steps; ++step) {
#pragma GCC unroll 10
      for (std::size_t i = 0; i < chains; ++i) chain[i] = chain[i] * a + b;
      asm volatile("" : : "v"(chain[0])); // one step after the other
    }
    constexpr double operations = 2.0 * steps * chains * (bytes / sizeof(T));
    best = std::max(best, operations / (thread_seconds() - start));
  }
  volatile T used = 0;
#pragma GCC unroll 10
  for (std::size_t i = 0; i < chains; ++i) used = used + chain[i][0];
  return best;
}

template double peak<float>();
template double peak<double>();

} // namespace attn::bench
