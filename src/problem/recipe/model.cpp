#include "problem/recipe/model.h"

#include "problem/character.h"
#include "problem/recipe/choose.h"
#include "problem/recipe/weights.h"
#include "problem/resolve/given.h"
#include "problem/shown.h"
#include "problem/tensor/file_memory.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>
#include <vector>

namespace attn {
namespace {

constexpr std::string_view weight_keys[] = {"W_Q", "W_K", "W_V", "W_O", "b_Q", "b_K", "b_V", "b_O"};

/// Names of tensors that change the result of attention and that no recipe takes.
constexpr std::string_view strangers[] = {"q_norm.weight",
                                          "k_norm.weight",
                                          "q_layernorm.weight",
                                          "k_layernorm.weight",
                                          "query_layernorm.weight",
                                          "key_layernorm.weight",
                                          "sinks",
                                          "relative_attention_bias.weight",
                                          "relative_position_bias_table",
                                          "q_bias",
                                          "v_bias",
                                          "logit_scale"};

/// A number of the document that is whole, or the flag that beats it.
std::optional<std::size_t> count_of(const Document& document, std::string_view key,
                                    const std::optional<std::size_t>& flag) {
  if (flag) return flag;
  const Value* value = find(document.members, key);
  const auto* number = value ? std::get_if<Numbers>(&value->is) : nullptr;
  constexpr double most = 1e15;
  return number ? std::optional(static_cast<std::size_t>(std::min(number->values.front(), most))) : std::nullopt;
}

std::optional<std::string> text_of(const Document& document, std::string_view key,
                                   const std::optional<std::string>& flag) {
  if (flag) return flag;
  const Value* value = find(document.members, key);
  const auto* text = value ? std::get_if<std::string>(&value->is) : nullptr;
  return text ? std::optional(*text) : std::nullopt;
}

/// What a file, and what is wished of it, come to.
struct LoadedModel {
  Fit fit;
  TakenWeights taken;
  std::vector<std::string> unused; ///< tensors that change the result and are not taken
  std::string untold_in;           ///< the tensor with what the recipe leaves untold; empty: there is none
};

class ModelReader {
public:
  ModelReader(Document& document, const Overrides& overrides, const FileAccess& files)
      : document_(document), overrides_(overrides), files_(files) {
    if (overrides.model) files_ = {true, {}, false, files.memory, files.result};
  }

  void read() {
    const auto name = text_of(document_, "model", overrides_.model);
    if (!name) return refuse_lonely();
    if (refuse_other_start() || refuse_weights_beside()) return mark_faulty();
    try {
      take(*name);
    } catch (const TensorFault& refused) {
      fault(fmt::format("{} {}", name->empty() ? quoted(*name) : printable(*name), refused.message), refused.hint);
      mark_faulty();
    }
  }

private:
  /// At the key, or at no place for a flag.
  Place place_of(std::string_view key, bool flag) const {
    const Value* value = flag ? nullptr : find(document_.members, key);
    if (!value) return {document_.file, {}, ""};
    return {document_.file, value->position, value->pointer};
  }

  void fault(std::string message, std::string hint) {
    const bool flag = overrides_.model.has_value();
    document_.errors.push_back(
        {place_of("model", flag), (flag ? "--model: " : "") + std::move(message), std::move(hint)});
  }

  /// What is not known of the weights is not missing.
  void mark_faulty() {
    for (const std::string_view key : weight_keys) mark_faulty(key);
    mark_faulty("heads");
    mark_faulty("kv_heads");
  }
  void mark_faulty(std::string_view key) { document_.faulty.emplace_back(key); }

  /// prefix, layer and recipe say something of a model alone.
  void refuse_lonely() {
    const std::pair<std::string_view, bool> companions[] = {{"prefix", overrides_.prefix.has_value()},
                                                            {"layer", overrides_.layer.has_value()},
                                                            {"recipe", overrides_.recipe.has_value()}};
    if (std::ranges::find(document_.faulty, "model") != document_.faulty.end()) return;
    for (const auto& [key, flag] : companions)
      if (flag || find(document_.members, key))
        document_.errors.push_back({place_of(key, flag),
                                    fmt::format("{}{} is given, and no model", flag ? "--" : "", key),
                                    "name its file: \"model\": \"model.safetensors\", or --model model.safetensors"});
  }

  /// A model's weights project X. Whether the chain starts elsewhere.
  bool refuse_other_start() {
    for (const std::string_view key : {"Q", "K", "scores", "weights"})
      if (find(document_.members, key) && !find(document_.members, "X")) {
        fault(fmt::format("a model projects X, and {} is given", key),
              fmt::format("give X in place of {}, or leave out the model", key));
        return true;
      }
    return false;
  }

  /// Weights stand in one place. Whether one was there.
  bool refuse_weights_beside() {
    bool refused = false;
    for (const std::string_view key : weight_keys) {
      if (!find(document_.members, key)) continue;
      document_.errors.push_back({place_of(key, false), fmt::format("{} stands beside a model", key),
                                  fmt::format("all weights come from the model: leave out {}, or the model", key)});
      refused = true;
    }
    return refused;
  }

  ModelWish wish() const {
    ModelWish wish;
    wish.recipe = text_of(document_, "recipe", overrides_.recipe);
    wish.prefix = text_of(document_, "prefix", overrides_.prefix);
    wish.layer = count_of(document_, "layer", overrides_.layer);
    wish.layout = text_of(document_, "layout", overrides_.layout);
    if (wish.layout == "torch") wish.layout = "out_in";
    return wish;
  }

  void take(const std::string& name) {
    const auto parts = find_tensor_name(name);
    if (!parts || parts->file != name)
      throw TensorFault("is not the name of a file of tensors",
                        fmt::format("such a name ends in one of {}", tensor_endings()));
    LoadedModel loaded = load(name);
    document_.file_bytes += loaded.taken.bytes;
    for (TakenWeight& weight : loaded.taken.weights) store(std::move(weight));
    if (loaded.taken.kv_heads && !find(document_.members, "kv_heads")) store_kv_heads(*loaded.taken.kv_heads);
    document_.model = told(loaded.fit, name);
    warn_of_untold(loaded);
  }

  /// From memory if that has it: what the same wishes and number of heads make of the same file.
  LoadedModel load(const std::string& name) {
    const ModelWish wished = wish();
    const auto read = [&] {
      const TensorFile file(name, files_);
      LoadedModel loaded{choose_fit(file, wished), {}, {}, {}};
      loaded.taken = take_weights(file, loaded.fit, heads_for(loaded.fit));
      find_strangers(file, loaded);
      return loaded;
    };
    if (!files_.memory) return read();
    const auto said = [](const auto& value) -> std::string { // its length first: no two lists of wishes read the same
      if (!value) return "-";
      const std::string text = fmt::format("{}", *value);
      return fmt::format("{}:{}", text.size(), text);
    };
    const std::string key = fmt::format("model{}{}{}{}{}", said(wished.recipe), said(wished.prefix), said(wished.layer),
                                        said(wished.layout), said(count_of(document_, "heads", overrides_.heads)));
    return *files_.memory->get<LoadedModel>(path_of(name, files_), key, read, bytes_of);
  }

  static std::size_t bytes_of(const LoadedModel& loaded) {
    std::size_t numbers = 0;
    for (const TakenWeight& weight : loaded.taken.weights) numbers += weight.numbers.values.size();
    return numbers * sizeof(double);
  }

  /// 0: the weights tell it. Throws TensorFault if nothing does.
  std::size_t heads_for(const Fit& fit) {
    if (tells_heads(*fit.recipe)) return 0;
    if (const auto heads = count_of(document_, "heads", overrides_.heads); heads && *heads > 0) return *heads;
    if (std::ranges::find(document_.faulty, "heads") != document_.faulty.end())
      throw TensorFault("is not read, as heads is not known", "mend heads first");
    throw TensorFault("does not tell how many heads there are",
                      "say it: \"heads\": 12, or --heads 12; a model's config.json has it");
  }

  Position position() const {
    const Value* model = overrides_.model ? nullptr : find(document_.members, "model");
    return model ? model->position : Position{};
  }
  std::string pointer() const { return overrides_.model ? "" : "/model"; }

  void store(TakenWeight weight) {
    const std::size_t slash = weight.key.find('/');
    Value value{position(), pointer(), std::move(weight.numbers), {}};
    value.name = fmt::format(
        "{} ({})", slash == std::string::npos ? weight.key : "extra." + weight.key.substr(slash + 1), weight.tensor);
    if (slash == std::string::npos) {
      document_.members.push_back({weight.key, std::move(value)});
      return;
    }
    if (!find(document_.members, "extra"))
      document_.members.push_back({"extra", {position(), pointer(), Members{}, {}}});
    auto extra = std::ranges::find(document_.members, "extra", &Member::key);
    std::get<Members>(extra->value.is).push_back({weight.key.substr(slash + 1), std::move(value)});
  }

  void store_kv_heads(std::size_t kv_heads) {
    document_.members.push_back(
        {"kv_heads", {position(), pointer(), Numbers{{}, {static_cast<double>(kv_heads)}, {}}, "kv_heads"}});
  }

  ModelUse told(const Fit& fit, const std::string& name) const {
    const Recipe& recipe = *fit.recipe;
    ModelUse use;
    use.source.recipe = recipe.name;
    use.source.file = name;
    use.source.prefix = fit.prefix;
    use.source.form = form_words(recipe);
    use.source.split = split_words(recipe);
    use.source.layout = layout_words(recipe);
    use.out_in = recipe.axes == Axes::out_in;
    use.scale = recipe.scale;
    return use;
  }

  static void find_strangers(const TensorFile& file, LoadedModel& loaded) {
    const std::string& prefix = loaded.fit.prefix;
    const std::string_view untold = loaded.fit.recipe->untold.tensor;
    const auto shared_with_prefix = [&](std::string_view name) {
      return std::ranges::mismatch(name, prefix).in1 - name.begin();
    };
    for (const std::string& name : file.names()) {
      if (!untold.empty() && is_tail(name, untold)) { // of several stacks of layers, that of this one
        if (loaded.untold_in.empty() || shared_with_prefix(name) > shared_with_prefix(loaded.untold_in))
          loaded.untold_in = name;
        continue;
      }
      for (const std::string_view stranger : strangers)
        if (name.starts_with(prefix) && is_tail(std::string_view(name).substr(prefix.size()), stranger))
          loaded.unused.push_back(name);
    }
  }

  void warn_of_untold(const LoadedModel& loaded) {
    const Recipe& recipe = *loaded.fit.recipe;
    if (!recipe.untold.key.empty() && !resolving::find_path(document_.members, recipe.untold.key))
      document_.warnings.push_back(
          fmt::format("{} has {}, which {} and are left out", recipe.name, recipe.untold.words,
                      loaded.untold_in.empty() ? "are not among its weights" : "stand in " + loaded.untold_in));
    for (const std::string& name : loaded.unused) document_.warnings.push_back(fmt::format("{} is not used", name));
  }

  static bool is_tail(std::string_view name, std::string_view tail) {
    if (!name.ends_with(tail)) return false;
    return name.size() == tail.size() || name[name.size() - tail.size() - 1] == '.';
  }

  Document& document_;
  const Overrides& overrides_;
  FileAccess files_;
};

} // namespace

void read_model(Document& document, const Overrides& overrides, const FileAccess& files) {
  if (document.cut_short) return;
  ModelReader(document, overrides, files).read();
}

} // namespace attn
