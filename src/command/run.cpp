// attn run: the pipeline; every step, or those of --only.

#include "attention/by_hand.h"
#include "attention/solve.h"
#include "attention/stage.h"
#include "command/each_line.h"
#include "command/files.h"
#include "command/limit.h"
#include "command/options.h"
#include "command/tell.h"

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include <algorithm>
#include <iostream>
#include <iterator>

namespace attn {
namespace {

constexpr const char* description = R"(Works attention from a JSON problem and shows every step.

Examples:
  attn two-heads.json                     every step as a table
  attn run two-heads.json --only weights  one step
  attn two-heads.json --round-steps 4     as worked by hand
  attn two-heads.json --json | jq -c '.heads[0].weights'
  attn problems.jsonl --only output       a line of JSON for each line
)";

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

/// What the options say of every problem; settled before anything is read, since it is wrong or right by itself.
struct Plan {
  explicit Plan(const Options& typed)
      : options(typed), named(steps_of(typed)), engine(engine_of(typed)), memory(memory_of(typed)) {}

  const Options& options;
  std::optional<StepSet> named; ///< by --only
  Engine engine;
  std::optional<std::size_t> memory;
};

Selection selection_of(const Plan& plan, const Shape& shape) {
  Selection selection;
  selection.steps = plan.named.value_or(default_steps());
  selection.head = from_zero(plan.options.head, shape.heads, {"--head", "head", "heads"});
  selection.query = from_zero(plan.options.query, shape.n, {"--query", "query", "queries"});
  selection.rounded = plan.options.round_steps;
  return selection;
}

std::vector<Trace> work(const Problem& problem, const Plan& plan, const StepSet& keep) {
  const auto rounded = plan.options.round_steps;
  std::vector<Trace> traces;
  for (std::size_t sequence = 0; sequence < problem.shape.sequences; ++sequence)
    traces.push_back(rounded ? by_hand(problem, sequence, *rounded) : solve(problem, sequence, keep, plan.engine));
  return traces;
}

/// Steps that --only names and that this problem does not have.
std::vector<std::string> missing_steps(const Problem& problem, const std::optional<StepSet>& named) {
  std::vector<std::string> warnings;
  for (const Stage& stage : stages())
    if (named && named->has(stage.step) && !stage.applies(problem))
      warnings.push_back(fmt::format("this problem has no {}", stage.name));
  return warnings;
}

/// Reads a problem, works it and hands its report on, which lives no longer.
template <class Told>
void with_report(const Source& source, const std::string& file, const Plan& plan, Told told) {
  std::size_t bytes = 0;
  Case read = read_case(counted(source, bytes), file, plan.options.overrides);
  std::ranges::move(missing_steps(read.problem, plan.named), std::back_inserter(read.problem.warnings));
  const Selection selection = selection_of(plan, read.problem.shape);
  refuse_if_too_large(read.problem, selection.rounded ? every_step() : selection.steps, bytes + read.file_bytes,
                      plan.memory);
  const std::vector<Trace> traces = work(read.problem, plan, selection.steps);
  told(results(read.problem, traces, selection));
}

/// A table bears its warnings itself.
void run_one(const std::string& file, const Plan& plan) {
  const Options& options = plan.options;
  const Format& format = format_of(options);
  const bool on_screen = format.name == "table" && options.output.empty();
  at_file(file, [&] {
    with_report(open_source(file), file, plan, [&](const Report& report) {
      Output output(options.output);
      format.write(report, style_of(options), output);
      output.finish();
      if (options.quiet || on_screen) return;
      for (const std::string& warning : report.warnings) tell_warning(file, warning);
    });
  });
}

/// A line of JSON is all that a line gives; a table is the default of one problem alone.
void refuse_other_than_json(const Options& options) {
  const bool is_default = options.format.empty() && (options.output.empty() || options.output == "-");
  if (is_default || asks_for_json(options)) return;
  throw Refusal(fmt::format("lines are written as JSON, not as {}", format_of(options).name),
                "leave out --format and end -o in .jsonl, or work one problem at a time");
}

/// Lines share the threads: each is worked by one.
Status run_lines(const std::string& file, Plan plan, const LineOptions& lines) {
  plan.engine.threads = 1;
  Output output(plan.options.output);
  const Status status = each_line(file, lines, output, [&](const Line& line) {
    LineOutcome outcome;
    with_report(source_of(line.text), file, plan, [&](Report report) {
      if (!lines.no_numbers) report.line = line.number;
      outcome.text = json_line(report);
      if (!plan.options.quiet) outcome.warnings = std::move(report.warnings);
    });
    return outcome;
  });
  output.finish();
  return status;
}

} // namespace

Status run(const Arguments& arguments) {
  Options options;
  LineOptions lines;
  CLI::App app(description, "attn run");
  app.add_option("FILE", options.file, "problem to read; - or none: standard input")->type_name("");
  for (const auto declare : {declare_output, declare_selection, declare_problem, declare_engine}) declare(app, options);
  declare_lines(app, lines);
  if (!parse(app, options, arguments)) return Status::good;

  const auto file = input_of(options);
  if (!file) {
    std::cerr << app.help();
    return Status::refused;
  }
  const bool has_lines = settle_lines(lines, *file, options.threads);
  if (has_lines) refuse_other_than_json(options);
  const Format& format = has_lines ? *find_format("json") : format_of(options);
  if (options.query && format.audience == Audience::machines)
    throw Refusal("--query is for tables", fmt::format("with --format {} pick the row yourself", format.name));

  const Plan plan(options);
  keep_input(*file, options.output);
  if (has_lines) return run_lines(*file, plan, lines);
  run_one(*file, plan);
  return Status::good;
}

} // namespace attn
