#include "grade/blame_sequence.h"

#include <functional>
#include <numeric>

namespace attn {
namespace {

constexpr PerSequence<Matrix<double>> Problem::*matrices[] = {
    &Problem::X, &Problem::context, &Problem::context_V, &Problem::Q,      &Problem::K,
    &Problem::V, &Problem::past_K,  &Problem::past_V,    &Problem::scores, &Problem::weights,
};

template <class V>
PerSequence<V> alone(const PerSequence<V>& all, std::size_t sequence) {
  return all.given() ? PerSequence<V>({all[sequence]}) : all;
}

template <class V>
Grid<V> alone(const Grid<V>& all, std::size_t sequence) {
  if (!all.given() || all.shape[0] == 1) return all;
  Grid<V> made{all.shape, {}};
  made.shape[0] = 1;
  const auto size = static_cast<std::ptrdiff_t>(
      std::accumulate(made.shape.begin(), made.shape.end(), std::size_t{1}, std::multiplies{}));
  const auto first = all.values.begin() + static_cast<std::ptrdiff_t>(sequence) * size;
  made.values.assign(first, first + size);
  return made;
}

Mask alone(const Mask& all, std::size_t sequence) {
  return {.queries_count = all.queries_count,
          .keys_count = all.keys_count,
          .past = all.past,
          .causal = all.causal,
          .keep = alone(all.keep, sequence),
          .block = alone(all.block, sequence),
          .add = alone(all.add, sequence),
          .padding = alone(all.padding, sequence),
          .lengths = alone(all.lengths, sequence),
          .window = all.window,
          .queries = alone(all.queries, sequence)};
}

} // namespace

Problem sequence_alone(const Problem& problem, std::size_t sequence) {
  Problem made;
  made.dtype = problem.dtype;
  made.start = problem.start;
  made.shape = problem.shape;
  made.shape.sequences = 1;
  for (const auto matrix : matrices) made.*matrix = alone(problem.*matrix, sequence);
  made.project_Q = problem.project_Q;
  made.project_K = problem.project_K;
  made.project_V = problem.project_V;
  made.project_O = problem.project_O;
  made.scale = problem.scale;
  made.softcap = problem.softcap;
  made.mask = alone(problem.mask, sequence);
  made.masked_row = problem.masked_row;
  return made;
}

} // namespace attn
