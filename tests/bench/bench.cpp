// How fast the parts of attn are, each with its fraction of the peak of fused multiply-adds that the same run measures.
// Usage: build/release/tests/bench/bench [--benchmark_filter=product]

#include "kernel/kernel.h"
#include "matrix/multiply.h"
#include "peak.h"
#include "random.h"

#include <benchmark/benchmark.h>

#include <algorithm>

using namespace attn;
using namespace attn::bench;

namespace {

template <class T>
double measured_peak() {
  static const double once = peak<T>();
  return once;
}

/// Says operations a second, and their fraction of the peak, of `operations` for each iteration.
template <class T>
void rate(benchmark::State& state, double operations) {
  state.counters["FLOP/s"] = benchmark::Counter(operations, benchmark::Counter::kIsIterationInvariantRate);
  state.counters["of_peak"] =
      benchmark::Counter(operations / measured_peak<T>(), benchmark::Counter::kIsIterationInvariantRate);
}

/// n x depth times depth x cols, one thread.
template <class T>
void product(benchmark::State& state) {
  const auto n = static_cast<std::size_t>(state.range(0)), depth = static_cast<std::size_t>(state.range(1)),
             cols = static_cast<std::size_t>(state.range(2));
  const Matrix<T> a = random_matrix<T>(n, depth, 1), b = random_matrix<T>(depth, cols, 2);
  Matrix<T> c(n, cols);
  const Kernel<T>& kernel = *find_kernel<T>("");
  for (auto _ : state) {
    multiply<T>(kernel, a, Packed<T>(kernel, b), c);
    benchmark::DoNotOptimize(c.data());
  }
  rate<T>(state, 2.0 * static_cast<double>(n * depth * cols));
}

/// A row of scores to weights: scale, exponentials, division. Four operations are counted for each number.
template <class T>
void softmax(benchmark::State& state) {
  const auto n = static_cast<std::size_t>(state.range(0));
  const Matrix<T> scores = random_matrix<T>(1, n, 1);
  Matrix<T> row(1, n);
  const Kernel<T>& kernel = *find_kernel<T>("");
  for (auto _ : state) {
    std::copy_n(scores.data(), n, row.data());
    const T most = kernel.scale(row.data(), n, T(0.125)).most;
    kernel.divide(row.data(), n, kernel.exponentials(row.data(), n, most));
    benchmark::DoNotOptimize(row.data());
  }
  rate<T>(state, 4.0 * static_cast<double>(n));
  state.counters["numbers/s"] =
      benchmark::Counter(static_cast<double>(n), benchmark::Counter::kIsIterationInvariantRate);
}

/// 12 heads of 64, n queries and keys, the output alone. The two products are counted, and nothing else.
void attention(benchmark::State& state) {
  const auto n = static_cast<std::size_t>(state.range(0)), threads = static_cast<std::size_t>(state.range(1));
  const Problem problem = attention_of(n, 12, Dtype::float32);
  for (auto _ : state) benchmark::DoNotOptimize(solve(problem, 0, {Step::output}, {threads, ""}).output.data());
  rate<float>(state, 4.0 * 12 * 64 * static_cast<double>(n) * static_cast<double>(n));
}

void shapes(benchmark::internal::Benchmark* product) {
  for (const auto& shape : {std::vector<std::int64_t>{10, 768, 768},
                            {64, 64, 64},
                            {128, 768, 768},
                            {512, 768, 768},
                            {1024, 1024, 1024},
                            {1, 768, 768}})
    product->Args(shape);
}

BENCHMARK_TEMPLATE(product, float)->Apply(shapes);
BENCHMARK_TEMPLATE(product, double)->Apply(shapes);
BENCHMARK_TEMPLATE(softmax, float)->Arg(128)->Arg(2048)->Arg(16384);
BENCHMARK_TEMPLATE(softmax, double)->Arg(128)->Arg(2048)->Arg(16384);
BENCHMARK(attention)
    ->ArgsProduct({{512, 1024, 2048, 4096, 8192}, {1}})
    ->Args({2048, 2})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
