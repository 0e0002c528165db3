#pragma once
// The report of `attn explain`: how the numbers of a query come about, step by step, or one entry traced back.

#include "attention/trace.h"
#include "problem/problem.h"
#include "report/derivation.h"
#include "report/report.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace attn {

struct ExplanationOptions {
  std::optional<StepSet> steps;     ///< these alone
  std::optional<std::size_t> head;  ///< this head alone, counted from 0; of all heads together what `steps` names
  std::optional<std::size_t> query; ///< this query, counted from 0; none: every one
  Manner manner;
};

/// The title, facts and warnings that every explanation begins with.
Report explanation_of(const Problem& problem, const std::vector<Trace>& traces, const Manner& manner);

/// The derivation of each query in each head, and then of all heads together, in every sequence. Traces are those of
/// all sequences, with every step kept. Machines get the schema "attn-explain/1".
Report explanation(const Problem& problem, const std::vector<Trace>& traces, const ExplanationOptions& options);

/// One entry, and under it every entry that it was worked from, back to the numbers of the problem.
Report origin_of_cell(const Problem& problem, const std::vector<Trace>& traces, const Target& cell,
                      const Manner& manner);

/// The entry that a jq path names: ".heads[0].weights[0][2]", ".batch[1].output[0][1]", ".heads[0].row_sum[1]".
/// Throws Refusal for a path that this problem's result does not have.
Target find_cell(const Problem& problem, const std::string& path);

} // namespace attn
