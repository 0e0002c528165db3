// attn run: the pipeline; every step, or those of --only.

#include "command/each_line.h"
#include "command/files.h"
#include "command/options.h"
#include "command/plan.h"

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
  attn problems.jsonl --only output       a line of JSON for each line
)";

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
  const Plan plan(options, has_lines ? *find_format("json") : format_of(options), default_steps());
  refuse_row_for_machines(plan);
  keep_input(*file, options.output);
  if (has_lines) return run_lines(*file, plan, lines);
  write_report(*file, plan);
  return Status::good;
}

} // namespace attn
