#pragma once
// The steps of a run as numbers, whoever ran it: a result read back, or the chain worked here. Nothing of them is right
// or wrong by itself; difference.h holds two of them against each other.

#include "grade/answer.h"
#include "matrix/matrix.h"
#include "problem/expectation.h"

#include <string>
#include <utility>
#include <vector>

namespace attn {

/// One step of one sequence and head. A masked score is -infinity, what is no number NaN.
struct DumpedStep {
  Spot spot;
  Matrix<double> values;
};

struct Dump {
  std::vector<DumpedStep> steps;                             ///< by step, then sequence, then head
  bool batched = false;                                      ///< written as a batch
  std::vector<std::pair<std::string, std::string>> settings; ///< {"scale", "0.5"}: as it says it was worked
};

/// A result as it was written. Throws Refusal for rows of different lengths and for more levels than a step has.
Dump dump_of(const Expectation& expectation);

/// What the chain gives here.
Dump dump_of(const Problem& problem, const std::vector<Trace>& traces);

/// The same as an answer, so that it can be marked.
Expectation expectation_of(const Dump& dump);

} // namespace attn
