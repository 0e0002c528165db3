#pragma once
// The report of `attn run`: the steps that were worked.

#include "attention/trace.h"
#include "problem/problem.h"
#include "report/report.h"

#include <optional>
#include <vector>

namespace attn {

struct Selection {
  StepSet steps;                         ///< tell these, where they apply
  std::optional<std::size_t> head = {};  ///< tell this head alone, counted from 0
  std::optional<std::size_t> query = {}; ///< show this query's row alone, counted from 0
  std::optional<int> rounded = {};       ///< every step was rounded to so many decimals
  bool derived = false;                  ///< traces hold every step: tell how each entry is worked
  Audience audience = Audience::people;  ///< machines: no titles, no formulas, nothing of how entries are worked
};

/// What `attn run` tells without --only: every step but those that are printed on demand.
StepSet default_steps();

/// Traces are those of all sequences, in order. They and the problem must outlive the report.
Report results(const Problem& problem, const std::vector<Trace>& traces, const Selection& selection);

} // namespace attn
