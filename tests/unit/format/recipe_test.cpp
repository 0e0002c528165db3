// The same weights give the same bytes, however a project stores them: what run prints of each layout is held against
// what it prints of the weights written by hand.

#include "attention/solve.h"
#include "attention/stage.h"
#include "format/json.h"
#include "problem/read.h"
#include "problem/recipe/recipe.h"
#include "report/results.h"
#include "text_sink.h"
#include "unit/problem/model_file.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <string>
#include <string_view>

namespace attn {
namespace {

using test::Layer;
using test::Tensor;

constexpr std::string_view X =
    R"("X": [[1, 0.5, -1, 2, 0, 1, 1, -2], [0, 1, 1, 0.25, -1, 3, 0, 1], [2, 2, -3, 0, 1, 0, 1, 1]])";

/// What `run --json` prints, without the line of the recipe and what a recipe warns of.
std::string printed(std::string_view text, const std::string& file) {
  const Problem problem = read_case(text, file).problem;
  const std::vector<Trace> traces{solve(problem, 0, every_step())}; // the report refers to them
  Report report = results(problem, traces, {.steps = every_step()});
  report.warnings.clear();
  TextSink sink;
  write_json(report, Layout::indented, sink);
  const std::size_t line = sink.text.find("  \"recipe\": ");
  if (line != std::string::npos) sink.text.erase(line, sink.text.find('\n', line) + 1 - line);
  return sink.text;
}

bool has_bias(const Recipe& recipe) {
  const bool of_Q = !recipe.QKV.bias.empty() || !recipe.Q.bias.empty();
  return of_Q && !recipe.O.bias.empty();
}

/// Whether a project stores layers so in which heads share keys, or do not.
bool can_store(const Recipe& recipe, bool shared) {
  const bool joint_bias = recipe.fusion == Fusion::none && !recipe.QKV.bias.empty();
  const bool narrower = recipe.fusion == Fusion::blocks || recipe.fusion == Fusion::groups;
  if (!shared) return !narrower;
  return narrower || (recipe.fusion == Fusion::none && !joint_bias && recipe.axes != Axes::in_head_out);
}

/// Recipes that fit the same tensors must be asked for.
bool is_ambiguous(const Recipe& recipe) {
  for (const std::string_view name : {"in_out", "out_in", "Falcon", "ChatGLM"})
    if (recipe.name == name) return true;
  return false;
}

void check(const Recipe& recipe, const Layer& layer, bool biases, std::string_view more) {
  const test::Scratch scratch;
  std::vector<Tensor> tensors = test::stored(layer, recipe, "model.layers.3.", biases);
  for (Tensor& tensor : test::stored(test::drawn_layer(99, 4, layer.kv_heads, 2, 8), recipe, "model.layers.4.", biases))
    tensors.push_back(std::move(tensor));
  scratch.save("m.safetensors", test::safetensors_of(tensors));
  const bool tells_heads = recipe.axes == Axes::head_in_out || recipe.axes == Axes::in_head_out;
  const std::string own =
      printed(fmt::format(R"({{{}, {}, {}{}}})", X, test::by_hand(layer, biases, !recipe.O.weight.empty()), more,
                          recipe.scale ? R"(, "scale": 1)" : ""),
              scratch.path("p.json"));
  const std::string taken =
      printed(fmt::format(R"({{{}, "model": "m.safetensors", "layer": 3, {}{}{}}})", X, more,
                          tells_heads ? "" : R"(, "heads": 4)",
                          is_ambiguous(recipe) ? fmt::format(R"(, "recipe": "{}")", recipe.name) : ""),
              scratch.path("p.json"));
  INFO(recipe.name << ", " << recipe.models << ", biases " << biases << ", kv_heads " << layer.kv_heads);
  CHECK(own == taken);
}

} // namespace

TEST_CASE("the same weights give the same bytes in every layout that a recipe knows") {
  for (const std::size_t kv_heads : {4u, 2u}) {
    const Layer layer = test::drawn_layer(7, 4, kv_heads, 2, 8);
    for (const Recipe& recipe : recipes())
      for (const bool biases : {false, true})
        for (const char* more : {R"("dtype": "float64")", R"("dtype": "float32", "mask": "causal")"})
          if (can_store(recipe, kv_heads != 4) && (!biases || has_bias(recipe))) check(recipe, layer, biases, more);
  }
}

TEST_CASE("every recipe is tried, with shared keys or without") {
  for (const Recipe& recipe : recipes()) CHECK((can_store(recipe, false) || can_store(recipe, true)));
}

} // namespace attn
