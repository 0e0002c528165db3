#include "problem/keys.h"

#include "problem/shown.h"
#include "problem/suggest.h"

#include <algorithm>

namespace attn {
namespace {

// Numbers of each form. Three levels are a batch for sequences (X, context), heads for weights, Q, K, V and masks.
constexpr Levels lone{0, 0};
constexpr Levels vector{1, 1};
constexpr Levels vectors{1, 2}; // one for each head or sequence
constexpr Levels matrices{2, 3};
constexpr Levels batches{2, 4};

constexpr std::string_view matrix_hint = "write a matrix as a list of rows: [[1, 0], [0, 1]]";
constexpr std::string_view identity = "identity";

constexpr Key matrix_key(std::string_view name, Levels levels, std::string_view aliases = {}) {
  return {.name = name, .holds = Holds::numbers, .aliases = aliases, .levels = levels, .hint = matrix_hint};
}
constexpr Key weight_key(std::string_view name, std::string_view aliases) {
  return {.name = name,
          .holds = Holds::numbers,
          .aliases = aliases,
          .levels = matrices,
          .texts = identity,
          .hint = matrix_hint};
}
constexpr Key bias_key(std::string_view name, Levels levels, std::string_view aliases) {
  return {.name = name,
          .holds = Holds::numbers,
          .aliases = aliases,
          .levels = levels,
          .hint = "write a bias as a list of numbers: [1, 0]"};
}
constexpr Key number_key(std::string_view name, Entries entries, std::string_view hint, std::string_view aliases = {}) {
  return {.name = name, .holds = Holds::numbers, .aliases = aliases, .levels = lone, .entries = entries, .hint = hint};
}
constexpr Key entries_key(std::string_view name, Levels levels, Entries entries, std::string_view hint) {
  return {.name = name, .holds = Holds::numbers, .levels = levels, .entries = entries, .hint = hint};
}
constexpr std::string_view window_hint = "so many keys beside the query's own are seen; without it all of that side";

constexpr Key window_keys[] = {
    number_key("left", Entries::count, window_hint),
    number_key("right", Entries::count, window_hint),
};

constexpr Key mask_keys[] = {
    {.name = "causal", .holds = Holds::choice, .flag = true, .texts = "top-left bottom-right"},
    entries_key("keep", batches, Entries::flag, "in keep, 1 or true may attend, 0 or false may not"),
    entries_key("block", batches, Entries::flag, "in block, 1 or true may not attend, 0 or false may"),
    entries_key("add", batches, Entries::added, R"(add takes numbers, and "-inf" for a blocked cell)"),
    entries_key("padding", vectors, Entries::flag, "in padding, 1 or true is a real key, 0 or false padding"),
    entries_key("lengths", vector, Entries::count, "write the number of real keys of each sequence: [3, 2]"),
    {.name = "window",
     .holds = Holds::object,
     .members = window_keys,
     .hint = R"(write {"left": 2, "right": 0}; a side left out is unlimited)"},
    entries_key("queries", vectors, Entries::flag, "in queries, 1 or true is a real query, 0 or false padding"),
};

constexpr Key past_keys[] = {
    matrix_key("K", batches),
    matrix_key("V", batches),
};

constexpr Key rope_keys[] = {
    number_key("base", Entries::positive, "the angles are position * base^(-2i/dims): 10000", "theta rope_theta"),
    number_key("dims", Entries::size, "so many of d_k coordinates are turned, an even number: 64", "rotary_dim"),
    {.name = "interleaved", .holds = Holds::choice, .flag = true},
    number_key("offset", Entries::count, "the position of the first query and the first new key: 0"),
};

constexpr std::string_view factors_hint = "write a factor for each of d_k coordinates: [1, 1]";

constexpr Key qk_norm_keys[] = {
    {.name = "kind", .holds = Holds::choice, .texts = "rms layer"},
    number_key("eps", Entries::positive, "what is added under the root: 1e-6", "epsilon rms_norm_eps"),
    {.name = "Q", .holds = Holds::numbers, .aliases = "q_norm", .levels = vector, .hint = factors_hint},
    {.name = "K", .holds = Holds::numbers, .aliases = "k_norm", .levels = vector, .hint = factors_hint},
};

constexpr Key extra_keys[] = {
    matrix_key("K", matrices),
    matrix_key("V", matrices),
};

constexpr Key top_keys[] = {
    matrix_key("X", matrices, "x embeddings"),
    matrix_key("context", matrices, "memory"),
    weight_key("W_Q", "Wq W_q WQ w_q wq w_query W_query query_weight"),
    weight_key("W_K", "Wk W_k WK w_k wk w_key W_key key_weight"),
    weight_key("W_V", "Wv W_v WV w_v wv w_value W_value value_weight"),
    weight_key("W_O", "Wo W_o WO w_o wo w_out W_out out_weight w_output W_output output_weight"),
    bias_key("b_Q", vectors, "bq b_q bQ query_bias"),
    bias_key("b_K", vectors, "bk b_k bK key_bias"),
    bias_key("b_V", vectors, "bv b_v bV value_bias"),
    bias_key("b_O", vector, "bo b_o bO out_bias output_bias"),
    matrix_key("Q", batches),
    matrix_key("K", batches),
    matrix_key("V", batches),
    matrix_key("scores", batches),
    matrix_key("weights", batches),
    number_key("d_k", Entries::size, "the width of a head's query and key: 64"),
    matrix_key("context_V", matrices),
    number_key("heads", Entries::size, "the number of query heads: 2", "num_heads n_heads n_head"),
    number_key("kv_heads", Entries::size, "the number of key heads, a divisor of heads: 1", "num_kv_heads n_kv_heads"),
    {.name = "mask",
     .holds = Holds::object,
     .texts = "causal none",
     .members = mask_keys,
     .hint = R"(write "causal", or an object such as {"causal": true, "padding": [1, 1, 0]})",
     .numbers_hint = "say what the numbers mean: keep (1 = may attend), block (1 = may not) or add, as in "
                     R"({"keep": [[1, 0], [1, 1]]})"},
    {.name = "scale",
     .holds = Holds::numbers,
     .levels = lone,
     .texts = "none",
     .hint =
         R"(1/sqrt(d_k) is the default: leave scale out; else write a number, a fraction such as "1/8", or "none")"},
    number_key("softcap", Entries::positive, "scores s become c*tanh(s/c): write c, such as 30, or take the key off"),
    {.name = "past", .holds = Holds::object, .members = past_keys, .hint = R"(write {"K": [[1, 0]], "V": [[0, 1]]})"},
    {.name = "extra", .holds = Holds::object, .members = extra_keys, .hint = R"(write {"K": [[1, 0]], "V": [[0, 1]]})"},
    {.name = "tokens", .holds = Holds::words, .hint = R"(write the labels of the rows: ["the", "cat"])"},
    {.name = "context_tokens", .holds = Holds::words, .hint = R"(write the labels of the keys: ["the", "cat"])"},
    {.name = "layout", .holds = Holds::choice, .texts = "in_out out_in torch"},
    {.name = "model", .holds = Holds::text, .hint = R"(name the file of a model: "model.safetensors")"},
    {.name = "prefix",
     .holds = Holds::text,
     .hint = R"(write how the names of its tensors begin: "encoder.layer.0.attention")"},
    number_key("layer", Entries::count, "write the number of the layer in the names of its tensors: 0"),
    {.name = "recipe",
     .holds = Holds::text,
     .hint = R"(write the name of one: "GPT-2"; attn tensors FILE says which fit)"},
    {.name = "masked_row", .holds = Holds::choice, .texts = "zero uniform"},
    {.name = "qk_norm",
     .holds = Holds::object,
     .flag = true,
     .aliases = "qk_layernorm",
     .members = qk_norm_keys,
     .hint = R"(write true, or an object such as {"eps": 1e-6, "Q": [1, 1], "K": [1, 1]})"},
    {.name = "rope",
     .holds = Holds::object,
     .flag = true,
     .aliases = "rotary",
     .members = rope_keys,
     .hint = R"(write true, or an object such as {"base": 10000, "dims": 64, "interleaved": false})"},
    {.name = "alibi",
     .holds = Holds::numbers,
     .flag = true,
     .aliases = "alibi_slopes",
     .levels = vector,
     .hint = "write true, or a slope for each head: [0.5, 0.25]"},
    {.name = "sinks",
     .holds = Holds::numbers,
     .aliases = "attention_sinks head_sink",
     .levels = vector,
     .hint = "write a score for each head: [0.5, -1]"},
    {.name = "dtype", .holds = Holds::choice, .texts = "float64 float32 float16 bfloat16"},
    {.name = "expect", .holds = Holds::result, .hint = R"(write keys of the result: {"output": [[1, 0]]})"},
    {.name = "title", .holds = Holds::title, .hint = R"(write "title": "two heads")"},
    {.name = "id", .holds = Holds::id, .hint = R"(write "id": "a1")"},
    {.name = "comment", .holds = Holds::anything},
};

std::vector<std::string> forms_of(Levels levels, Entries entries) {
  constexpr std::string_view lists[] = {"", "a list of numbers", "a list of rows", "a list of matrices"};
  std::vector<std::string> forms;
  for (std::size_t level = levels.least; level <= std::min<std::size_t>(levels.most, 3); ++level)
    forms.emplace_back(level == 0 ? form_of(entries) : lists[level]);
  return forms;
}

/// "a", "a or b", "a, b or c".
std::string listed(const std::vector<std::string>& forms) {
  std::string result;
  for (std::size_t i = 0; i < forms.size(); ++i)
    result += (i == 0 ? "" : i + 1 == forms.size() ? " or " : ", ") + forms[i];
  return result;
}

} // namespace

std::string_view form_of(Entries entries) {
  switch (entries) {
  case Entries::number:
    return "a number";
  case Entries::positive:
    return "a number above 0";
  case Entries::size:
    return "a whole number of at least 1";
  case Entries::count:
    return "a whole number of at least 0";
  case Entries::flag:
    return "0, 1, true or false";
  case Entries::added:
    return "a number or \"-inf\"";
  }
  return {};
}

std::string form_of(const Key& key) {
  std::vector<std::string> forms;
  switch (key.holds) {
  case Holds::numbers:
    forms = forms_of(key.levels, key.entries);
    break;
  case Holds::words:
    forms = {"a list of texts"};
    break;
  case Holds::title:
  case Holds::text:
    forms = {"text"};
    break;
  case Holds::id:
    forms = {"text", "a number"};
    break;
  case Holds::object:
  case Holds::result:
    forms = {"an object"};
    break;
  case Holds::choice:
  case Holds::anything:
    break;
  }
  if (key.flag) forms.insert(forms.begin(), {"true", "false"});
  for (const std::string_view text : split(key.texts)) forms.push_back(quoted(text));
  return listed(forms);
}

std::span<const Key> problem_keys() {
  return top_keys;
}

const Key* find_key(std::span<const Key> keys, std::string_view word) {
  const auto named = std::find_if(keys.begin(), keys.end(), [&](const Key& key) { return key.name == word; });
  if (named != keys.end()) return &*named;
  const auto aliased =
      std::find_if(keys.begin(), keys.end(), [&](const Key& key) { return has_word(key.aliases, word); });
  return aliased == keys.end() ? nullptr : &*aliased;
}

std::string names_of(std::span<const Key> keys) {
  std::string names;
  for (const Key& key : keys)
    names += (names.empty() ? "" : ", ") + std::string(key.name);
  return names;
}

bool is_remark(std::string_view key) {
  return key.starts_with('_');
}

std::optional<Nearest> nearest_key(std::span<const Key> keys, std::string_view word) {
  std::vector<std::string_view> known;
  for (const Key& key : keys) {
    known.push_back(key.name);
    for (const std::string_view alias : split(key.aliases)) known.push_back(alias);
  }
  const auto name = nearest(word, known);
  if (!name) return std::nullopt;
  return Nearest{find_key(keys, *name), *name};
}

std::vector<std::string_view> split(std::string_view words) {
  std::vector<std::string_view> result;
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    result.push_back(words.substr(0, end));
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return result;
}

bool has_word(std::string_view words, std::string_view word) {
  const auto list = split(words);
  return std::find(list.begin(), list.end(), word) != list.end();
}

} // namespace attn
