#pragma once
// How projects name and store the weights of attention: one table, a row for each way. A row says which tensors are
// W_Q … b_O, which axis of them is which, and how a fused one is split. What no tensor tells (the number of heads,
// rotary positions) is said too.

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace attn {

/// What the axes of a weight are. A bias has the last of them, or a list of them for each head.
enum class Axes {
  out_in,      ///< [out, in], y = x·Wᵀ, as nn.Linear stores it
  in_out,      ///< [in, out], y = x·W
  head_in_out, ///< [head, in, d], and W_O [head, d, out]
  in_head_out, ///< [in, head, d], and W_O [head, d, out]
};

/// How Q, K and V share one tensor along its outputs.
enum class Fusion {
  none,   ///< they do not
  thirds, ///< Q|K|V, as wide each
  blocks, ///< Q|K|V, K and V narrower, as heads share them
  heads,  ///< q|k|v of each head
  groups, ///< for each key/value head the queries that share it, its key, its value
};

/// Names of a weight and a bias behind the prefix; empty: there is none. A bias may be absent from a file.
struct TensorNames {
  std::string_view weight = {}, bias = {};
};

/// What shapes the results of such a model beside its weights: the key of a problem that says it, its words, and how
/// the name of the tensor ends in which it stands for all layers, if it stands in one.
struct Untold {
  std::string_view key = {}, words = {}, tensor = {};
};

struct Recipe {
  std::string_view name;   ///< as `recipe` asks for it; rows may share one
  std::string_view models; ///< who stores weights so
  TensorNames QKV = {}, Q = {}, K = {}, V = {}, O = {};
  TensorNames extra = {}; ///< a key row and a value row behind all others
  Axes axes = Axes::out_in;
  Fusion fusion = Fusion::none;
  std::optional<double> scale = {}; ///< none: 1/sqrt(d_k)
  Untold untold = {};
  std::string_view buffers = {}; ///< names beside them that are easily taken for biases, parted by spaces

  /// The tensor by which the recipe is found.
  std::string_view anchor() const { return QKV.weight.empty() ? Q.weight : QKV.weight; }
};

std::span<const Recipe> recipes();

/// "out_in"; "fused" or "separate"; "rows Q|K|V", "q|k|v of each head": words for a result. Nothing is split: "".
std::string_view layout_words(const Recipe& recipe);
std::string_view form_words(const Recipe& recipe);
std::string_view split_words(const Recipe& recipe);

} // namespace attn
