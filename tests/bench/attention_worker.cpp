// attn's part in tests/bench/peers: for each line "n threads" on standard input, one line with the CPU seconds and
// the real seconds that 12 heads of 64 took in float32, from queries, keys and values to their outputs side by side.

#include "attention/heads.h"
#include "random.h"

#include <chrono>
#include <cstdio>
#include <ctime>
#include <malloc.h>
#include <optional>

using namespace attn;

namespace {

double cpu_seconds() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double real_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

} // namespace

int main() {
#ifdef __GLIBC__
  mallopt(M_MMAP_MAX, 0); // memory stays with the process from turn to turn, as it does with ONNX Runtime
  mallopt(M_TRIM_THRESHOLD, -1);
#endif
  std::size_t n = 0, threads = 0;
  std::optional<Problem> problem;
  Operands<float> given;
  while (std::scanf("%zu %zu", &n, &threads) == 2) {
    const Team team(threads);
    const Kernel<float>& kernel = *find_kernel<float>("");
    if (!problem || problem->shape.n != n) {
      problem = bench::attention_of(n, 12, Dtype::float32);
      given = operands<float>(team, kernel, *problem, 0);
    }
    std::vector<HeadTrace> nothing_kept(12);
    const double cpu = cpu_seconds(), real = real_seconds();
    Heads<float> heads(kernel, *problem, 0, given, nothing_kept);
    heads.run(team);
    std::printf("%.6f %.6f\n", cpu_seconds() - cpu, real_seconds() - real);
    std::fflush(stdout);
  }
}
