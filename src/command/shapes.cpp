// attn shapes: how large everything is, from a problem or from sizes alone.

#include "command/files.h"
#include "command/options.h"
#include "command/tell.h"
#include "problem/outline.h"
#include "report/dimensions.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <limits>

namespace attn {
namespace {

constexpr const char* description = R"(Shows the shape of every step, its multiply-adds, bytes and parameters.

Examples:
  attn shapes two-heads.json                            of a problem
  attn shapes --tokens 10 --d-model 768 --heads 12      of sizes alone
  attn shapes --tokens 1 --past 4095 --d-model 4096 --heads 32 --kv-heads 8
  attn shapes --tokens 4096 --d-model 768 --heads 12 --json | jq .growth
)";

struct ShapesOptions : Options {
  Sizes sizes;
};

void declare_sizes(CLI::App& app, Sizes& sizes) {
  constexpr std::size_t most = std::numeric_limits<std::size_t>::max();
  const auto size = [&](const char* name, auto& value, const char* sentence) {
    app.add_option(name, value, sentence)->type_name("N")->check(whole_number(1, most));
  };
  size("--tokens", sizes.tokens, "queries n; keys too, without --context");
  size("--context", sizes.context, "keys and values come from so many rows of a context");
  size("--past", sizes.past, "cached keys and values before the new ones");
  size("--d-model", sizes.d_model, "width of X; without it the chain starts at Q, K and V");
  size("--heads", sizes.heads, "number of heads (default: 1)");
  size("--kv-heads", sizes.kv_heads, "key/value heads that they share (default: as many)");
  size("--d-k", sizes.d_k, "width of a head's queries and keys (default: d_model / heads)");
  size("--d-v", sizes.d_v, "width of a head's values (default: d_k)");
  size("--batch", sizes.batch, "so many sequences");
}

/// Of a name that parse() let pass.
Dtype dtype_called(std::string_view name) {
  return std::ranges::find(dtypes(), name, &DtypeRow::name)->dtype;
}

/// The problem that was asked about: of a FILE, or of sizes.
Problem problem_of(const ShapesOptions& options, bool has_sizes) {
  if (!has_sizes) {
    const std::string file = *input_of(options);
    keep_input(file, options.output);
    Problem problem = at_file(file, [&] { return read_case(open_source(file), file, options.overrides).problem; });
    if (!options.quiet) tell_weights(file, problem.source);
    return problem;
  }
  if (!options.file.empty())
    throw Refusal("a FILE and sizes exclude each other", "leave out " + options.file + ", or --tokens and the others");
  if (options.sizes.tokens == 0) throw Refusal("how many queries there are is not known", "say --tokens N");
  Problem problem = outline(options.sizes);
  problem.dtype = dtype_called(options.overrides.dtype.value_or("float64"));
  if (options.overrides.causal) problem.mask.causal = Causal::top_left;
  return problem;
}

void declare_shapes(CLI::App& app, ShapesOptions& options) {
  options.told = Content::tables;
  app.add_option("FILE", options.file, "problem to read; - or none: standard input, without sizes");
  declare_sizes(app, options.sizes);
  app.add_option("--dtype", options.overrides.dtype, "float64, float32, float16 or bfloat16")->type_name("DTYPE");
  app.add_flag("--causal", options.overrides.causal, "with the causal mask");
  declare_model(app, options);
  declare_output(app, options);
}

} // namespace

Grammar shapes_grammar() {
  ShapesOptions options;
  CLI::App app(description, "attn shapes");
  declare_shapes(app, options);
  return grammar_of(app, options);
}

Status shapes(const Arguments& arguments) {
  ShapesOptions options;
  CLI::App app(description, "attn shapes");
  declare_shapes(app, options);
  if (!parse(app, options, arguments)) return Status::good;
  const bool has_sizes = options.sizes != Sizes{};
  if (!has_sizes && !input_or_help(app, options)) return Status::refused;
  const Format& format = format_of(options);
  const Report report = dimensions_report(problem_of(options, has_sizes));
  Output output(options.output);
  format.write(report, style_of(options), output);
  output.finish();
  return Status::good;
}

} // namespace attn
