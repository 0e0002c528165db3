// attn run: the pipeline; every step, or those of --only.

#include "command/options.h"
#include "command/plan.h"

#include <CLI/CLI.hpp>
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
  write_report(*file, Plan(options, default_steps()));
  return Status::good;
}

} // namespace attn
