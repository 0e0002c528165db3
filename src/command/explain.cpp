// attn explain: how the numbers of a query come about, term by term; or where one entry comes from.

#include "attention/stage.h"
#include "command/each_problem.h"
#include "command/files.h"
#include "command/limit.h"
#include "command/options.h"
#include "error.h"
#include "problem/suggest.h"
#include "report/explanation.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <iterator>

namespace attn {
namespace {

constexpr const char* description = R"(Shows how the numbers of a query come about, term by term.

Examples:
  attn explain two-heads.json                      the first query, every head
  attn explain two-heads.json --head 1 --query 3   the third, first head
  attn explain two-heads.json --step scores,weights --all
  attn explain two-heads.json --cell '.heads[0].weights[0][2]'
  attn explain two-heads.json --round-steps 4 -o page.md
)";

struct ExplainOptions : Options {
  LineOptions lines;
  std::string cell; ///< jq path
  bool all = false;
  bool full = false;
};

void declare_explain(CLI::App& app, ExplainOptions& options) {
  options.told = Content::words;
  app.add_option("FILE", options.file, "problem to read; - or none: standard input");
  app.add_flag("--all", options.all, "every query, not the first alone");
  app.add_option("--step,--only", options.only, "these steps, with commas between: scores,weights,…")
      ->type_name("STEPS");
  app.add_option("--cell", options.cell, "one entry traced back to the problem: '.heads[0].weights[0][2]'")
      ->type_name("PATH");
  app.add_flag("--full", options.full, "every term of long sums, every line of long steps");
  for (const auto declare : {declare_output, declare_view, declare_problem, declare_engine}) declare(app, options);
  declare_lines(app, options.lines);
}

/// What the options say against each other.
void refuse_contradictions(const ExplainOptions& options) {
  if (options.all && options.query) throw Refusal("--all and --query exclude each other", "leave out one");
  if (options.cell.empty()) return;
  if (options.all || options.query || options.head || options.only)
    throw Refusal("--cell names one number: no --query, --head, --step or --all goes with it", "leave them out");
}

ExplanationOptions telling(const ExplainOptions& options, const Plan& plan, const Shape& shape) {
  const Selection selection = selection_of(plan, shape);
  ExplanationOptions telling;
  telling.steps = plan.named;
  telling.head = selection.head;
  if (!options.all) telling.query = selection.query.value_or(0);
  telling.manner = {style_of(options).decimals, options.round_steps, options.full, true};
  return telling;
}

Report report_of(const ExplainOptions& options, const Plan& plan, const Problem& problem) {
  const ExplanationOptions how = telling(options, plan, problem.shape);
  if (options.cell.empty()) return explanation(problem, work(problem, plan, every_step()), how);
  const Target cell = find_cell(problem, options.cell); // a wrong path is told before the work
  return origin_of_cell(problem, work(problem, plan, every_step()), cell, how.manner);
}

void tell_explanation(const Source& source, const std::string& file, const ExplainOptions& options, const Plan& plan,
                      const Told& told) {
  std::size_t bytes = 0;
  Case read = read_case(counted(source, bytes), file, options.overrides);
  std::ranges::move(missing_steps(read.problem, plan.named), std::back_inserter(read.problem.warnings));
  refuse_if_too_large(read.problem, every_step(), bytes + read.file_bytes, plan.memory);
  told(report_of(options, plan, read.problem), Status::good);
}

} // namespace

Grammar explain_grammar() {
  ExplainOptions options;
  CLI::App app(description, "attn explain");
  declare_explain(app, options);
  return grammar_of(app, options);
}

Status explain(const Arguments& arguments) {
  ExplainOptions options;
  CLI::App app(description, "attn explain");
  declare_explain(app, options);
  if (!parse(app, options, arguments)) return Status::good;
  const auto file = input_or_help(app, options);
  if (!file) return Status::refused;
  refuse_contradictions(options);
  const bool has_lines = settle_lines(options.lines, *file, options.threads, options.overrides);
  const Plan plan(options, format_for(options, has_lines), every_step());
  keep_input(*file, options.output);
  const ProblemWork work = [&](const Source& source, const std::string& name, const Plan& of_this, const Told& told) {
    tell_explanation(source, name, options, of_this, told);
  };
  return has_lines ? each_problem(*file, plan, options.lines, work) : one_problem(*file, plan, work);
}

} // namespace attn
