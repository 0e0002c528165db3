#pragma once
// How far two paths to the same numbers agree, and where they are farthest apart. What the paths are is identity.h's.

#include "attention/trace.h"
#include "problem/problem.h"

#include <cstddef>
#include <string>

namespace attn {

/// Of all numbers held against each other, the pair that is farthest apart; one that is farther apart than rounding
/// takes it comes before any that is not.
struct Agreement {
  std::size_t compared = 0; ///< so many numbers
  bool holds = true;        ///< no pair is farther apart than allowed
  double difference = 0;    ///< of that pair
  double allowed = 0;       ///< for that pair
  std::string path = {};    ///< jq path of its place; empty: no pair differs

  /// Whether a pair of this difference would be the one that is told.
  bool is_worse(double other_difference, double other_allowed) const;
  /// Counts a pair; `where()` gives its path.
  template <class Where>
  void see(double pair_difference, double pair_allowed, Where where) {
    ++compared;
    if (!is_worse(pair_difference, pair_allowed)) return;
    holds = holds && pair_difference <= pair_allowed;
    difference = pair_difference;
    allowed = pair_allowed;
    path = where();
  }
  /// Takes in what was found elsewhere (another sequence).
  void take(const Agreement& other);
};

/// One number of a trace.
struct TraceEntry {
  Step step;
  std::size_t sequence = 0, head = 0; ///< head is ignored at Level::sequence
  std::size_t row = 0, col = 0;
};

/// jq path of it; sums of exponentials are a flat list: ".heads[0].row_sum[1]".
std::string path(const Problem& problem, const TraceEntry& spot);

/// Two traces of a sequence, step by step. `bounds` says how far each number may be off (rounding.h); null: not at
/// all. Cells in which a score is masked before its step masks are no numbers and are passed over.
Agreement agree(const Problem& problem, std::size_t sequence, const Trace& a, const Trace& b, const StepSet& steps,
                const Trace* bounds = nullptr);

/// Weights of each row, and the share that a sink takes, against 1; of a query that may see no key and gets zeros
/// against 0.
Agreement rows_sum_to_one(const Problem& problem, std::size_t sequence, const Trace& trace);

/// No weight is negative, and no output of a head lies outside its column of the values that have a weight, and of 0
/// where a sink takes a share. The difference is how far outside.
Agreement outputs_between_values(const Problem& problem, std::size_t sequence, const Trace& trace);

} // namespace attn
