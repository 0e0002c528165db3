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

/// The parts of a mask that may differ from sequence to sequence.
void leave_alone(Mask& mask, std::size_t sequence) {
  for (const auto part : {&Mask::keep, &Mask::block, &Mask::padding, &Mask::queries})
    mask.*part = alone(mask.*part, sequence);
  mask.add = alone(mask.add, sequence);
  mask.lengths = alone(mask.lengths, sequence);
}

} // namespace

Problem sequence_alone(const Problem& problem, std::size_t sequence) {
  Problem made = problem;
  made.shape.sequences = 1;
  for (const auto matrix : matrices) made.*matrix = alone(problem.*matrix, sequence);
  leave_alone(made.mask, sequence);
  return made;
}

} // namespace attn
