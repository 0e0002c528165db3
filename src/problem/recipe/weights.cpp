#include "problem/recipe/weights.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <fmt/format.h>
#include <numeric>
#include <utility>

namespace attn {
namespace {

using Indices = std::vector<std::size_t>;

/// Rows of a matrix, or its columns, or entries of a vector.
Numbers picked(const Numbers& from, std::size_t axis, const Indices& indices) {
  assert(axis < from.shape.size() && from.shape.size() <= 2);
  Numbers to;
  to.shape = from.shape;
  to.shape[axis] = indices.size();
  to.values.reserve(from.values.size() / from.shape[axis] * indices.size());
  const std::size_t rows = axis + 1 == from.shape.size() ? from.values.size() / from.shape[axis] : 1;
  const std::size_t size = axis + 1 == from.shape.size() ? 1 : from.shape[1]; // of what an index picks
  for (std::size_t row = 0; row < rows; ++row)
    for (const std::size_t index : indices) {
      const auto begin = from.values.begin() + static_cast<std::ptrdiff_t>((row * from.shape[axis] + index) * size);
      to.values.insert(to.values.end(), begin, begin + static_cast<std::ptrdiff_t>(size));
    }
  return to;
}

Indices range(std::size_t first, std::size_t count) {
  Indices indices(count);
  std::iota(indices.begin(), indices.end(), first);
  return indices;
}

/// The outputs of a fused tensor that are queries, keys and values.
struct Split {
  Indices Q, K, V;
};

Split side_by_side(std::size_t q, std::size_t kv) {
  return {range(0, q), range(q, kv), range(q + kv, kv)};
}

/// For each key/value head the `shared` queries, the key and the value, each d wide.
Split by_groups(std::size_t groups, std::size_t shared, std::size_t d) {
  Split split;
  const auto add = [d](Indices& to, std::size_t first, std::size_t count) {
    const Indices more = range(first * d, count * d);
    to.insert(to.end(), more.begin(), more.end());
  };
  for (std::size_t group = 0; group < groups; ++group) {
    const std::size_t first = group * (shared + 2);
    add(split.Q, first, shared);
    add(split.K, first + shared, 1);
    add(split.V, first + shared + 1, 1);
  }
  return split;
}

class Taking {
public:
  Taking(const TensorFile& file, const Fit& fit, std::size_t heads)
      : file_(file), fit_(fit), recipe_(*fit.recipe), heads_(heads) {}

  TakenWeights take() {
    take_separate();
    take_output();
    if (!recipe_.QKV.weight.empty() || !recipe_.QKV.bias.empty()) take_fused();
    take_extra();
    settle_kv_heads();
    return std::move(taken_);
  }

private:
  std::size_t out_axis() const { return recipe_.axes == Axes::out_in ? 0 : 1; }
  std::size_t levels_of_weight() const { return recipe_.axes == Axes::out_in || recipe_.axes == Axes::in_out ? 2 : 3; }

  std::optional<std::size_t> find(std::string_view tensor) const {
    return tensor.empty() ? std::nullopt : file_.find(fit_.name_of(tensor));
  }

  /// Throws TensorFault if it has other than so many axes, or an entry that is no finite number.
  Numbers read(std::string_view tensor, std::size_t levels) {
    const std::string name = fit_.name_of(tensor);
    TensorRead read = file_.read(*find(tensor));
    taken_.bytes += read.bytes;
    if (read.numbers.shape.size() != levels)
      throw TensorFault(
          fmt::format("holds {} with {} axes, where {} has {}", name, read.numbers.shape.size(), recipe_.name, levels),
          "attn tensors lists what it holds");
    if (!std::ranges::all_of(read.numbers.values, [](double value) { return std::isfinite(value); }))
      throw TensorFault(fmt::format("holds numbers in {} that are not finite", name),
                        "weights are finite numbers: check what wrote the file");
    return std::move(read.numbers);
  }

  void add(std::string key, std::string_view tensor, Numbers numbers) {
    taken_.weights.push_back({std::move(key), fit_.name_of(tensor), std::move(numbers)});
  }

  /// Of a weight that was taken.
  const std::vector<std::size_t>& shape_of(std::string_view key) const {
    const auto weight = std::ranges::find(taken_.weights, key, &TakenWeight::key);
    assert(weight != taken_.weights.end());
    return weight->numbers.shape;
  }

  /// Heads that stand in the middle, [in, head, d], are columns side by side: the numbers stay where they are.
  void join_heads(Numbers& weight) const {
    if (recipe_.axes != Axes::in_head_out) return;
    weight.shape = {weight.shape[0], weight.shape[1] * weight.shape[2]};
  }

  void take_separate() {
    const std::pair<std::string_view, const TensorNames&> separate[] = {
        {"Q", recipe_.Q}, {"K", recipe_.K}, {"V", recipe_.V}};
    for (const auto& [letter, names] : separate) {
      if (!names.weight.empty()) {
        Numbers weight = read(names.weight, levels_of_weight());
        join_heads(weight);
        add(fmt::format("W_{}", letter), names.weight, std::move(weight));
      }
      if (find(names.bias)) add(fmt::format("b_{}", letter), names.bias, read(names.bias, levels_of_weight() - 1));
    }
  }

  void take_output() {
    if (!recipe_.O.weight.empty()) add("W_O", recipe_.O.weight, read(recipe_.O.weight, levels_of_weight()));
    if (find(recipe_.O.bias)) add("b_O", recipe_.O.bias, read(recipe_.O.bias, 1));
  }

  /// What W_O takes is the width of Q.
  std::size_t width_of_Q() const { return shape_of("W_O")[1 - out_axis()]; }

  [[noreturn]] void refuse_heads(std::size_t q) const {
    throw TensorFault(fmt::format("holds {}, which {} heads do not divide: its queries are {} columns",
                                  fit_.name_of(recipe_.QKV.weight), heads_, q),
                      "say how many heads the model has: \"heads\": N, or --heads N");
  }

  Split split(std::size_t all) const {
    const std::size_t q = width_of_Q(), kv = (all - q) / 2;
    if (recipe_.fusion != Fusion::heads && recipe_.fusion != Fusion::groups) return side_by_side(q, kv);
    if (q % heads_ != 0 || kv % (q / heads_) != 0 || heads_ % (kv / (q / heads_)) != 0) refuse_heads(q);
    const std::size_t d = q / heads_, groups = kv / d;
    return by_groups(groups, heads_ / groups, d);
  }

  void take_fused() {
    if (find(recipe_.QKV.weight)) add_parts("W_", recipe_.QKV.weight, read(recipe_.QKV.weight, 2), out_axis());
    if (!find(recipe_.QKV.bias)) return;
    Numbers bias = read(recipe_.QKV.bias, 1);
    const std::size_t expected = outputs();
    if (bias.shape[0] != expected)
      throw TensorFault(fmt::format("holds {} with {} numbers, where {} belong", fit_.name_of(recipe_.QKV.bias),
                                    bias.shape[0], expected),
                        "a bias has a number for each output of its weight");
    add_parts("b_", recipe_.QKV.bias, std::move(bias), 0);
  }

  /// Of Q, K and V together.
  std::size_t outputs() const {
    std::size_t all = 0;
    for (const char* key : {"W_Q", "W_K", "W_V"}) all += shape_of(key)[out_axis()];
    return all;
  }

  void add_parts(const std::string& letter, std::string_view tensor, const Numbers& fused, std::size_t axis) {
    const Split parts = split(fused.shape[axis]);
    add(letter + "Q", tensor, picked(fused, axis, parts.Q));
    add(letter + "K", tensor, picked(fused, axis, parts.K));
    add(letter + "V", tensor, picked(fused, axis, parts.V));
  }

  /// [1, 1, E] as one row.
  void take_extra() {
    for (const auto& [key, tensor] : {std::pair{"extra/K", recipe_.extra.weight}, {"extra/V", recipe_.extra.bias}}) {
      if (!find(tensor)) continue;
      Numbers row = read(tensor, 3);
      row.shape = {row.shape[0] * row.shape[1], row.shape[2]};
      add(key, tensor, std::move(row));
    }
  }

  /// A head's queries and keys are as wide, so the widths tell how many key/value heads there are.
  void settle_kv_heads() {
    if (tells_heads(recipe_)) return;
    const std::size_t q = shape_of("W_Q")[out_axis()], k = shape_of("W_K")[out_axis()];
    if (q % heads_ != 0 || q == k) return;
    const std::size_t d = q / heads_;
    if (k % d == 0) taken_.kv_heads = k / d;
  }

  const TensorFile& file_;
  const Fit& fit_;
  const Recipe& recipe_;
  const std::size_t heads_;
  TakenWeights taken_;
};

} // namespace

bool tells_heads(const Recipe& recipe) {
  return recipe.axes == Axes::head_in_out || recipe.axes == Axes::in_head_out;
}

TakenWeights take_weights(const TensorFile& file, const Fit& fit, std::size_t heads) {
  return Taking(file, fit, heads).take();
}

} // namespace attn
