// attn verify: what the mechanism promises, held on a problem by two independent ways each.

#include "attention/identity.h"
#include "attention/stage.h"
#include "command/each_problem.h"
#include "command/files.h"
#include "command/limit.h"
#include "command/options.h"
#include "report/identities.h"

#include <CLI/CLI.hpp>
#include <algorithm>

namespace attn {
namespace {

constexpr const char* description = R"(Holds the identities of attention on a problem, each worked by two ways.

Examples:
  attn verify two-heads.json            which hold, how nearly, and where not
  attn verify two-heads.json --causal   step by step with a cache, too
  attn verify two-heads.json --json | jq -e .all_hold
  attn verify problems.jsonl            a line of JSON for each line

The exit status is 1 if one that applies does not hold.
)";

void tell_identities(const Source& source, const std::string& file, const Plan& plan, const Told& told) {
  std::size_t bytes = 0;
  const Case read = read_case(counted(source, bytes), file, plan.options.overrides);
  refuse_if_too_large(read.problem, every_step(), bytes + read.file_bytes, plan.memory);
  const std::vector<IdentityFinding> findings = verify(read.problem, plan.engine);
  const bool all_hold = std::ranges::all_of(findings, &IdentityFinding::holds);
  told(identities_report(read.problem, findings), all_hold ? Status::good : Status::not_right);
}

struct VerifyOptions : Options {
  LineOptions lines;
};

void declare_verify(CLI::App& app, VerifyOptions& options) {
  options.told = Content::tables;
  app.add_option("FILE", options.file, "problem to read; - or none: standard input");
  for (const auto declare : {declare_output, declare_problem, declare_engine}) declare(app, options);
  declare_lines(app, options.lines);
}

} // namespace

Grammar verify_grammar() {
  VerifyOptions options;
  CLI::App app(description, "attn verify");
  declare_verify(app, options);
  return grammar_of(app, options);
}

Status verify(const Arguments& arguments) {
  VerifyOptions options;
  CLI::App app(description, "attn verify");
  declare_verify(app, options);
  if (!parse(app, options, arguments)) return Status::good;
  const auto file = input_or_help(app, options);
  if (!file) return Status::refused;
  const bool has_lines = settle_lines(options.lines, *file, options.threads, options.overrides);
  const Plan plan(options, format_for(options, has_lines), every_step());
  keep_input(*file, options.output);
  return has_lines ? each_problem(*file, plan, options.lines, tell_identities)
                   : one_problem(*file, plan, tell_identities);
}

} // namespace attn
