// attn plot: heat maps of the weights or of other steps, as a picture or as shaded cells on a terminal.

#include "command/each_problem.h"
#include "command/files.h"
#include "command/options.h"

#include <CLI/CLI.hpp>

namespace attn {
namespace {

constexpr const char* description = R"(Draws heat maps of the attention weights, or of other steps.

Examples:
  attn plot two-heads.json                  shaded cells on the terminal
  attn plot two-heads.json -o weights.svg   a picture, for pages and papers
  attn plot two-heads.json --step scores,weights --head 2 -o head-2.svg
)";

void declare_plot(CLI::App& app, Options& options) {
  app.add_option("FILE", options.file, "problem to read; - or none: standard input");
  app.add_option("--step,--only", options.only, "these steps in place of the weights: scores,heads.output,…")
      ->type_name("STEPS");
  for (const auto declare : {declare_output, declare_view, declare_problem, declare_engine}) declare(app, options);
}

} // namespace

Grammar plot_grammar() {
  Options options;
  CLI::App app(description, "attn plot");
  declare_plot(app, options);
  return grammar_of(app, options);
}

Status plot(const Arguments& arguments) {
  Options options;
  options.heat = true;
  CLI::App app(description, "attn plot");
  declare_plot(app, options);
  if (!parse(app, options, arguments)) return Status::good;

  const auto file = input_or_help(app, options);
  if (!file) return Status::refused;
  options.decimals = options.decimals.value_or(options.round_steps.value_or(2)); // cells are small
  const Plan plan(options, format_of(options), {Step::weights});
  refuse_row_for_machines(plan);
  keep_input(*file, options.output);
  return one_problem(*file, plan, tell_results);
}

} // namespace attn
