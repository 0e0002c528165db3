// Prints a fingerprint of every step of an attention in both dtypes, with and without a mask and a softcap: the same
// line whatever built it and wherever it runs. tests/plan/same_bits compares.
// Usage: bits KERNEL THREADS

#include "attention/solve.h"
#include "attention/stage.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace attn;

namespace {

/// Numbers between -1 and 1 from a multiplicative generator: no library's distribution.
Matrix<double> drawn(std::size_t rows, std::size_t cols, std::uint64_t seed) {
  Matrix<double> made(rows, cols);
  for (std::size_t i = 0; i < made.size(); ++i) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    made.data()[i] = static_cast<double>(static_cast<std::int64_t>(seed) >> 11) * 0x1p-52;
  }
  return made;
}

Problem problem_of(Dtype dtype, bool causal) {
  constexpr std::size_t n = 83, heads = 3, d = 21, width = 300;
  const auto projection = [](std::uint64_t seed) { return Projection{false, drawn(width, heads * d, seed), {}}; };
  Problem problem;
  problem.dtype = dtype;
  problem.shape = {1, n, n, 0, width, heads, heads, d, d, heads * d};
  problem.X = PerSequence<Matrix<double>>({drawn(n, width, 1)});
  problem.project_Q = projection(2);
  problem.project_K = projection(3);
  problem.project_V = projection(4);
  problem.project_O = {false, drawn(heads * d, heads * d, 5), {}};
  problem.scale = 0.3;
  problem.mask.queries_count = problem.mask.keys_count = n;
  if (causal) problem.mask.causal = Causal::top_left;
  if (causal) problem.softcap = 20;
  return problem;
}

/// FNV-1a.
void mix(std::uint64_t& hash, View numbers) {
  for (std::size_t i = 0; i < numbers.rows; ++i)
    for (std::size_t j = 0; j < numbers.cols; ++j) {
      std::uint64_t bits;
      std::memcpy(&bits, &numbers(i, j), sizeof bits);
      for (int byte = 0; byte < 8; ++byte) hash = (hash ^ (bits >> (8 * byte) & 255)) * 1099511628211u;
    }
}

} // namespace

int main(int, char** words) {
  std::uint64_t hash = 14695981039346656037u;
  for (const Dtype dtype : {Dtype::float64, Dtype::float32})
    for (const bool causal : {false, true}) {
      const Problem problem = problem_of(dtype, causal);
      const Trace trace = solve(problem, 0, every_step(), {static_cast<std::size_t>(std::atoi(words[2])), words[1]});
      for (const Stage& stage : stages())
        if (stage.applies(problem))
          for (std::size_t h = 0; h < (stage.level == Level::head ? 3u : 1u); ++h)
            mix(hash, stage.pick(trace, problem.shape, h));
    }
  std::printf("%016llx\n", static_cast<unsigned long long>(hash));
}
