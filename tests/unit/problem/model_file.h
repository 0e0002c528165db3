#pragma once
// Files of models as projects write them: the same weights stored by any recipe, from formulas of their own.

#include "problem/recipe/recipe.h"
#include "unit/problem/scratch.h"

#include <cstddef>
#include <cstdint>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn::test {

struct Tensor {
  std::string name;
  std::vector<std::size_t> shape;
  std::vector<double> values;
};

/// A .safetensors file of float64.
inline std::string safetensors_of(const std::vector<Tensor>& tensors) {
  std::string header = "{", data;
  for (const Tensor& tensor : tensors) {
    const std::size_t begin = data.size();
    data.append(reinterpret_cast<const char*>(tensor.values.data()), tensor.values.size() * sizeof(double));
    header += fmt::format(R"({}"{}":{{"dtype":"F64","shape":[{}],"data_offsets":[{},{}]}})",
                          header.size() > 1 ? "," : "", tensor.name, fmt::join(tensor.shape, ","), begin, data.size());
  }
  header += "}";
  header.append((8 - header.size() % 8) % 8, ' ');
  std::string size(8, '\0');
  for (std::size_t i = 0; i < 8; ++i) size[i] = static_cast<char>((header.size() >> 8 * i) & 255);
  return size + header + data;
}

/// y = x·W + b, W [in][out].
struct Linear {
  std::vector<std::vector<double>> W;
  std::vector<double> b;

  std::size_t in() const { return W.size(); }
  std::size_t out() const { return W[0].size(); }
};

struct Layer {
  std::size_t heads = 0, kv_heads = 0;
  Linear Q, K, V, O;
};

/// Eighths between -2 and 2: exact in every dtype.
inline Layer drawn_layer(std::uint64_t seed, std::size_t heads, std::size_t kv_heads, std::size_t d,
                         std::size_t d_model) {
  std::mt19937_64 engine(seed);
  const auto number = [&] { return static_cast<double>(engine() % 33) / 8 - 2; };
  const auto linear = [&](std::size_t in, std::size_t out) {
    Linear made;
    made.W.assign(in, std::vector<double>(out));
    for (auto& row : made.W)
      for (double& entry : row) entry = number();
    made.b.resize(out);
    for (double& entry : made.b) entry = number();
    return made;
  };
  return {heads,
          kv_heads,
          linear(d_model, heads * d),
          linear(d_model, kv_heads * d),
          linear(d_model, kv_heads * d),
          linear(heads * d, d_model)};
}

/// The tensors of a layer as a project stores them.
class Stored {
public:
  Stored(const Layer& layer, const Recipe& recipe, std::string prefix, bool has_biases)
      : layer_(layer), recipe_(recipe), prefix_(std::move(prefix)), has_biases_(has_biases) {}

  std::vector<Tensor> tensors() {
    const std::pair<const Linear&, const TensorNames&> separate[] = {
        {layer_.Q, recipe_.Q}, {layer_.K, recipe_.K}, {layer_.V, recipe_.V}};
    for (const auto& [linear, names] : separate) store(linear, names);
    if (!recipe_.QKV.weight.empty() || !recipe_.QKV.bias.empty()) store(fused(), recipe_.QKV);
    store_output();
    return std::move(tensors_);
  }

private:
  std::size_t d() const { return layer_.Q.out() / layer_.heads; }

  void add(std::string_view name, std::vector<std::size_t> shape, std::vector<double> values) {
    if (!name.empty()) tensors_.push_back({prefix_ + std::string(name), std::move(shape), std::move(values)});
  }

  void store(const Linear& linear, const TensorNames& names) {
    const std::size_t in = linear.in(), out = linear.out(), count = out / d();
    std::vector<double> values;
    std::vector<std::size_t> shape, bias_shape{count, d()};
    switch (recipe_.axes) {
    case Axes::out_in:
      shape = {out, in};
      bias_shape = {out};
      for (std::size_t o = 0; o < out; ++o)
        for (std::size_t i = 0; i < in; ++i) values.push_back(linear.W[i][o]);
      break;
    case Axes::in_out:
      shape = {in, out};
      bias_shape = {out};
      for (const auto& row : linear.W) values.insert(values.end(), row.begin(), row.end());
      break;
    case Axes::head_in_out:
      shape = {count, in, d()};
      for (std::size_t h = 0; h < count; ++h)
        for (std::size_t i = 0; i < in; ++i)
          for (std::size_t e = 0; e < d(); ++e) values.push_back(linear.W[i][h * d() + e]);
      break;
    case Axes::in_head_out:
      shape = {in, count, d()};
      for (const auto& row : linear.W) values.insert(values.end(), row.begin(), row.end());
      break;
    }
    add(names.weight, std::move(shape), std::move(values));
    if (has_biases_) add(names.bias, std::move(bias_shape), linear.b);
  }

  /// All outputs of Q, K and V in the order in which one tensor holds them.
  Linear fused() const {
    Linear all;
    all.W.resize(layer_.Q.in());
    const auto take = [&](const Linear& from, std::size_t first, std::size_t count) {
      for (std::size_t o = first; o < first + count; ++o) {
        for (std::size_t i = 0; i < from.in(); ++i) all.W[i].push_back(from.W[i][o]);
        all.b.push_back(from.b[o]);
      }
    };
    const bool per_head = recipe_.fusion == Fusion::heads || recipe_.fusion == Fusion::groups;
    const std::size_t parts = per_head ? layer_.kv_heads : 1;
    for (std::size_t part = 0; part < parts; ++part)
      for (const Linear* from : {&layer_.Q, &layer_.K, &layer_.V})
        take(*from, part * from->out() / parts, from->out() / parts);
    return all;
  }

  void store_output() {
    const Linear& O = layer_.O;
    std::vector<double> values;
    std::vector<std::size_t> shape{O.in(), O.out()};
    if (recipe_.axes == Axes::head_in_out || recipe_.axes == Axes::in_head_out) shape = {layer_.heads, d(), O.out()};
    if (recipe_.axes == Axes::out_in) {
      shape = {O.out(), O.in()};
      for (std::size_t o = 0; o < O.out(); ++o)
        for (std::size_t i = 0; i < O.in(); ++i) values.push_back(O.W[i][o]);
    } else {
      for (const auto& row : O.W) values.insert(values.end(), row.begin(), row.end());
    }
    add(recipe_.O.weight, std::move(shape), std::move(values));
    if (has_biases_) add(recipe_.O.bias, {O.out()}, O.b);
  }

  const Layer& layer_;
  const Recipe& recipe_;
  const std::string prefix_;
  const bool has_biases_;
  std::vector<Tensor> tensors_;
};

inline std::vector<Tensor> stored(const Layer& layer, const Recipe& recipe, std::string prefix,
                                  bool has_biases = true) {
  return Stored(layer, recipe, std::move(prefix), has_biases).tensors();
}

/// "W_Q": […], "b_Q": […], … as a problem has them by hand, y = x·W.
inline std::string by_hand(const Layer& layer, bool has_biases = true, bool has_output = true) {
  std::string keys = fmt::format(R"("heads": {}, "kv_heads": {})", layer.heads, layer.kv_heads);
  const std::pair<char, const Linear&> all[] = {{'Q', layer.Q}, {'K', layer.K}, {'V', layer.V}, {'O', layer.O}};
  for (const auto& [letter, linear] : all) {
    if (letter == 'O' && !has_output) continue;
    std::string rows;
    for (const auto& row : linear.W) rows += fmt::format("{}[{}]", rows.empty() ? "" : ",", fmt::join(row, ","));
    keys += fmt::format(R"(, "W_{}": [{}])", letter, rows);
    if (has_biases) keys += fmt::format(R"(, "b_{}": [{}])", letter, fmt::join(linear.b, ","));
  }
  return keys;
}

} // namespace attn::test
