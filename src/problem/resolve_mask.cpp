// The mask: which levels each part may have, what every level must count, and the rules over positions.

#include "problem/resolve_draft.h"
#include "problem/resolve_setting.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fmt/format.h>
#include <optional>
#include <span>
#include <vector>

namespace attn::resolving {
namespace {

/// The axes of a Grid.
enum MaskAxis : std::size_t { sequences, heads, queries, keys };

constexpr MaskAxis of_cells[] = {keys, queries, heads, sequences};
constexpr MaskAxis of_keys[] = {keys, sequences};
constexpr MaskAxis of_queries[] = {queries, sequences};
constexpr MaskAxis of_sequences[] = {sequences};

/// A part that is a grid: what its levels count, the innermost first. The level of sequences is a batch's alone.
struct GridForm {
  std::string_view key;
  std::span<const MaskAxis> axes;
  std::size_t fewest;        ///< levels
  bool repeats;              ///< an axis of size 1 is repeated
  std::string_view alone;    ///< what it may be where there is no batch
  std::string_view in_batch; ///< what it may be in one
  std::string_view hint;
};

constexpr std::string_view one_matrix = "a matrix, or one for each head";
constexpr std::string_view matrices = "a matrix, one for each head, or a batch of those";
constexpr std::string_view one_list = "a list of numbers";
constexpr std::string_view lists = "a list of numbers, or one for each sequence";
constexpr std::string_view cells_hint =
    "a row for each query, an entry for each key; one flag for each key is written as padding";

constexpr GridForm keep_form{"keep", of_cells, 2, true, one_matrix, matrices, cells_hint};
constexpr GridForm block_form{"block", of_cells, 2, true, one_matrix, matrices, cells_hint};
constexpr GridForm add_form{"add", of_cells, 2, true, one_matrix, matrices, cells_hint};
constexpr GridForm padding_form{"padding", of_keys, 1, false, one_list, lists, "1 for a real key, 0 for padding"};
constexpr GridForm queries_form{"queries", of_queries, 1, false, one_list, lists, "1 for a real query, 0 for padding"};
constexpr GridForm lengths_form{
    "lengths",
    of_sequences,
    1,
    false,
    "a batch",
    one_list,
    "lengths count the real keys of each sequence of a batch; for one sequence say padding"};

const Value* find_part(const Draft& draft, std::string_view key) {
  return find_path(draft.document.members, fmt::format("mask/{}", key));
}

const Size& required(const Draft& draft, MaskAxis axis) {
  const Size* sizes[] = {&draft.sequences, &draft.heads, &draft.n, &draft.keys};
  return *sizes[axis];
}

/// Whether the part may have so many levels here.
bool levels_allowed(const Draft& draft, const GridForm& form, std::size_t levels) {
  if (levels < form.fewest || levels > form.axes.size()) return false;
  const bool per_sequence = form.axes[levels - 1] == sequences;
  return !per_sequence || draft.problem.batched || !draft.sequences.known();
}

/// A three-level matrix in a batch is one for each head, which is easily meant otherwise.
std::string axis_advice(const Draft& draft, const GridForm& form, MaskAxis axis) {
  if (axis == heads && draft.problem.batched)
    return "three levels are a matrix for each head; one for each sequence is written B x 1 x n x m";
  return fmt::format("{}{}", form.hint, form.repeats ? "; an axis of size 1 is repeated" : "");
}

/// Holds every level against what it counts; returns the shape of the grid.
std::array<std::size_t, 4> settle_axes(Draft& draft, const GridForm& form, const Value& value) {
  std::array<std::size_t, 4> shape{1, 1, 1, 1};
  const std::vector<std::size_t>& written = std::get<Numbers>(value.is).shape;
  for (std::size_t level = 0; level < written.size(); ++level) {
    const MaskAxis axis = form.axes[written.size() - 1 - level];
    const bool innermost = level + 1 == written.size();
    shape[axis] = written[level];
    if (form.repeats && written[level] == 1) continue;
    draft.faults.fits(
        {written[level], "", {&value, level}, innermost ? Noun{"entry", "entries"} : Noun{"list", "lists"}},
        required(draft, axis), axis_advice(draft, form, axis));
  }
  return shape;
}

void refuse_levels(Draft& draft, const GridForm& form, const Value& value) {
  const auto* numbers = std::get_if<Numbers>(&value.is);
  draft.faults.at(value,
                  fmt::format("expected {}, found {}", draft.problem.batched ? form.in_batch : form.alone,
                              numbers ? levels_words(numbers->shape.size()) : "no numbers"),
                  std::string(form.hint));
}

void store(double number, std::uint8_t& entry) {
  entry = number != 0;
}
void store(double number, double& entry) {
  entry = number;
}
void store(double number, std::size_t& entry) {
  entry = as_whole(number, 0).value_or(0);
}

/// A part of numbers as a grid; not given if it is absent or has a fault.
template <class V>
Grid<V> settle_grid(Draft& draft, const GridForm& form) {
  const Value* value = find_part(draft, form.key);
  if (!value) return {};
  const auto* numbers = std::get_if<Numbers>(&value->is);
  if (!numbers || !levels_allowed(draft, form, numbers->shape.size())) {
    refuse_levels(draft, form, *value);
    return {};
  }
  Grid<V> grid{settle_axes(draft, form, *value), std::vector<V>(numbers->values.size())};
  for (std::size_t i = 0; i < grid.values.size(); ++i) store(numbers->values[i], grid.values[i]);
  return grid;
}

/// No sequence has more real keys than keys.
void check_lengths(Draft& draft) {
  const Value* value = find_part(draft, lengths_form.key);
  const auto* numbers = value ? std::get_if<Numbers>(&value->is) : nullptr;
  if (!numbers || !draft.keys.known()) return;
  for (std::size_t b = 0; b < numbers->values.size(); ++b) {
    const auto length = as_whole(numbers->values[b], 0);
    if (length && *length <= draft.keys.count) continue;
    draft.faults.at_entry(
        *value, b, fmt::format("{} is no length: {} is {}", numbers->values[b], draft.keys.words, draft.keys.count),
        fmt::format("a whole number from 0 to {}", draft.keys.count));
  }
}

/// Numbers that are added, yet look like flags.
void warn_of_flags(Draft& draft, const Grid<double>& add) {
  const auto is_flag = [](double number) { return number == 0 || number == 1; };
  const auto is_one = [](double number) { return number == 1; };
  if (!std::all_of(add.values.begin(), add.values.end(), is_flag)) return;
  if (std::none_of(add.values.begin(), add.values.end(), is_one)) return;
  draft.problem.warnings.push_back("/mask/add holds only 0 and 1, which are added to the scores; it looks like keep "
                                   "(1 = may attend) or block (1 = may not)");
}

// Rules over positions.

struct CausalName {
  std::string_view name;
  Causal causal;
};
constexpr CausalName causal_names[] = {{"top-left", Causal::top_left}, {"bottom-right", Causal::bottom_right}};

Causal settle_causal(Draft& draft) {
  const Value* value = find_part(draft, "causal");
  if (!value) return Causal::none;
  if (const bool* flag = std::get_if<bool>(&value->is)) return *flag ? Causal::top_left : Causal::none;
  const auto* text = std::get_if<std::string>(&value->is);
  for (const CausalName& row : causal_names)
    if (text && *text == row.name) return row.causal;
  draft.faults.at(*value, "this is no causal mask", R"(true, false, "top-left" (the same as true) or "bottom-right")");
  return Causal::none;
}

std::optional<Window> settle_window(Draft& draft) {
  if (!find_part(draft, "window")) return std::nullopt;
  const auto side = [&](std::string_view key) -> std::optional<std::size_t> {
    const Value* window = find_part(draft, "window");
    const auto* members = std::get_if<Members>(&window->is);
    const Value* value = members ? find(*members, key) : nullptr;
    return value ? whole_number(draft.faults, *value, 0) : std::nullopt;
  };
  const Window window{side("left"), side("right")};
  if (!window.left && !window.right) return std::nullopt;
  return window;
}

/// A mask that is one word, or nothing that a mask can be.
void settle_word(Draft& draft, const Value& value) {
  const auto* text = std::get_if<std::string>(&value.is);
  if (text && *text == "causal")
    draft.problem.mask.causal = Causal::top_left;
  else if (!text || *text != "none")
    draft.faults.at(value, text ? fmt::format("no such mask: \"{}\"", *text) : "what these numbers do is not said",
                    R"("causal", "none", or an object: {"keep": …} (1 = may attend), {"block": …} or {"add": …})");
}

void settle_parts(Draft& draft) {
  Mask& mask = draft.problem.mask;
  mask.causal = settle_causal(draft);
  mask.keep = settle_grid<std::uint8_t>(draft, keep_form);
  mask.block = settle_grid<std::uint8_t>(draft, block_form);
  mask.add = settle_grid<double>(draft, add_form);
  mask.padding = settle_grid<std::uint8_t>(draft, padding_form);
  mask.lengths = settle_grid<std::size_t>(draft, lengths_form);
  check_lengths(draft);
  mask.window = settle_window(draft);
  mask.queries = settle_grid<std::uint8_t>(draft, queries_form);
  warn_of_flags(draft, mask.add);
}

} // namespace

void settle_mask(Draft& draft) {
  Mask& mask = draft.problem.mask;
  mask.queries_count = draft.n.count;
  mask.keys_count = draft.keys.count;
  mask.past = draft.past.count;
  if (draft.problem.start == Start::weights || draft.faults.left_out("mask")) return;
  if (const Value* value = find(draft.document.members, "mask"))
    std::holds_alternative<Members>(value->is) ? settle_parts(draft) : settle_word(draft, *value);
  if (draft.overrides.causal && mask.causal == Causal::none) mask.causal = Causal::top_left;
}

} // namespace attn::resolving
