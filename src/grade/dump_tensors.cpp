#include "grade/dump_tensors.h"

#include "attention/stage.h"
#include "error.h"

#include <algorithm>
#include <charconv>

namespace attn {
namespace {

/// What stands under a name follows from its axes: queries of all heads side by side, or of each head.
constexpr OtherName names[] = {
    {"q", Step::Q, Step::head_Q},
    {"query", Step::Q, Step::head_Q},
    {"query_states", Step::Q, Step::head_Q},
    {"k", Step::K, Step::head_K},
    {"key", Step::K, Step::head_K},
    {"key_states", Step::K, Step::head_K},
    {"v", Step::V, Step::head_V},
    {"value", Step::V, Step::head_V},
    {"value_states", Step::V, Step::head_V},
    {"q_norm", Step::normed_Q, Step::normed_Q},
    {"k_norm", Step::normed_K, Step::normed_K},
    {"q_embed", Step::rotated_Q, Step::rotated_Q},
    {"q_rot", Step::rotated_Q, Step::rotated_Q},
    {"k_embed", Step::rotated_K, Step::rotated_K},
    {"k_rot", Step::rotated_K, Step::rotated_K},
    {"qk", Step::scores, Step::scores},
    {"attn_scores", Step::scores, Step::scores},
    {"attention_scores", Step::scores, Step::scores},
    {"attn", Step::weights, Step::weights},
    {"attn_weights", Step::weights, Step::weights},
    {"attention_weights", Step::weights, Step::weights},
    {"attn_probs", Step::weights, Step::weights},
    {"attention_probs", Step::weights, Step::weights},
    {"context_layer", Step::concat, Step::head_output},
    {"attn_output", Step::output, Step::head_output},
    {"attention_output", Step::output, Step::head_output},
    {"out", Step::output, Step::output},
};

/// "[12]" at the front is taken off; none: there is no such index.
std::optional<std::size_t> take_index(std::string_view& rest) {
  std::size_t index = 0;
  if (!rest.starts_with('[')) return std::nullopt;
  const auto [end, fault] = std::from_chars(rest.data() + 1, rest.data() + rest.size(), index);
  if (fault != std::errc{} || end == rest.data() + rest.size() || *end != ']') return std::nullopt;
  rest.remove_prefix(static_cast<std::size_t>(end - rest.data()) + 1);
  return index;
}

/// A list and an index of it: "heads[0]."; none: the text begins otherwise.
std::optional<std::size_t> take_entry(std::string_view& rest, std::string_view list) {
  std::string_view after = rest;
  if (!after.starts_with(list)) return std::nullopt;
  after.remove_prefix(list.size());
  const auto index = take_index(after);
  if (!index || !after.starts_with('.')) return std::nullopt;
  rest = after.substr(1);
  return index;
}

std::optional<Step> find_key(std::string_view key, Level level) {
  for (const Stage& stage : stages())
    if (stage.key == key && stage.level == level) return stage.step;
  return std::nullopt;
}

std::optional<TensorMeaning> by_key(std::string_view key, bool in_heads) {
  const auto of_head = find_key(key, Level::head);
  const auto of_sequence = in_heads ? std::nullopt : find_key(key, Level::sequence);
  if (!of_head && !of_sequence) return std::nullopt;
  return TensorMeaning{
      of_sequence.value_or(of_head.value_or(Step::Q)), of_head.value_or(of_sequence.value_or(Step::Q)), {}, {}};
}

[[noreturn]] void refuse_axes(std::string_view name, std::size_t axes, const Stage& stage) {
  throw Refusal(std::string(name) + " has " + std::to_string(axes) + (axes == 1 ? " axis" : " axes"),
                stage.level == Level::head
                    ? "a step of the heads has three, heads x rows x columns, and in a batch four"
                    : "a step of the sequence has two, rows x columns, and in a batch three");
}

Matrix<double> matrix_of(const double* values, std::size_t rows, std::size_t cols) {
  Matrix<double> made(rows, cols);
  std::copy_n(values, made.size(), made.data());
  return made;
}

} // namespace

std::vector<OtherName> other_names() {
  return {std::begin(names), std::end(names)};
}

std::optional<TensorMeaning> find_meaning(std::string_view name) {
  std::string_view rest = name.starts_with('.') ? name.substr(1) : name;
  const auto sequence = take_entry(rest, "batch");
  const auto head = take_entry(rest, "heads");
  if (rest.starts_with("heads.")) rest.remove_prefix(6);
  auto meaning = by_key(rest, head.has_value());
  if (!meaning && !sequence && !head) {
    const std::string_view last = rest.substr(rest.rfind('.') + 1); // npos + 1 is 0
    const auto* other =
        std::find_if(std::begin(names), std::end(names), [&](const OtherName& row) { return row.name == last; });
    if (other != std::end(names)) meaning = TensorMeaning{other->of_sequence, other->of_head, {}, {}};
  }
  if (meaning) meaning->sequence = sequence, meaning->head = head;
  return meaning;
}

void add_tensor(std::string_view name, const TensorMeaning& meaning, const Numbers& numbers, Dump& dump) {
  std::vector<std::size_t> axes = numbers.shape;
  const bool is_column = meaning.of_head == Step::row_sum;
  if (is_column) axes.push_back(1);
  const std::size_t all = axes.size();
  const bool may_be_of_sequence = stage(meaning.of_sequence).level == Level::sequence;
  const bool one_sequence = axes.size() > 2 && axes.front() == 1;
  if (one_sequence) axes.erase(axes.begin());
  const bool of_sequence = may_be_of_sequence && (axes.size() == 2 || stage(meaning.of_head).level == Level::sequence);
  const Stage& row = stage(of_sequence ? meaning.of_sequence : meaning.of_head);
  const std::size_t most = of_sequence ? 3 : 4;
  if (axes.size() < 2 || axes.size() > most || (meaning.head && axes.size() > 2)) refuse_axes(name, all, row);
  const std::size_t rows = axes[axes.size() - 2], cols = axes.back();
  const std::size_t heads = !of_sequence && axes.size() > 2 ? axes[axes.size() - 3] : 1;
  const std::size_t sequences = axes.size() == most ? axes.front() : 1;
  const double* values = numbers.values.data();
  for (std::size_t b = 0; b < sequences; ++b)
    for (std::size_t h = 0; h < heads; ++h, values += rows * cols)
      dump.steps.push_back(
          {{row.step, b + meaning.sequence.value_or(0), of_sequence ? 0 : h + meaning.head.value_or(0)},
           matrix_of(values, rows, cols)});
  dump.all_heads |= !of_sequence && all > 2;
  dump.batched |= sequences > 1 || meaning.sequence.has_value();
}

} // namespace attn
