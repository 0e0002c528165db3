// Products beside oneDNN and OpenBLAS, one thread, all in turn, so that each meets the same state of the machine. One
// line for each: the medians in GFLOP/s and attn's share of the better of the others.

#include "matrix/multiply.h"
#include "peak.h"
#include "random.h"

#include <cblas.h>
#include <dnnl.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <omp.h>
#include <vector>

using namespace attn;
using namespace attn::bench;

namespace {

struct Product {
  std::size_t n, depth, cols;
};

struct Way {
  const char* name;
  std::function<void()> work;
  std::vector<double> seconds = {};
};

void blas(const Matrix<float>& a, const Matrix<float>& b, Matrix<float>& c) {
  const auto n = static_cast<int>(a.rows()), depth = static_cast<int>(a.cols()), cols = static_cast<int>(b.cols());
  cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, cols, depth, 1, a.data(), depth, b.data(), cols, 0,
              c.data(), cols);
}
void blas(const Matrix<double>& a, const Matrix<double>& b, Matrix<double>& c) {
  const auto n = static_cast<int>(a.rows()), depth = static_cast<int>(a.cols()), cols = static_cast<int>(b.cols());
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, cols, depth, 1, a.data(), depth, b.data(), cols, 0,
              c.data(), cols);
}

/// oneDNN 2.6 has no product of doubles.
void add_onednn(std::vector<Way>& ways, const Matrix<float>& a, const Matrix<float>& b, Matrix<float>& c) {
  ways.push_back({"oneDNN", [&] {
                    const auto n = static_cast<dnnl_dim_t>(a.rows()), depth = static_cast<dnnl_dim_t>(a.cols()),
                               cols = static_cast<dnnl_dim_t>(b.cols());
                    dnnl_sgemm('N', 'N', n, cols, depth, 1, a.data(), depth, b.data(), cols, 0, c.data(), cols);
                  }});
}
void add_onednn(std::vector<Way>&, const Matrix<double>&, const Matrix<double>&, Matrix<double>&) {}

double median(std::vector<double>& seconds) {
  const auto middle = seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2);
  std::nth_element(seconds.begin(), middle, seconds.end());
  return *middle;
}

/// Each in turn, after an unmeasured run that brings its numbers into the cache, until all have had a second or so.
void take_turns(std::vector<Way>& ways, double operations) {
  const auto times = static_cast<std::size_t>(std::clamp(5e6 / operations, 1.0, 1000.0));
  const auto turns =
      static_cast<std::size_t>(std::clamp(6e10 / (operations * static_cast<double>(times)), 15.0, 1001.0));
  for (std::size_t turn = 0; turn < turns; ++turn)
    for (Way& way : ways) {
      way.work();
      const double start = thread_seconds();
      for (std::size_t i = 0; i < times; ++i) way.work();
      way.seconds.push_back((thread_seconds() - start) / static_cast<double>(times));
    }
}

template <class T>
void compare(const char* dtype, const Product& size) {
  const Matrix<T> a = random_matrix<T>(size.n, size.depth, 1), b = random_matrix<T>(size.depth, size.cols, 2);
  Matrix<T> c(size.n, size.cols);
  const Kernel<T>& kernel = *find_kernel<T>("");
  std::vector<Way> ways{{"attn", [&] { multiply<T>(kernel, a, Packed<T>(kernel, b), c); }},
                        {"OpenBLAS", [&] { blas(a, b, c); }}};
  add_onednn(ways, a, b, c);
  const double operations = 2.0 * static_cast<double>(size.n * size.depth * size.cols), most = peak<T>();
  take_turns(ways, operations);
  double own = 0, best = 0;
  std::printf("%s %4zu x %4zu x %4zu:", dtype, size.n, size.depth, size.cols);
  for (Way& way : ways) {
    const double rate = operations / median(way.seconds) / 1e9;
    (&way == &ways[0] ? own : best) = &way == &ways[0] ? rate : std::max(best, rate);
    std::printf("  %s %5.1f", way.name, rate);
  }
  std::printf("  GFLOP/s;  attn / best %.2f;  attn / peak %.2f\n", own / best, own * 1e9 / most);
  std::fflush(stdout);
}

} // namespace

int main() {
  omp_set_num_threads(1); // oneDNN's
  openblas_set_num_threads(1);
  constexpr Product products[] = {{10, 768, 768}, {64, 64, 64}, {128, 768, 768}, {512, 768, 768}, {1024, 1024, 1024}};
  for (const Product& size : products) compare<float>("float32", size);
  for (const Product& size : products) compare<double>("float64", size);
}
