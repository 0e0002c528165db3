// Weights of a model: which recipe is meant, what is refused, and what is said.

#include "problem/read.h"
#include "problem/recipe/fit.h"
#include "problem/recipe/recipe.h"
#include "unit/problem/model_file.h"
#include "unit/problem/reading.h"
#include "unit/problem/scratch.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <string>
#include <string_view>

using namespace attn;
using namespace attn::test;

namespace {

constexpr std::string_view X = R"("X": [[1, 0, 1, 0, 1, 1, 0, 2]])";

const Recipe& recipe_called(std::string_view name) {
  return *std::ranges::find(recipes(), name, &Recipe::name);
}

/// A file m.safetensors, and problems with it.
class Model {
public:
  Model& with(std::string_view recipe, std::string prefix, std::size_t kv_heads = 4) {
    for (Tensor& tensor : stored(drawn_layer(1, 4, kv_heads, 2, 8), recipe_called(recipe), std::move(prefix)))
      tensors_.push_back(std::move(tensor));
    return *this;
  }
  Model& with(Tensor tensor) {
    tensors_.push_back(std::move(tensor));
    return *this;
  }

  Problem read(std::string_view keys, const Overrides& overrides = {}) const {
    scratch_.save("m.safetensors", safetensors_of(tensors_));
    return read_case(fmt::format("{{{}, \"model\": \"m.safetensors\"{}}}", X, keys), scratch_.path("p.json"), overrides)
        .problem;
  }

  /// "/model: m.safetensors holds …\n    say …\n".
  std::string faults(std::string_view keys, const Overrides& overrides = {}) const {
    try {
      read(keys, overrides);
    } catch (const Refusal& refusal) {
      std::string lines;
      for (const Error& error : refusal.errors)
        lines += fmt::format("{}: {}\n    {}\n", error.place.pointer, error.message, error.hint);
      return lines;
    }
    return {};
  }

  std::vector<std::string> groups() const {
    scratch_.save("m.safetensors", safetensors_of(tensors_));
    std::vector<std::string> words;
    for (const FitGroup& group : grouped(find_fits(TensorFile("m.safetensors", {true, scratch_.folder()}))))
      words.push_back(words_of(group));
    return words;
  }

private:
  Scratch scratch_;
  std::vector<Tensor> tensors_;
};

std::string used(const Problem& problem) {
  return words_of(problem.source.value());
}

} // namespace

TEST_CASE("What was used is told: recipe, place, form, split, layout") {
  CHECK(used(Model().with("GPT-2", "h.0.attn.").read(R"(, "heads": 4)")) ==
        "GPT-2, at h.0.attn. of m.safetensors: fused, columns Q|K|V, in_out");
  CHECK(used(Model().with("nanoGPT", "").read(R"(, "heads": 4)")) ==
        "nanoGPT of m.safetensors: fused, rows Q|K|V, out_in");
  CHECK(used(Model().with("BLOOM", "h.1.").read(R"(, "heads": 4)")) ==
        "BLOOM, at h.1. of m.safetensors: fused, rows q|k|v of each head, out_in");
  CHECK(used(Model().with("TransformerLens", "blocks.0.attn.").read("")) ==
        "TransformerLens, at blocks.0.attn. of m.safetensors: separate, head_in_out");
}

TEST_CASE("A layer is the last number of a prefix, a prefix ends at a dot") {
  Model model;
  for (const char* prefix :
       {"encoder.layers.0.self_attn.", "encoder.layers.1.self_attn.", "encoder.layers.11.self_attn."})
    model.with("torch.nn.MultiheadAttention", prefix);
  CHECK(model.read(R"(, "heads": 4, "layer": 11)").source->prefix == "encoder.layers.11.self_attn.");
  CHECK(model.read(R"(, "heads": 4, "prefix": "encoder.layers.1")").source->prefix == "encoder.layers.1.self_attn.");
  CHECK(model.read(R"(, "heads": 4, "prefix": "encoder.layers.1.self_attn.")").source->prefix ==
        "encoder.layers.1.self_attn.");
  CHECK(model.groups() ==
        std::vector<std::string>{"torch.nn.MultiheadAttention at encoder.layers.N.self_attn., N one of 0, 1, 11"});
  CHECK(model.faults(R"(, "heads": 4)") ==
        "/model: m.safetensors holds several weights that fit: torch.nn.MultiheadAttention at "
        "encoder.layers.N.self_attn., N one of 0, 1, 11\n    say which: \"layer\": 0, or --layer 0\n");
  CHECK(model.faults(R"(, "heads": 4, "layer": 2)") ==
        "/model: m.safetensors holds no layer 2\n    what fits: torch.nn.MultiheadAttention at "
        "encoder.layers.N.self_attn., N one of 0, 1, 11\n");
  CHECK(model.faults(R"(, "heads": 4, "prefix": "encoder.layer")") ==
        "/model: m.safetensors holds no weights of attention whose names begin with \"encoder.layer\"\n    what fits: "
        "torch.nn.MultiheadAttention at encoder.layers.N.self_attn., N one of 0, 1, 11\n");
}

TEST_CASE("Two attentions of one layer are told apart by the prefix") {
  Model model;
  for (const char* prefix : {"layers.0.self_attn.", "layers.0.multihead_attn."})
    model.with("torch.nn.MultiheadAttention", prefix);
  CHECK(model.faults(R"(, "heads": 4, "layer": 0)") ==
        "/model: m.safetensors holds several weights that fit: torch.nn.MultiheadAttention at layers.N.self_attn., N "
        "0; torch.nn.MultiheadAttention at layers.N.multihead_attn., N 0\n    say where: \"prefix\": "
        "\"layers.0.self_attn.\", or --prefix layers.0.self_attn.\n");
  CHECK(model.read(R"(, "heads": 4, "prefix": "layers.0.multihead_attn")").source->prefix ==
        "layers.0.multihead_attn.");
}

TEST_CASE("A square matrix does not tell its layout: nothing is guessed") {
  Model model;
  model.with("in_out", "");
  CHECK(
      model.faults(R"(, "heads": 4)") ==
      "/model: m.safetensors holds several weights that fit: in_out; out_in\n    say which: \"layout\": \"in_out\" (y "
      "= x·W) or \"out_in\" (y = x·Wᵀ), or --layout\n");
  CHECK(model.read(R"(, "heads": 4, "layout": "torch")").source->recipe == "out_in");
  Overrides in_out;
  in_out.layout = "in_out";
  CHECK(model.read(R"(, "heads": 4, "layout": "torch")", in_out).source->recipe == "in_out");
}

TEST_CASE("One name and two splits: the recipe must be said") {
  Model model;
  model.with("Falcon", "h.0.", 2);
  CHECK(
      model.faults(R"(, "heads": 4)") ==
      "/model: m.safetensors holds several weights that fit: Falcon at h.N., N 0; ChatGLM at h.N., N 0\n    say which: "
      "\"recipe\": \"Falcon\", or --recipe Falcon\n");
  CHECK(model.read(R"(, "heads": 4, "recipe": "ChatGLM")").source->split == "rows Q|K|V");
  CHECK(model.faults(R"(, "heads": 4, "recipe": "Falcn")") ==
        "/model: m.safetensors is not looked into: no recipe is called \"Falcn\"\n    did you mean Falcon?\n");
  CHECK(model.faults(R"(, "heads": 4, "recipe": "T5")") ==
        "/model: m.safetensors holds no weights named as in T5\n    attn tensors lists what it holds; name the weights "
        "one by one: \"W_Q\": \"FILE#NAME\"\n");
}

TEST_CASE("What no tensor tells must be said, or is warned of") {
  Model model;
  model.with("LLaMA", "model.layers.0.self_attn.", 2);
  CHECK(model.faults("") ==
        "/model: m.safetensors does not tell how many heads there are\n    say it: \"heads\": 12, or "
        "--heads 12; a model's config.json has it\n");
  Problem problem = model.read(R"(, "heads": 4)");
  CHECK(problem.shape.kv_heads == 2);
  CHECK(problem.warnings ==
        std::vector<std::string>{"LLaMA has rotary positions, which are not among its weights and are left out"});
  model.with({"model.layers.0.self_attn.q_norm.weight", {2}, {1, 1}});
  CHECK(model.read(R"(, "heads": 4)").warnings.back() == "model.layers.0.self_attn.q_norm.weight is not used");
}

TEST_CASE("T5 scales no scores, and its position biases are told once, where they are") {
  Model model;
  model.with("T5", "encoder.block.0.").with("T5", "encoder.block.1.");
  constexpr std::string_view keys = R"(, "heads": 4, "layer": 1)";
  CHECK(model.read(keys).warnings ==
        std::vector<std::string>{"T5 has relative position biases, which are not among its weights and are left out"});
  model.with({"encoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight", {1, 4}, {1, 2, 3, 4}});
  const std::vector<std::string> told = {"T5 has relative position biases, which stand in encoder.block.0.layer.0."
                                         "SelfAttention.relative_attention_bias.weight and are left out"};
  CHECK(model.read(keys).warnings == told);
  for (const char* other : {"decoder", "a"}) // those of another stack
    model.with({std::string(other) + ".block.0.layer.0.SelfAttention.relative_attention_bias.weight", {1, 4},
                {1, 2, 3, 4}});
  CHECK(model.read(keys).warnings == told);
  CHECK(model.read(R"(, "heads": 4, "layer": 1, "mask": {"add": [[0]]})").warnings.empty());
  CHECK(Model().with("T5", "encoder.block.0.").read(R"(, "heads": 4)").scale == 1);
  CHECK(Model().with("T5", "encoder.block.0.").read(R"(, "heads": 4, "scale": 0.5)").scale == 0.5);
}

TEST_CASE("A mask that is called bias is no bias") {
  Model model;
  for (Tensor& tensor : stored(drawn_layer(1, 4, 4, 2, 8), recipe_called("GPT-2"), "h.0.attn.", false))
    model.with(std::move(tensor));
  model.with({"h.0.attn.bias", {1, 1, 2, 2}, {1, 0, 1, 1}});
  const Problem problem = model.read(R"(, "heads": 4)");
  CHECK(problem.project_Q.b.empty());
  CHECK(problem.project_O.b.empty());
}

TEST_CASE("bias_k and bias_v become an extra row of keys and values") {
  Model model;
  model.with("torch.nn.MultiheadAttention", "");
  model.with({"bias_k", {1, 1, 8}, {1, 2, 3, 4, 5, 6, 7, 8}});
  model.with({"bias_v", {1, 1, 8}, {0, 0, 0, 0, 0, 0, 0, 9}});
  const Problem problem = model.read(R"(, "heads": 4)");
  CHECK(problem.shape.extra == 1);
  CHECK(problem.extra_K(0, 4) == 5);
  CHECK(problem.extra_V(0, 7) == 9);
}

TEST_CASE("Weights meet the problem as those written by hand do, under the names that they have in the file") {
  Model model;
  model.with("BERT", "l.0.");
  CHECK(
      model.faults(R"(, "heads": 3)") ==
      "/heads: 3 heads do not divide the 8 columns of W_Q (l.0.self.query.weight)\n    W_Q (l.0.self.query.weight) is "
      "8 x 8; so many columns allow 1, 2, 4, 8 heads\n");
}

TEST_CASE("One weight that is missing is named") {
  Model model;
  for (Tensor& tensor : stored(drawn_layer(1, 4, 4, 2, 8), recipe_called("BERT"), "l.0."))
    if (tensor.name != "l.0.self.value.weight") model.with(std::move(tensor));
  CHECK_THAT(model.faults(R"(, "heads": 4)"),
             Catch::StartsWith("/model: m.safetensors holds weights named as in BERT, but no l.0.self.value.weight\n"));
}

TEST_CASE("A fused weight that does not fit has one fault, and not one for each of its parts") {
  Scratch scratch;
  scratch.save("m.safetensors",
               safetensors_of(stored(drawn_layer(1, 4, 4, 2, 8), recipe_called("GPT-2"), "h.0.attn.")));
  try {
    read_case(R"({"X": [[1, 2]], "heads": 4, "model": "m.safetensors"})", scratch.path("p.json"));
    FAIL("it fits");
  } catch (const Refusal& refusal) {
    CHECK(refusal.errors.size() == 1);
    CHECK(refusal.errors[0].message == "expected 2 rows, as d_model of X is 2, found 8");
  }
}

TEST_CASE("What cannot be meant is refused") {
  Model model;
  model.with("BERT", "l.0.");
  CHECK(model.faults(R"(, "heads": 4, "W_O": "identity", "b_Q": [0])") ==
        "/W_O: W_O stands beside a model\n    all weights come from the model: leave out W_O, or the model\n"
        "/b_Q: b_Q stands beside a model\n    all weights come from the model: leave out b_Q, or the model\n");
  CHECK(model.faults(R"(, "heads": 4, "layout": "in_out")") ==
        "/model: m.safetensors holds no weights in the layout in_out\n    what fits: BERT at l.N., N 0\n");
  Overrides no_files;
  no_files.no_files = true;
  CHECK(
      model.faults(R"(, "heads": 4)", no_files).starts_with("/model: m.safetensors is not read: --no-files is given"));
}

TEST_CASE("Flags beat keys; a file that a flag names is read with --no-files too") {
  const Scratch scratch;
  std::vector<Tensor> tensors;
  for (const char* prefix : {"l.0.", "l.1."})
    for (Tensor& tensor : stored(drawn_layer(1, 4, 4, 2, 8), recipe_called("BERT"), prefix))
      tensors.push_back(std::move(tensor));
  scratch.save("m.safetensors", safetensors_of(tensors));
  Overrides overrides;
  overrides.model = scratch.path("m.safetensors");
  overrides.layer = 1;
  overrides.heads = 2;
  overrides.no_files = true;
  const Problem problem =
      read_case(fmt::format(R"({{{}, "model": "gone.npz", "layer": 0, "heads": 4}})", X), "p.json", overrides).problem;
  CHECK(problem.source->prefix == "l.1.");
  CHECK(problem.shape.heads == 2);
}

TEST_CASE("Without a model nothing is said of one") {
  const auto faults = [](std::string_view keys) {
    try {
      read_case(fmt::format("{{{}{}}}", X, keys), "p.json");
    } catch (const Refusal& refusal) {
      return told(refusal.errors);
    }
    return std::string();
  };
  CHECK(faults(R"(, "layer": 3)") ==
        "p.json:1:44: /layer: layer is given, and no model\n    name its file: \"model\": \"model.safetensors\", or "
        "--model model.safetensors\n");
  CHECK(faults(R"(, "model": "weights.txt")") ==
        "p.json:1:44: /model: weights.txt is not the name of a file of tensors\n    such a name ends in one of " +
            tensor_endings() + "\n");
}

TEST_CASE("Shapes that do not fit their names are told") {
  Model model;
  model.with({"h.0.attn.c_attn.weight", {8, 20}, std::vector<double>(160)});
  model.with({"h.0.attn.c_proj.weight", {8, 8}, std::vector<double>(64)});
  CHECK(model.faults(R"(, "heads": 4)") ==
        "/model: m.safetensors holds weights named as in GPT-2, but h.0.attn.c_attn.weight is 8 x 20, and "
        "h.0.attn.c_proj.weight is 8 x 8\n    attn tensors lists what it holds; name the weights one by one: \"W_Q\": "
        "\"FILE#NAME\"\n");
}

TEST_CASE("Heads that do not divide what is fused by heads are told") {
  Model model;
  model.with("GPT-NeoX", "l.0.");
  CHECK(model.faults(R"(, "heads": 3)") ==
        "/model: m.safetensors holds l.0.attention.query_key_value.weight, which 3 heads do not divide: its queries "
        "are 8 "
        "columns\n    say how many heads the model has: \"heads\": N, or --heads N\n");
}
