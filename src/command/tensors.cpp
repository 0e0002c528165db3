// attn tensors: what is in a file of tensors.

#include "report/tensors.h"

#include "command/files.h"
#include "command/options.h"
#include "problem/tensor/tensor_file.h"
#include "report/recipe_fits.h"

#include <CLI/CLI.hpp>
#include <fmt/core.h>

namespace attn {
namespace {

constexpr const char* description =
    R"(Lists the tensors of a file: names, types, shapes, and which recipes find weights of attention among them.

Examples:
  attn tensors model.safetensors
  attn tensors weights.npz --json | jq -r '.tensors[].name'

A problem takes them by their names, {"W_Q": "weights.npz#wq"}, or by a recipe: {"model": "model.safetensors"}.
)";

/// The file, opened. What is wrong with it is told of it as a whole.
TensorFile opened(const std::string& file) {
  if (file == "-") throw Refusal("tensors are read from a file, not from standard input", "name the file");
  if (!find_tensor_name(file))
    throw Refusal(file, "is no file of tensors by its name", fmt::format("their names end in {}", tensor_endings()));
  return TensorFile(file, {});
}

void declare_tensors(CLI::App& app, Options& options) {
  options.told = Content::tables;
  app.add_option("FILE", options.file, "file to read: " + tensor_endings());
  declare_output(app, options);
}

} // namespace

Grammar tensors_grammar() {
  Options options;
  CLI::App app(description, "attn tensors");
  declare_tensors(app, options);
  return grammar_of(app, options);
}

Status tensors(const Arguments& arguments) {
  Options options;
  CLI::App app(description, "attn tensors");
  declare_tensors(app, options);
  if (!parse(app, options, arguments)) return Status::good;
  if (options.file.empty()) throw Refusal("tensors needs a file", "attn tensors FILE; attn tensors --help says more");
  const Format& format = format_of(options);
  keep_input(options.file, options.output);
  try {
    const TensorFile file = opened(options.file);
    Report report = tensors(file, options.file);
    add_recipes(report, file);
    Output output(options.output);
    format.write(report, style_of(options), output);
    output.finish();
  } catch (const TensorFault& fault) {
    throw Refusal(options.file, fault.message, fault.hint);
  }
  return Status::good;
}

} // namespace attn
