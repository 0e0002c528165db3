// How fast the parts of attn are, each with its fraction of the peak of fused multiply-adds that the same run measures.
// Usage: build/release/tests/bench/bench [--benchmark_filter=product]

#include "format/number_block.h"
#include "kernel/kernel.h"
#include "matrix/multiply.h"
#include "peak.h"
#include "problem/read.h"
#include "random.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>

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

struct Text : Sink {
  std::string text;
  void write(std::string_view more) override { text += more; }
};

/// A problem of n x 768 numbers as JSON.
std::string problem_of(std::size_t n) {
  Text sink;
  sink.text = R"({"X": [[)";
  write_rows(random_matrix<double>(n, 768, 1).view(), Dtype::float64, {"", "], [", ", "}, Team(1), sink);
  return sink.text += "]]}";
}

/// No operation of floating point is counted: numbers a second, and how many could be multiplied and added meanwhile.
template <class T>
void rate_of_text(benchmark::State& state, std::size_t bytes, std::size_t numbers) {
  using benchmark::Counter;
  state.counters["bytes/s"] = Counter(static_cast<double>(bytes), Counter::kIsIterationInvariantRate);
  state.counters["numbers/s"] = Counter(static_cast<double>(numbers), Counter::kIsIterationInvariantRate);
  state.counters["of_peak"] =
      Counter(2 * static_cast<double>(numbers) / measured_peak<T>(), Counter::kIsIterationInvariantRate);
}

/// A problem's JSON text in memory to its matrix.
void read(benchmark::State& state) {
  const auto n = static_cast<std::size_t>(state.range(0));
  const std::string text = problem_of(n);
  for (auto _ : state) benchmark::DoNotOptimize(read_case(text, "bench").problem.X[0].data());
  rate_of_text<double>(state, text.size(), n * 768);
}

/// A matrix to JSON text, each number as short as it reads back.
template <class T>
void write(benchmark::State& state) {
  const auto n = static_cast<std::size_t>(state.range(0));
  const Matrix<T> numbers = random_matrix<T>(n, 768, 1);
  Matrix<double> wide(n, 768);
  std::copy_n(numbers.data(), numbers.size(), wide.data());
  Text sink;
  for (auto _ : state) {
    sink.text.clear();
    write_rows(wide.view(), sizeof(T) == 4 ? Dtype::float32 : Dtype::float64, {"", "], [", ", "}, Team(1), sink);
    benchmark::DoNotOptimize(sink.text.data());
  }
  rate_of_text<T>(state, sink.text.size(), n * 768);
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
BENCHMARK(read)->Arg(128)->Arg(2048);
BENCHMARK_TEMPLATE(write, double)->Arg(128)->Arg(2048);
BENCHMARK_TEMPLATE(write, float)->Arg(128);
BENCHMARK(attention)
    ->ArgsProduct({{512, 1024, 2048, 4096, 8192}, {1}})
    ->Args({2048, 2})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
