// attn run: the pipeline; every step, or those of --only.

#include "command/each_problem.h"
#include "command/files.h"
#include "command/options.h"
#include "command/plan.h"

#include <CLI/CLI.hpp>

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

struct RunOptions : Options {
  LineOptions lines;
};

void declare_run(CLI::App& app, RunOptions& options) {
  app.add_option("FILE", options.file, "problem to read; - or none: standard input");
  for (const auto declare : {declare_output, declare_selection, declare_problem, declare_engine}) declare(app, options);
  declare_lines(app, options.lines);
}

} // namespace

Grammar run_grammar() {
  RunOptions options;
  CLI::App app(description, "attn run");
  declare_run(app, options);
  return grammar_of(app, options);
}

Status run(const Arguments& arguments) {
  RunOptions options;
  CLI::App app(description, "attn run");
  declare_run(app, options);
  if (!parse(app, options, arguments)) return Status::good;

  const auto file = input_or_help(app, options);
  if (!file) return Status::refused;
  const bool has_lines = settle_lines(options.lines, *file, options.threads, options.overrides);
  const Plan plan(options, format_for(options, has_lines), default_steps());
  refuse_row_for_machines(plan);
  keep_input(*file, options.output);
  return has_lines ? each_problem(*file, plan, options.lines, tell_results) : one_problem(*file, plan, tell_results);
}

} // namespace attn
