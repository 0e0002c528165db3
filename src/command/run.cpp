// attn run: the pipeline; every step, or those of --only.

#include "attention/by_hand.h"
#include "attention/solve.h"
#include "command/files.h"
#include "command/options.h"

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include <iostream>

namespace attn {
namespace {

constexpr const char* description = R"(Works attention from a JSON problem and shows every step.

Examples:
  attn two-heads.json                     every step as a table
  attn run two-heads.json --only weights  one step
  attn two-heads.json --round-steps 4     as worked by hand
  attn two-heads.json --json | jq -c '.heads[0].weights'
)";

/// --head and --query count from 1 and must exist in this problem.
std::optional<std::size_t> counted(std::optional<std::size_t> number, std::size_t count, const char* option,
                                   const char* what) {
  if (!number) return std::nullopt;
  if (*number < 1 || *number > count)
    throw Refusal(fmt::format("{} {}: the problem has {} {}{}", option, *number, count, what, count == 1 ? "" : "s"),
                  fmt::format("{}s count from 1 to {}", what, count));
  return *number - 1;
}

Selection selection_of(const Options& options, const Shape& shape) {
  Selection selection;
  selection.steps = steps_of(options);
  selection.head = counted(options.head, shape.heads, "--head", "head");
  selection.query = counted(options.query, shape.n, "--query", "query");
  selection.rounded = options.round_steps;
  return selection;
}

std::vector<Trace> work(const Problem& problem, const Options& options, const StepSet& keep) {
  const Engine engine = engine_of(options);
  std::vector<Trace> traces;
  for (std::size_t sequence = 0; sequence < problem.shape.sequences; ++sequence)
    traces.push_back(options.round_steps ? by_hand(problem, sequence, *options.round_steps)
                                         : solve(problem, sequence, keep, engine));
  return traces;
}

void warn(const Report& report, const std::string& file) {
  for (const std::string& warning : report.warnings) std::cerr << "attn: " << file << ": warning: " << warning << '\n';
}

} // namespace

Status run(const Arguments& arguments) {
  Options options;
  CLI::App app(description, "attn run");
  declare(app, options);
  if (!parse(app, options, arguments)) return Status::good;

  const auto file = input_of(options);
  if (!file) {
    std::cerr << app.help();
    return Status::refused;
  }
  const Format& format = format_of(options);
  if (options.query && format.name != "table")
    throw Refusal("--query is for tables", fmt::format("with --format {} pick the row yourself, with jq", format.name));

  try {
    const Case read = read_case(open_source(*file), *file, options.overrides);
    const Selection selection = selection_of(options, read.problem.shape);
    const std::vector<Trace> traces = work(read.problem, options, selection.steps);
    const Report report = results(read.problem, traces, selection);
    Output output(options.output);
    format.write(report, style_of(options), output);
    output.finish();
    if (!options.quiet && format.name != "table") warn(report, *file);
  } catch (Refusal& refusal) {
    for (Error& error : refusal.errors)
      if (error.place.file.empty() && !error.place.pointer.empty()) error.place.file = *file;
    throw;
  }
  return Status::good;
}

} // namespace attn
