// Weights of a model: which recipe is meant, what is refused, and what is said.

#include "problem/read.h"
#include "problem/recipe/fit.h"
#include "problem/recipe/recipe.h"
#include "problem/tensor/file_memory.h"
#include "unit/problem/model_file.h"
#include "unit/problem/reading.h"
#include "unit/problem/scratch.h"
#include "unit/problem/zip_file.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <chrono>
#include <fmt/format.h>
#include <limits>
#include <memory>
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
    model.with(
        {std::string(other) + ".block.0.layer.0.SelfAttention.relative_attention_bias.weight", {1, 4}, {1, 2, 3, 4}});
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

TEST_CASE("A layer is a number between dots or slashes, and of a size") {
  const auto group = [](std::string prefix) { return Model().with("BERT", std::move(prefix)).groups().at(0); };
  CHECK(group("3.") == "BERT at N., N 3");
  CHECK(group("l.3.7.x.") == "BERT at l.3.N.x., N 7");
  CHECK(group("a/3/") == "BERT at a/N/, N 3");
  CHECK(group("block2.") == "BERT at block2.");
  CHECK(group("l.2a.") == "BERT at l.2a.");
  CHECK(group("l.18446744073709551616.") == "BERT at l.18446744073709551616.");
  Model model;
  for (const char* prefix : {"l.2.", "l.0.", "l.1."}) model.with("BERT", prefix);
  CHECK(model.groups() == std::vector<std::string>{"BERT at l.N., N from 0 to 2"});
}

TEST_CASE("A name that ends as an anchor does, but not at a dot, is another name") {
  CHECK(Model().with("BERT", "my").groups().empty());
  CHECK_THAT(Model().with("BERT", "my").faults(R"(, "heads": 4)"),
             Catch::StartsWith("/model: m.safetensors holds no weights that a recipe knows\n"));
}

TEST_CASE("More than one weight that is missing is no recipe that nearly fits") {
  Model model;
  model.with({"l.0.self.query.weight", {8, 8}, std::vector<double>(64)});
  CHECK_THAT(model.faults(R"(, "heads": 4)"),
             Catch::StartsWith("/model: m.safetensors holds no weights that a recipe knows\n"));
}

TEST_CASE("Weights that are no matrices, or do not fit W_O, are told with their shapes") {
  const auto fault = [](std::vector<std::size_t> value) {
    Model model;
    for (Tensor& tensor : stored(drawn_layer(1, 4, 4, 2, 8), recipe_called("BERT"), "l."))
      if (tensor.name != "l.self.value.weight") model.with(std::move(tensor));
    std::size_t count = 1;
    for (const std::size_t size : value) count *= size;
    const std::string told =
        model.with({"l.self.value.weight", std::move(value), std::vector<double>(count)}).faults(R"(, "heads": 4)");
    constexpr std::string_view before = "/model: m.safetensors holds weights named as in BERT, but ";
    return told.starts_with(before) ? told.substr(before.size(), told.find('\n') - before.size()) : told;
  };
  CHECK(fault({}) == "l.self.value.weight is a lone number");
  CHECK(fault({8}) == "l.self.value.weight is 8");
  CHECK(fault({2, 4, 8}) == "l.self.value.weight is 2 x 4 x 8");
  CHECK(fault({0, 8}) == "l.self.value.weight is 0 x 8");
  CHECK(fault({6, 8}) == "l.self.value.weight gives 6 columns, l.output.dense.weight takes 8");
  CHECK(fault({4, 8}).starts_with("/")); // half as wide as W_O takes: two heads share each value
}

TEST_CASE("A fused weight of narrower keys has room for both, as wide each") {
  const auto fault = [](std::size_t rows) {
    Model model;
    model.with({"l.self_attention.query_key_value.weight", {rows, 8}, std::vector<double>(rows * 8)});
    return model.with({"l.self_attention.dense.weight", {8, 8}, std::vector<double>(64)})
        .faults(R"(, "heads": 4, "recipe": "Falcon")");
  };
  CHECK(fault(12) == "");
  for (const std::size_t rows : {8u, 11u, 26u})
    CHECK_THAT(fault(rows), Catch::Contains(fmt::format("query_key_value.weight is {} x 8, and ", rows)));
}

TEST_CASE("Groups of queries have as many heads each") {
  Model model; // 8 queries, 6 keys and 6 values: of four heads of 2, three would share
  model.with({"l.self_attention.query_key_value.weight", {20, 8}, std::vector<double>(160)});
  model.with({"l.self_attention.dense.weight", {8, 8}, std::vector<double>(64)});
  CHECK_THAT(model.faults(R"(, "heads": 4, "recipe": "Falcon")"),
             Catch::Contains("query_key_value.weight, which 4 heads do not divide: its queries are 8 columns"));
  CHECK_THAT(model.faults(R"(, "heads": 2, "recipe": "Falcon")"),
             Catch::Contains("query_key_value.weight, which 2 heads do not divide: its queries are 8 columns"));
}

TEST_CASE("Key/value heads follow from the widths, unless they are said or do not follow") {
  Model model;
  model.with("LLaMA", "", 2);
  CHECK(model.read(R"(, "heads": 4)").shape.kv_heads == 2);
  CHECK(model.read(R"(, "heads": 4, "kv_heads": 2)").shape.kv_heads == 2);
  CHECK_THAT(model.faults(R"(, "heads": 4, "kv_heads": 4)"),
             Catch::Contains("expected 8 rows, as 4·d_k of W_Q (q_proj.weight) is 8, found 4"));
  Model odd; // heads of 4, and keys 6 wide
  for (Tensor& tensor : stored(drawn_layer(1, 4, 3, 2, 8), recipe_called("LLaMA"), "")) odd.with(std::move(tensor));
  CHECK_THAT(odd.faults(R"(, "heads": 2)"), Catch::Contains("v_proj.weight gives 6 columns, o_proj.weight takes 8"));
  Model uneven; // values as wide as queries, keys narrower than a head
  for (const auto& [name, rows] : {std::pair{"q", 8u}, {"k", 6u}, {"v", 8u}, {"o", 8u}})
    uneven.with({fmt::format("{}_proj.weight", name), {rows, 8}, std::vector<double>(rows * 8)});
  CHECK_THAT(uneven.faults(R"(, "heads": 2)"),
             Catch::Contains("expected 8 rows, as 2·d_k of W_Q (q_proj.weight) is 8, found 6"));
}

TEST_CASE("Biases have one number for each output, weights and biases are finite") {
  const auto fault = [](std::string_view recipe, Tensor other) {
    Model model;
    for (Tensor& tensor : stored(drawn_layer(1, 4, 4, 2, 8), recipe_called(recipe), ""))
      if (tensor.name != other.name) model.with(std::move(tensor));
    return model.with(std::move(other)).faults(R"(, "heads": 4)");
  };
  CHECK(fault("BERT", {"self.query.bias", {1, 8}, std::vector<double>(8)}) ==
        "/model: m.safetensors holds self.query.bias with 2 axes, where BERT has 1\n    attn tensors lists what it "
        "holds\n");
  CHECK(fault("GPT-2", {"c_attn.bias", {8}, std::vector<double>(8)}) ==
        "/model: m.safetensors holds c_attn.bias with 8 numbers, where 24 belong\n    a bias has a number for each "
        "output of its weight\n");
  std::vector<double> broken(8);
  broken[3] = std::numeric_limits<double>::quiet_NaN();
  CHECK(fault("BERT", {"self.key.bias", {8}, broken}) ==
        "/model: m.safetensors holds numbers in self.key.bias that are not finite\n    weights are finite numbers: "
        "check what wrote the file\n");
}

TEST_CASE("Three weights may share one bias, and heads may stand in the middle") {
  Model kdim;
  for (const char* name : {"q_proj_weight", "k_proj_weight", "v_proj_weight", "out_proj.weight"})
    kdim.with({name, {8, 8}, std::vector<double>(64, 1)});
  std::vector<double> bias(24);
  for (std::size_t i = 0; i < bias.size(); ++i) bias[i] = static_cast<double>(i);
  const Problem shared = kdim.with({"in_proj_bias", {24}, bias}).read(R"(, "heads": 4)");
  CHECK(shared.project_K.b.at(0) == 8);
  CHECK(shared.project_V.b.at(7) == 23);

  Model keras;
  keras.with("Keras", "mha/");
  const Problem problem = keras.read("");
  CHECK(used(problem) == "Keras, at mha/ of m.safetensors: separate, in_head_out");
  CHECK(problem.shape.heads == 4);
  CHECK(problem.shape.d_k == 2);
}

TEST_CASE("A prefix may be empty, the whole name of a weight, or too short for one") {
  Model model;
  model.with("BERT", "l.0.");
  CHECK(model.read(R"(, "heads": 4, "prefix": "")").source->prefix == "l.0.");
  CHECK(model.read(R"(, "heads": 4, "prefix": "l.0.self.query.weight")").source->prefix == "l.0.");
  CHECK(model.read(R"(, "heads": 4, "prefix": "l/")").source->prefix == "l.0.");
  CHECK_THAT(model.faults(R"(, "heads": 4, "prefix": "l.0.se")"),
             Catch::Contains("no weights of attention whose names begin with \"l.0.se\""));
}

TEST_CASE("Of many fits six are told") {
  Model model;
  for (const char* prefix : {"a.", "b.", "c.", "d.", "e.", "f.", "g."}) model.with("BERT", prefix);
  CHECK(model.faults(R"(, "heads": 4)") ==
        "/model: m.safetensors holds several weights that fit: BERT at a.; BERT at b.; BERT at c.; BERT at d.; BERT at "
        "e.; BERT at f.; and 1 more\n    say where: \"prefix\": \"a.\", or --prefix a.\n");
}

TEST_CASE("A model projects X, and is named by its file alone") {
  Model model;
  model.with("BERT", "");
  const auto faults = [](std::string_view text) {
    const Scratch scratch;
    scratch.save("m.safetensors", "");
    try {
      read_case(text, scratch.path("p.json"));
    } catch (const Refusal& refusal) {
      return refusal.errors.at(0).message + "\n" + refusal.errors.at(0).hint;
    }
    return std::string();
  };
  CHECK(faults(R"({"Q": [[1]], "K": [[1]], "model": "m.safetensors"})") ==
        "a model projects X, and Q is given\ngive X in place of Q, or leave out the model");
  CHECK(faults(R"({"weights": [[1]], "model": "m.safetensors"})") ==
        "a model projects X, and weights is given\ngive X in place of weights, or leave out the model");
  for (const auto& [name, shown] : {std::pair{"m.safetensors#q", "m.safetensors#q"}, {"", "\"\""}})
    CHECK(faults(fmt::format(R"({{"X": [[1]], "model": "{}"}})", name))
              .starts_with(fmt::format("{} is not the name of a file of tensors\n", shown)));
  CHECK(faults(R"({"X": [[1]], "model": 3, "layer": 0})").find("and no model") == std::string::npos);
}

TEST_CASE("Heads that are not known leave the weights unread; a flag that says none is told") {
  Model model;
  model.with("BERT", "");
  CHECK_THAT(model.faults(R"(, "heads": "many")"),
             Catch::Contains("/model: m.safetensors is not read, as heads is not known\n    mend heads first\n"));
  Overrides none;
  none.heads = 0;
  CHECK_THAT(model.faults("", none), Catch::Contains("m.safetensors does not tell how many heads there are"));
}

TEST_CASE("Faults of flags say so and have no place in the problem") {
  const auto faults = [](const Overrides& overrides) {
    try {
      read_case(fmt::format("{{{}}}", X), "p.json", overrides);
    } catch (const Refusal& refusal) {
      return told(refusal.errors);
    }
    return std::string();
  };
  Overrides overrides;
  overrides.model = "gone.npz";
  CHECK(faults(overrides) ==
        "p.json: --model: gone.npz cannot be read: No such file or directory\n    check the name\n");
  overrides.model.reset();
  overrides.layer = 3;
  CHECK(faults(overrides) == "p.json: --layer is given, and no model\n    name its file: \"model\": "
                             "\"model.safetensors\", or --model model.safetensors\n");
}

TEST_CASE("A file that is read once serves every problem, each with its own wishes") {
  const Scratch scratch;
  std::vector<Tensor> tensors;
  for (const char* prefix : {"l.0.", "l.1."})
    for (Tensor& tensor : stored(drawn_layer(prefix[2] == '0' ? 1 : 2, 4, 4, 2, 8), recipe_called("BERT"), prefix))
      tensors.push_back(std::move(tensor));
  scratch.save("m.safetensors", safetensors_of(tensors));
  Overrides overrides;
  overrides.memory = std::make_shared<FileMemory>(std::size_t{1} << 20, std::chrono::nanoseconds(0));
  const auto first_weight = [&](std::size_t layer) {
    return read_case(fmt::format(R"({{{}, "heads": 4, "layer": {}, "model": "m.safetensors"}})", X, layer),
                     scratch.path("p.json"), overrides)
        .problem.project_Q.W(0, 0);
  };
  CHECK(first_weight(0) == drawn_layer(1, 4, 4, 2, 8).Q.W[0][0]);
  const std::size_t bytes = overrides.memory->bytes();
  CHECK(bytes > 4 * 64 * sizeof(double));
  CHECK(first_weight(0) == drawn_layer(1, 4, 4, 2, 8).Q.W[0][0]);
  CHECK(overrides.memory->bytes() == bytes);
  CHECK(first_weight(1) == drawn_layer(2, 4, 4, 2, 8).Q.W[0][0]);
  const std::size_t both = overrides.memory->bytes();
  CHECK(both > bytes);
  CHECK_THROWS_AS(read_case(fmt::format(R"({{{}, "model": "m.safetensors"}})", X), scratch.path("p.json"), overrides),
                  Refusal); // no layer and no heads are said
  CHECK(overrides.memory->bytes() == both);
}

TEST_CASE("Position biases are those of the same stack, wherever they stand in the file") {
  Model model;
  for (const char* stack : {"decoder", "encoder"})
    model.with(
        {std::string(stack) + ".block.0.layer.0.SelfAttention.relative_attention_bias.weight", {1, 4}, {1, 2, 3, 4}});
  model.with("T5", "encoder.block.0.");
  CHECK(model.read(R"(, "heads": 4)").warnings ==
        std::vector<std::string>{"T5 has relative position biases, which stand in encoder.block.0.layer.0."
                                 "SelfAttention.relative_attention_bias.weight and are left out"});
}

TEST_CASE("A tensor whose name ends as one that changes the result, but not at a dot, is another") {
  Model model;
  model.with("BERT", "l.");
  model.with({"l.kitchensinks", {1}, {1}});
  CHECK(model.read(R"(, "heads": 4)").warnings.empty());
  model.with({"l.sinks", {1}, {1}});
  CHECK(model.read(R"(, "heads": 4)").warnings == std::vector<std::string>{"l.sinks is not used"});
}

TEST_CASE("A header that cannot be read is told with the recipe that it was needed for") {
  const Scratch scratch;
  std::vector<ZipItem> items;
  for (const char* name : {"self.query.weight", "self.key.weight", "self.value.weight", "output.dense.weight"})
    items.push_back(ZipItem(fmt::format("l.0.{}.npy", name), "no array, but a text"));
  scratch.save("m.npz", zip_file(items));
  try {
    read_case(fmt::format(R"({{{}, "heads": 4, "model": "m.npz"}})", X), scratch.path("p.json"));
    FAIL("it was read");
  } catch (const Refusal& refusal) {
    CHECK(refusal.errors.at(0).message == "m.npz holds weights named as in BERT, but a header behind l.0. is no .npy "
                                          "array: it does not begin like one");
  }
}

TEST_CASE("A weight that the dtype cannot hold is told by its name in the file") {
  Model model;
  for (Tensor& tensor : stored(drawn_layer(1, 4, 4, 2, 8), recipe_called("BERT"), "")) {
    if (tensor.name == "self.key.weight") tensor.values[9] = 1e6;
    model.with(std::move(tensor));
  }
  CHECK(model.faults(R"(, "heads": 4, "dtype": "float16")") ==
        "/model: W_K (self.key.weight)/1/1: 1000000 is beyond float16\n    float16 ends at 65504; take a smaller "
        "number, or float32\n");
}

TEST_CASE("A recipe may have no W_O") {
  Model model;
  for (const char* name : {"W_query", "W_key", "W_value"}) model.with({name, {8, 8}, std::vector<double>(64, 1)});
  const Problem problem = model.read(R"(, "heads": 2)");
  CHECK(used(problem) == "Raschka-v1 of m.safetensors: separate, in_out");
  CHECK(problem.project_O.identity);
}

TEST_CASE("Q beside X and a model is refused as it is without a model") {
  Model model;
  model.with("BERT", "");
  CHECK_THAT(model.faults(R"(, "heads": 4, "Q": [[1, 2, 3, 4, 5, 6, 7, 8]])"),
             Catch::StartsWith("/Q: Q cannot stand beside X\n"));
}

TEST_CASE("A prefix ends at a slash too") {
  Model model;
  for (const char* prefix : {"a/1/", "ab/1/"}) model.with("Keras", prefix);
  CHECK(model.read(R"(, "prefix": "a")").source->prefix == "a/1/");
}
