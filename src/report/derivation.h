#pragma once
// Where one number comes from, in one line: the work of its step in letters that became numbers.

#include "attention/trace.h"
#include "problem/problem.h"

#include <cstddef>
#include <string>

namespace attn {

/// One entry of a step.
struct Target {
  Step step = Step::Q;
  std::size_t sequence = 0;
  std::size_t head = 0; ///< ignored at Level::sequence
  std::size_t row = 0, col = 0;
  bool plain_exponentials = false; ///< exponentials and their sums as e^s, not e^(s - row maximum)
};

/// ".heads[0].weights[0][1] = e^0.7071 / (e^0.7071 + e^0 + e^0.7071) = 2.0281 / 5.0562 = 0.4011". A long sum shows its
/// first terms and its last. `trace` is that of the target's sequence with every step kept.
std::string derivation(const Problem& problem, const Trace& trace, const Target& target);

/// jq path of an entry: ".output[1][0]", of sums of exponentials ".heads[0].row_sum[1]".
std::string entry_path(const std::string& step_path, Step step, std::size_t row, std::size_t col);

} // namespace attn
