#include "command/plan.h"

#include "attention/by_hand.h"
#include "command/files.h"
#include "command/limit.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>

namespace attn {
namespace {

/// A number that counts things of the problem, and what they are called.
struct Counted {
  const char* option;
  const char* one;
  const char* many;
};

/// --head and --query count from 1 and must exist in this problem.
std::optional<std::size_t> from_zero(std::optional<std::size_t> number, std::size_t count, const Counted& what) {
  if (!number) return std::nullopt;
  if (*number > count)
    throw Refusal(
        fmt::format("{} {}: the problem has {} {}", what.option, *number, count, count == 1 ? what.one : what.many),
        fmt::format("{} count from 1 to {}", what.many, count));
  return *number - 1;
}

/// Whether an entry can still be looked at by itself, so that it is worth keeping what it is worked from.
bool is_small(const Shape& shape) {
  constexpr std::size_t most_pairs = 20'000;
  return shape.sequences * shape.heads * shape.n * shape.keys() <= most_pairs;
}

/// What has to be kept for what is told.
StepSet kept(const Selection& selection) {
  return selection.rounded || selection.derived ? every_step() : selection.steps;
}

} // namespace

Plan::Plan(const Options& typed, const Format& chosen, StepSet without_only)
    : options(typed), format(chosen), usual(without_only), named(steps_of(typed)), engine(engine_of(typed)),
      memory(memory_of(typed)) {}

void refuse_row_for_machines(const Plan& plan) {
  if (plan.options.query && plan.format.audience == Audience::machines)
    throw Refusal("--query is for tables", fmt::format("with --format {} pick the row yourself", plan.format.name));
}

Selection selection_of(const Plan& plan, const Shape& shape) {
  Selection selection;
  selection.steps = plan.named.value_or(plan.usual);
  selection.head = from_zero(plan.options.head, shape.heads, {"--head", "head", "heads"});
  selection.query = from_zero(plan.options.query, shape.n, {"--query", "query", "queries"});
  selection.rounded = plan.options.round_steps;
  selection.audience = plan.format.audience;
  selection.derived = plan.format.derives && is_small(shape);
  return selection;
}

std::vector<std::string> missing_steps(const Problem& problem, const std::optional<StepSet>& named) {
  std::vector<std::string> warnings;
  for (const Stage& stage : stages())
    if (named && named->has(stage.step) && !stage.applies(problem))
      warnings.push_back(fmt::format("this problem has no {}", stage.name));
  return warnings;
}

std::vector<Trace> work(const Problem& problem, const Plan& plan, const StepSet& keep) {
  const auto rounded = plan.options.round_steps;
  std::vector<Trace> traces;
  for (std::size_t sequence = 0; sequence < problem.shape.sequences; ++sequence)
    traces.push_back(rounded ? by_hand(problem, sequence, *rounded) : solve(problem, sequence, keep, plan.engine));
  return traces;
}

void tell_results(const Source& source, const std::string& file, const Plan& plan, const Told& told) {
  std::size_t bytes = 0;
  Case read = read_case(counted(source, bytes), file, plan.options.overrides);
  std::ranges::move(missing_steps(read.problem, plan.named), std::back_inserter(read.problem.warnings));
  const Selection selection = selection_of(plan, read.problem.shape);
  refuse_if_too_large(read.problem, kept(selection), bytes + read.file_bytes, plan.memory);
  const std::vector<Trace> traces = work(read.problem, plan, kept(selection));
  told(results(read.problem, traces, selection), Status::good);
}

} // namespace attn
