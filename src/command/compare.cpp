// attn compare: two results, or a problem and a result, step by step: the first step at which they part.

#include "command/compared_side.h"
#include "command/files.h"
#include "command/limit.h"
#include "command/options.h"
#include "command/tell.h"
#include "grade/grade.h"
#include "report/comparison.h"

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace attn {
namespace {

constexpr const char* description = R"(Holds two results against each other and says at which step they part.

Examples:
  attn compare mine.json theirs.json
  attn compare problem.json theirs.json   the problem is worked first
  attn compare a.json b.json --problem problem.json
  attn compare problem.json dumped.npz    steps of another program, by name
  attn compare problem.json weights.npy --step weights
  attn compare problem.json 'weights.npy#heads[0].weights'

A is a result (attn run --json), a problem, or a file of tensors, and so is B. With a problem, a known mistake is named.
)";

void declare_compare(CLI::App& app, CompareOptions& options) {
  options.told = Content::tables;
  app.add_option("FILE", options.files, "A and B: results, problems or tensors; - is standard input");
  app.add_option("--problem", options.problem, "what both are results of: names the mistake of one that is wrong")
      ->type_name("FILE");
  app.add_option("--step", options.step, "which step one matrix is: weights, or a path such as heads[0].weights")
      ->type_name("STEPS");
  app.add_option("--atol", options.atol, "the same if |A - B| <= atol + rtol * |B| (default: by the dtype)")
      ->type_name("X")
      ->check(not_negative());
  app.add_option("--rtol", options.rtol, "see --atol")->type_name("X")->check(not_negative());
  for (const auto declare : {declare_output, declare_problem, declare_engine}) declare(app, options);
}

/// Standard input can be read once.
void refuse_shared_input(const CompareOptions& options) {
  const auto of_sides = std::ranges::count(options.files, "-");
  if (of_sides == 2) throw Refusal("A and B cannot both be standard input", "save one of them to a file");
  if (of_sides == 1 && options.problem == "-")
    throw Refusal("--problem cannot be standard input, too", "save the problem to a file");
}

Closeness closeness_for(const ComparedRuns& runs, const CompareOptions& options) {
  const auto dtype_of = [](const Dump& dump) {
    for (const auto& [key, value] : dump.settings)
      if (key == "dtype") return std::string_view(value);
    return std::string_view();
  };
  Closeness closeness = coarser(closeness_of(dtype_of(runs.a.dump)), closeness_of(dtype_of(runs.b.dump)));
  const bool said = options.atol || options.rtol;
  if (said) closeness = {"", options.atol.value_or(0), options.rtol.value_or(0)};
  return closeness;
}

/// Marks a side by the problem, within what counts as the same.
void blame(char name, const Dump& dump, const std::optional<Expectation>& written, const WorkedProblem& truth,
           ComparedRuns& runs) {
  GradeOptions how;
  how.tolerance.atol = runs.closeness.atol;
  how.tolerance.rtol = runs.closeness.rtol;
  Grade marked = grade(truth.problem, truth.traces, written ? *written : expectation_of(dump), how);
  if (!marked.all_right) runs.blamed.push_back({name, std::move(marked)});
}

ComparedRuns compared(const CompareOptions& options) {
  ReadSide a = side_of(options.files[0], options), b = side_of(options.files[1], options);
  if (!options.step.empty() && !a.by_step && !b.by_step)
    throw Refusal("--step says which step one matrix is, and neither file needs it",
                  "name the matrix behind a #, as in 'dump.npz#layer0', or leave the option out");
  ComparedRuns runs{std::move(a.told), std::move(b.told), {}, {}, {}, false};
  runs.closeness = closeness_for(runs, options);
  runs.comparison = compare_dumps(runs.a.dump, runs.b.dump, runs.closeness);
  if (runs.comparison.steps.empty())
    throw Refusal(fmt::format("{} and {} have no step in common", runs.a.name, runs.b.name),
                  "a result has keys such as scores and weights; attn run --json writes one");
  runs.are_of_other_sizes = !runs.comparison.counts.empty() ||
                            std::ranges::any_of(runs.comparison.steps, [](const auto& step) { return !step.fits(); });
  if (runs.comparison.same() || runs.are_of_other_sizes) return runs;
  std::optional<WorkedProblem> truth;
  if (!options.problem.empty())
    truth = worked(text_of(options.problem), options.problem, options);
  else
    truth = std::move(a.worked ? a.worked : b.worked);
  if (!truth) return runs;
  runs.is_marked = true;
  const bool a_is_true = options.problem.empty() && runs.a.kind == problem_kind;
  const bool b_is_true = options.problem.empty() && !a_is_true;
  if (!a_is_true) blame('A', runs.a.dump, a.written, *truth, runs);
  if (!b_is_true) blame('B', runs.b.dump, b.written, *truth, runs);
  return runs;
}

} // namespace

Grammar compare_grammar() {
  CompareOptions options;
  CLI::App app(description, "attn compare");
  declare_compare(app, options);
  return grammar_of(app, options);
}

Status compare(const Arguments& arguments) {
  CompareOptions options;
  CLI::App app(description, "attn compare");
  declare_compare(app, options);
  if (!parse(app, options, arguments)) return Status::good;
  if (options.files.size() != 2)
    throw Refusal("compare takes two files", "attn compare A B; attn compare --help says more");
  refuse_shared_input(options);
  const Format& format = format_of(options);
  engine_of(options);
  memory_of(options);
  for (const std::string& file : options.files) keep_input(file, options.output);

  const ComparedRuns runs = compared(options);
  Output output(options.output);
  format.write(comparison(runs), style_of(options), output);
  output.finish();
  return runs.comparison.same() ? Status::good : Status::not_right;
}

} // namespace attn
