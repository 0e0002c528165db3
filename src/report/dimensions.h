#pragma once
// The report of `attn shapes`: how large everything is and what it costs. Nothing but sizes is looked at, so that a
// problem without numbers (problem/outline.h) does as well.

#include "attention/trace.h"
#include "problem/problem.h"
#include "report/report.h"

#include <cstddef>
#include <string>
#include <vector>

namespace attn {

/// Rows and columns, before them the heads and sequences where they matter.
using Extents = std::vector<std::size_t>;

/// "[12,10,64]".
std::string text(const Extents& extents);

/// A matrix that the problem gives.
struct GivenSize {
  std::string name; ///< "W_Q"
  Extents extents;
  std::size_t numbers = 0; ///< of all sequences
  bool is_parameter = false;
};

/// One step.
struct StepSize {
  Step step;
  std::string formula;                                        ///< with shapes; of the first head
  Extents extents;                                            ///< of one matrix
  std::size_t times = 1;                                      ///< so many matrices: one for each head and sequence
  std::size_t multiply_adds = 0, numbers = 0, parameters = 0; ///< of all of them; numbers of another step: none
  bool works_on_pairs = false;                                ///< its multiply-adds go with queries times keys
  bool holds_pairs = false;                                   ///< so do its numbers
};

/// What a problem takes.
struct Dimensions {
  std::vector<GivenSize> given;
  std::vector<StepSize> steps;

  std::size_t total(std::size_t StepSize::*count) const;
  std::size_t work_on_pairs() const;
  std::size_t numbers_of_pairs() const;
};

/// Throws Refusal where a count exceeds 2^64 - 1.
Dimensions measure(const Problem& problem);

std::size_t bytes_of(Dtype dtype);

Report dimensions_report(const Problem& problem);

} // namespace attn
