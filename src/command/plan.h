#pragma once
// A problem from its bytes to its report, as the options ask: what run, plot and explain have in common.

#include "attention/solve.h"
#include "attention/stage.h"
#include "command/options.h"
#include "format/format.h"
#include "problem/read.h"
#include "report/results.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace attn {

/// What the options say of every problem; settled before anything is read, since it is wrong or right by itself.
/// Throws Refusal.
struct Plan {
  /// `usual` are the steps that are told without --only; `options` must outlive it.
  Plan(const Options& options, const Format& format, StepSet usual);

  const Options& options;
  const Format& format;
  StepSet usual;
  std::optional<StepSet> named; ///< by --only
  Engine engine;
  std::optional<std::size_t> memory;
};

/// Throws Refusal if --query asks for a row of a format that tells machines every row.
void refuse_row_for_machines(const Plan& plan);

/// What --only, --head and --query pick. Throws Refusal if this problem has no such head or query.
Selection selection_of(const Plan& plan, const Shape& shape);

/// Warnings of steps that --only names and that this problem does not have.
std::vector<std::string> missing_steps(const Problem& problem, const std::optional<StepSet>& named);

/// The steps of all sequences: those to keep, or with --round-steps every one.
std::vector<Trace> work(const Problem& problem, const Plan& plan, const StepSet& keep);

/// Gets a report while all that it refers to lives, and what the exit status is to say of it.
using Told = std::function<void(Report report, Status status)>;

/// Reads a problem, works it and tells of the steps that are asked for. `file` is what errors call the source. Throws
/// Refusal.
void tell_results(const Source& source, const std::string& file, const Plan& plan, const Told& told);

} // namespace attn
