#pragma once
// An answer laid over the problem: each written matrix on the step that it claims to be.

#include "attention/trace.h"
#include "problem/expectation.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace attn {

/// A step of one sequence and, at Level::head, of one head.
struct Spot {
  Step step = Step::Q;
  std::size_t sequence = 0;
  std::size_t head = 0;
  auto operator<=>(const Spot&) const = default;
};

/// One written matrix on its step. Short forms are resolved: with one head `weights` at the top level is the head's;
/// with several, a list of H matrices is one claim for each. A vector stands for a matrix of one row or one column, a
/// lone value for a matrix of one entry.
struct Claim {
  Spot spot;
  std::string path;     ///< ".heads[0].weights"
  std::size_t rows = 0; ///< as the true matrix has them
  std::size_t cols = 0;
  bool fits = false;            ///< whether it was written in that shape; if not, every cell of the step is wrong
  std::string written_shape;    ///< "4", "2 x 3" or "3 matrices", for the report
  std::size_t written_rows = 0; ///< a vector that fits has the true matrix's; 0 x 0 if its rows differ in length
  std::size_t written_cols = 0;
  std::vector<Entry> entries; ///< written_rows x written_cols of them
  int decimals = 0;           ///< most decimals of any entry
  int significant = 0;        ///< most significant digits of any entry; of whole numbers alone: of all matrices

  const Entry& operator()(std::size_t i, std::size_t j) const { return entries[i * written_cols + j]; }
  std::size_t cells() const { return rows * cols; }
};

/// The claims in the order of the steps: by sequence, then by step, then by head.
struct Answer {
  std::optional<Id> id;
  std::vector<Claim> claims;
};

/// "Q, K, scores": the steps that a problem has.
std::string step_names(const Problem& problem);

/// `truth` are the traces of all sequences with every step kept. Throws Refusal for a step that this problem does not
/// have (weights of head 3 of 2) or that is written twice, and for a list of too few or too many heads or sequences,
/// with what to do as hint.
Answer lay_over(const Problem& problem, const std::vector<Trace>& truth, const Expectation& expectation);

} // namespace attn
