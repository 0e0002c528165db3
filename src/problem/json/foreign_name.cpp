#include "problem/json/foreign_name.h"

#include "problem/keys.h"

#include <fmt/format.h>

#include <algorithm>

namespace attn {
namespace {

constexpr std::string_view linear = R"(write {}, with "layout": "out_in" as nn.Linear stores it)";
constexpr std::string_view bias = "write {}";
constexpr std::string_view by_rows =
    R"(its rows are W_Q, W_K and W_V one after another: write the three, with "layout": "out_in")";
constexpr std::string_view by_columns = "its columns are W_Q, W_K and W_V side by side: split it into the three";
constexpr std::string_view three_biases = "its numbers are b_Q, b_K and b_V one after another: write the three";
constexpr std::string_view inputs =
    "write {} if it is projected already; else write X, and context for keys and values that come from elsewhere";

constexpr std::string_view scaled_rope =
    R"(frequencies are not scaled here (linear, llama3, yarn): give Q and K as they are when turned, without {})";

constexpr ForeignName foreign_names[] = {
    // torch.nn.MultiheadAttention, nn.Linear
    {"in_proj_weight qkv.weight qkv_proj qkv_proj.weight Wqkv.weight", "W_Q W_K W_V", by_rows},
    {"in_proj_bias qkv.bias qkv_proj.bias Wqkv.bias c_attn.bias", "b_Q b_K b_V", three_biases},
    {"q_proj q_proj.weight q_proj_weight query.weight to_q to_q.weight", "W_Q", linear},
    {"k_proj k_proj.weight k_proj_weight key.weight to_k to_k.weight", "W_K", linear},
    {"v_proj v_proj.weight v_proj_weight value.weight to_v to_v.weight", "W_V", linear},
    {"out_proj out_proj.weight o_proj o_proj.weight to_out to_out.0.weight", "W_O", linear},
    {"q_proj.bias query.bias to_q.bias", "b_Q", bias},
    {"k_proj.bias key.bias to_k.bias", "b_K", bias},
    {"v_proj.bias value.bias to_v.bias", "b_V", bias},
    {"out_proj.bias o_proj.bias c_proj.bias to_out.0.bias", "b_O", bias},
    // the fused weights of GPT-2 are stored as in_out
    {"W_QKV W_qkv Wqkv WQKV qkv c_attn c_attn.weight", "W_Q W_K W_V", by_columns},
    {"c_proj c_proj.weight", "W_O", "write {}"},
    {"query", "Q", inputs},
    {"key", "K", inputs},
    {"value", "V", inputs},
    {"attn_mask",
     {},
     "its meaning differs between libraries: write mask with keep (1 = may attend), block (1 = may not) or add"},
    {"key_padding_mask src_key_padding_mask",
     {},
     R"(write "mask": {{"padding": [1, 1, 0]}}, the other way round: 1 is a real key)"},
    {"attention_mask",
     {},
     R"(write mask with padding (an entry for each key, 1 = real key) or keep (a row for each query, 1 = may attend))"},
    {"rope_scaling rope_parameters", "rope", scaled_rope},
    {"rotary_emb rotary_pct partial_rotary_factor", "rope",
     R"(write "rope": {{"base": 10000, "dims": 64}}: dims is the number of coordinates that are turned)"},
    {"is_causal", {}, R"(write "mask": "causal"; beside other parts of a mask, "causal": true)"},
    {"head_dim d_head dim_head head_size",
     {},
     "leave it out: d_k follows from the matrices and heads; beside scores, write d_k"},
    {"embed_dim d_model hidden_size n_embd seq_len seq_length batch_size d_v d_out",
     {},
     "leave it out: it follows from X and the matrices"},
    {"need_weights average_attn_weights", {}, "leave it out: every step is shown, the weights of each head too"},
    {"dropout dropout_p attn_dropout", {}, "leave it out: nothing is dropped here"},
    {"batch_first", {}, "leave it out: a batch is always written B x n x d_model"},
};

/// Whether `word` is `name`, or ends in it after a dot.
bool is_called(std::string_view word, std::string_view name) {
  if (!word.ends_with(name)) return false;
  const std::string_view before = word.substr(0, word.size() - name.size());
  return before.empty() || before.ends_with('.');
}

} // namespace

std::string ForeignName::hint() const {
  return fmt::format(fmt::runtime(words), meant);
}

const ForeignName* find_foreign_name(std::string_view word) {
  const auto* row = std::find_if(std::begin(foreign_names), std::end(foreign_names), [&](const ForeignName& foreign) {
    const auto names = split(foreign.names);
    return std::any_of(names.begin(), names.end(), [&](std::string_view name) { return is_called(word, name); });
  });
  return row == std::end(foreign_names) ? nullptr : row;
}

} // namespace attn
