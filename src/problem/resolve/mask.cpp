// The mask: what the levels of each part count, and the rules over positions.

#include "problem/resolve/draft.h"
#include "problem/resolve/setting.h"

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
  bool repeats; ///< an axis of size 1 is repeated
  std::string_view hint;
};

constexpr std::string_view cells_hint = "a row for each query, an entry for each key; an axis of size 1 is repeated";
constexpr GridForm keep_form{"keep", of_cells, true, cells_hint};
constexpr GridForm block_form{"block", of_cells, true, cells_hint};
constexpr GridForm add_form{"add", of_cells, true, cells_hint};
constexpr GridForm padding_form{"padding", of_keys, false, "a flag for each key, cached ones first: 1 is a real key"};
constexpr GridForm queries_form{"queries", of_queries, false, "a flag for each query: 1 is a real query"};
constexpr GridForm lengths_form{"lengths", of_sequences, false,
                                "the number of real keys of each sequence of a batch; for one sequence say padding"};

const Value* find_part(const Draft& draft, std::string_view key) {
  return find_path(draft.document.members, fmt::format("mask/{}", key));
}

const Size& required(const Draft& draft, MaskAxis axis) {
  const Size* sizes[] = {&draft.sequences, &draft.heads, &draft.n, &draft.keys};
  return *sizes[axis];
}

bool has_level_of_batch(const GridForm& form, std::size_t levels) {
  return form.axes[levels - 1] == sequences;
}

/// A three-level matrix in a batch is one for each head, which is easily meant otherwise.
std::string_view axis_advice(const Draft& draft, const GridForm& form, MaskAxis axis) {
  if (axis == heads && draft.problem.batched)
    return "three levels are a matrix for each head; one for each sequence is written B x 1 x n x m";
  return form.hint;
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

void store(double number, std::uint8_t& entry) {
  entry = number != 0;
}
void store(double number, double& entry) {
  entry = number;
}
void store(double number, std::size_t& entry) {
  entry = whole(number);
}

/// A part of numbers as a grid; not given if it is absent or has a fault.
template <class V>
Grid<V> settle_grid(Draft& draft, const GridForm& form) {
  const Value* value = find_part(draft, form.key);
  if (!value) return {};
  const auto& numbers = std::get<Numbers>(value->is);
  if (has_level_of_batch(form, numbers.shape.size()) && draft.sequences.known() && !draft.problem.batched) {
    draft.faults.at(*value, fmt::format("{} for each sequence, but there is no batch", form.key),
                    std::string(form.hint));
    return {};
  }
  Grid<V> grid{settle_axes(draft, form, *value), std::vector<V>(numbers.values.size())};
  for (std::size_t i = 0; i < grid.values.size(); ++i) store(numbers.values[i], grid.values[i]);
  return grid;
}

/// No sequence has more real keys than keys; the first that has is told.
void check_lengths(Draft& draft) {
  const Value* value = find_part(draft, lengths_form.key);
  if (!value || !draft.keys.known()) return;
  const AlignedVector<double>& lengths = std::get<Numbers>(value->is).values;
  const auto excess = [&](double length) { return whole(length) > draft.keys.count; };
  const auto at = std::find_if(lengths.begin(), lengths.end(), excess);
  if (at == lengths.end()) return;
  draft.faults.at_entry(*value, static_cast<std::size_t>(at - lengths.begin()),
                        fmt::format("{} real keys, but {} is {}", *at, draft.keys.words, draft.keys.count),
                        "lengths count all keys, cached ones first");
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

Causal settle_causal(Draft& draft) {
  const Value* value = find_part(draft, "causal");
  if (!value) return Causal::none;
  if (const bool* flag = std::get_if<bool>(&value->is)) return *flag ? Causal::top_left : Causal::none;
  return std::get<std::string>(value->is) == "bottom-right" ? Causal::bottom_right : Causal::top_left;
}

std::optional<std::size_t> window_side(const Value& window, std::string_view key) {
  const Value* side = find(std::get<Members>(window.is), key);
  return side ? std::optional(whole(*side)) : std::nullopt;
}

/// A window without sides is none.
std::optional<Window> settle_window(Draft& draft) {
  const Value* value = find_part(draft, "window");
  if (!value) return std::nullopt;
  const Window window{window_side(*value, "left"), window_side(*value, "right")};
  return window.left || window.right ? std::optional(window) : std::nullopt;
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

/// What --causal (top-left) leaves of the file's rule: deny wins, and of the two corners one denies more.
Causal with_top_left(const Draft& draft, Causal causal) {
  if (causal == Causal::none) return Causal::top_left;
  const bool top_left_denies_more = draft.past.count + draft.n.count < draft.keys.count;
  return causal == Causal::bottom_right && !top_left_denies_more ? causal : Causal::top_left;
}

} // namespace

void settle_mask(Draft& draft) {
  Mask& mask = draft.problem.mask;
  mask.queries_count = draft.n.count;
  mask.keys_count = draft.keys.count + draft.extra.count;
  mask.past = draft.past.count;
  mask.extra = draft.extra.count;
  if (draft.problem.start == Start::weights || draft.faults.left_out("mask")) return;
  const Value* value = find(draft.document.members, "mask");
  const auto* word = value ? std::get_if<std::string>(&value->is) : nullptr;
  if (word && *word == "causal") mask.causal = Causal::top_left;
  if (value && !word) settle_parts(draft);
  if (draft.overrides.causal) mask.causal = with_top_left(draft, mask.causal);
}

} // namespace attn::resolving
