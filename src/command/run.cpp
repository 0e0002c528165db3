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

} // namespace

Status run(const Arguments& arguments) {
  Options options;
  LineOptions lines;
  CLI::App app(description, "attn run");
  app.add_option("FILE", options.file, "problem to read; - or none: standard input")->type_name("");
  for (const auto declare : {declare_output, declare_selection, declare_problem, declare_engine}) declare(app, options);
  declare_lines(app, lines);
  if (!parse(app, options, arguments)) return Status::good;

  const auto file = input_or_help(app, options);
  if (!file) return Status::refused;
  const bool has_lines = settle_lines(lines, *file, options.threads);
  const Plan plan(options, format_for(options, has_lines), default_steps());
  refuse_row_for_machines(plan);
  keep_input(*file, options.output);
  return has_lines ? each_problem(*file, plan, lines, tell_results) : one_problem(*file, plan, tell_results);
}

} // namespace attn
