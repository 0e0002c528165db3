// attn verify: what the mechanism promises, held on a problem by two independent ways each.

#include "attention/identity.h"
#include "attention/stage.h"
#include "command/files.h"
#include "command/limit.h"
#include "command/options.h"
#include "command/tell.h"
#include "report/identities.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>

namespace attn {
namespace {

constexpr const char* description = R"(Holds the identities of attention on a problem, each worked by two ways.

Examples:
  attn verify two-heads.json            which hold, how nearly, and where they are farthest apart
  attn verify two-heads.json --causal   all at once = step by step with a cache, too
  attn verify two-heads.json --json | jq -e .all_hold

The exit status is 1 if one that applies does not hold.
)";

Status verify_file(const std::string& file, const Options& options) {
  keep_input(file, options.output);
  std::size_t bytes = 0;
  const Case read = read_case(counted(open_source(file), bytes), file, options.overrides);
  refuse_if_too_large(read.problem, every_step(), bytes, memory_of(options));
  const std::vector<IdentityFinding> findings = verify(read.problem, engine_of(options));
  const Format& format = format_of(options);
  Output output(options.output);
  format.write(identities_report(read.problem, findings), style_of(options), output);
  output.finish();
  const bool on_screen =
      format.audience == Audience::people && options.output.empty(); // the report itself bears its warnings
  if (!options.quiet && !on_screen)
    for (const std::string& warning : read.problem.warnings) tell_warning(file, warning);
  return std::ranges::all_of(findings, &IdentityFinding::holds) ? Status::good : Status::not_right;
}

} // namespace

Status verify(const Arguments& arguments) {
  Options options;
  CLI::App app(description, "attn verify");
  app.add_option("FILE", options.file, "problem to read; - or none: standard input")->type_name("");
  for (const auto declare : {declare_output, declare_problem, declare_engine}) declare(app, options);
  if (!parse(app, options, arguments)) return Status::good;
  const auto file = input_of(options);
  if (!file) {
    std::cerr << app.help();
    return Status::refused;
  }
  format_of(options); // what is wrong with the command line is told before anything is read
  engine_of(options);
  memory_of(options);
  return at_file(*file, [&] { return verify_file(*file, options); });
}

} // namespace attn
