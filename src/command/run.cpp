// attn run: the pipeline; every step, or those of --only.

#include "attention/stage.h"
#include "command/files.h"
#include "command/limit.h"
#include "command/options.h"
#include "command/tell.h"
#include "command/work.h"

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
)";

Selection selection_of(const Options& options, const Shape& shape) {
  Selection selection;
  selection.steps = steps_of(options).value_or(default_steps());
  selection.head = head_of(options, shape);
  selection.query = query_of(options, shape);
  selection.rounded = options.round_steps;
  return selection;
}

/// Steps that --only names and that this problem does not have.
std::vector<std::string> missing_steps(const Problem& problem, const Options& options) {
  std::vector<std::string> warnings;
  const auto named = steps_of(options);
  for (const Stage& stage : stages())
    if (named && named->has(stage.step) && !stage.applies(problem))
      warnings.push_back(fmt::format("this problem has no {}", stage.name));
  return warnings;
}

} // namespace

Status run(const Arguments& arguments) {
  Options options;
  CLI::App app(description, "attn run");
  app.add_option("FILE", options.file, "problem to read; - or none: standard input")->type_name("");
  for (const auto declare : {declare_output, declare_selection, declare_problem, declare_engine}) declare(app, options);
  if (!parse(app, options, arguments)) return Status::good;

  const auto file = input_of(options);
  if (!file) {
    std::cerr << app.help();
    return Status::refused;
  }
  const Format& format = format_of(options);
  if (options.query && !format.for_people)
    throw Refusal("--query is for tables", fmt::format("with --format {} pick the row yourself, with jq", format.name));

  steps_of(options); // what is wrong with the command line is told before anything is read
  engine_of(options);
  memory_of(options);

  try {
    keep_input(*file, options.output);
    std::size_t bytes = 0;
    Case read = read_case(counted(open_source(*file), bytes), *file, options.overrides);
    std::ranges::move(missing_steps(read.problem, options), std::back_inserter(read.problem.warnings));
    const Selection selection = selection_of(options, read.problem.shape);
    refuse_if_too_large(read.problem, options.round_steps ? every_step() : selection.steps, bytes, memory_of(options));
    const std::vector<Trace> traces = work(read.problem, options, selection.steps);
    const Report report = results(read.problem, traces, selection);
    Output output(options.output);
    format.write(report, style_of(options), output);
    output.finish();
    const bool on_screen = format.name == "table" && options.output.empty(); // the table itself bears its warnings
    if (!options.quiet && !on_screen)
      for (const std::string& warning : report.warnings) tell_warning(*file, warning);
  } catch (Refusal& refusal) {
    for (Error& error : refusal.errors)
      if (error.place.file.empty() && !error.place.pointer.empty()) error.place.file = *file;
    throw;
  }
  return Status::good;
}

} // namespace attn
