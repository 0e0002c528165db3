#include "problem/mask.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attn {
namespace {

struct Part {
  MaskPart part;
  const char* word;
  bool (*given)(const Mask& mask);
};

/// In the order in which words() names them and blocked_by() asks them.
constexpr Part parts[] = {
    {MaskPart::causal, "causal", [](const Mask& mask) { return mask.causal != Causal::none; }},
    {MaskPart::keep, "keep", [](const Mask& mask) { return mask.keep.given(); }},
    {MaskPart::block, "block", [](const Mask& mask) { return mask.block.given(); }},
    {MaskPart::add, "add", [](const Mask& mask) { return mask.add.given(); }},
    {MaskPart::padding, "padding", [](const Mask& mask) { return mask.padding.given(); }},
    {MaskPart::lengths, "lengths", [](const Mask& mask) { return mask.lengths.given(); }},
    {MaskPart::window, "window", [](const Mask& mask) { return mask.window.has_value(); }},
    {MaskPart::queries, "queries", [](const Mask& mask) { return mask.queries.given(); }},
};

/// Keys [first, end).
struct Range {
  std::size_t first, end;
};

std::size_t clamp_key(std::ptrdiff_t key, std::size_t keys) {
  return static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(key, 0, static_cast<std::ptrdiff_t>(keys)));
}

/// Keys within the window around `position`; sides larger than the number of keys are unlimited.
Range window_range(const Window& window, std::ptrdiff_t position, std::size_t keys) {
  Range range{0, keys};
  const auto limit = static_cast<std::ptrdiff_t>(std::numeric_limits<std::ptrdiff_t>::max() / 4);
  const auto side = [&](std::size_t size) {
    return static_cast<std::ptrdiff_t>(std::min<std::size_t>(size, static_cast<std::size_t>(limit)));
  };
  if (window.left) range.first = clamp_key(position - side(*window.left), keys);
  if (window.right) range.end = clamp_key(position + side(*window.right) + 1, keys);
  return range;
}

} // namespace

bool Mask::given() const {
  return std::any_of(std::begin(parts), std::end(parts), [&](const Part& part) { return part.given(*this); });
}

bool Mask::given(MaskPart part) const {
  return parts[static_cast<std::size_t>(part)].given(*this);
}

std::ptrdiff_t Mask::position(std::size_t query) const {
  const auto i = static_cast<std::ptrdiff_t>(query);
  if (causal == Causal::bottom_right)
    return i + static_cast<std::ptrdiff_t>(ruled_keys()) - static_cast<std::ptrdiff_t>(queries_count);
  return i + static_cast<std::ptrdiff_t>(past);
}

std::size_t Mask::causal_end_of_ruled(std::size_t query) const {
  return causal == Causal::none ? ruled_keys() : clamp_key(position(query) + 1, ruled_keys());
}

std::size_t Mask::causal_end(std::size_t query) const {
  return extra == 0 ? causal_end_of_ruled(query) : keys_count;
}

std::optional<MaskPart> Mask::blocked_by(const Cell& cell) const {
  const auto [sequence, head, query, key] = cell;
  if (queries.given() && key >= ruled_keys() && !queries(sequence, 0, query, 0)) return MaskPart::queries;
  if (key >= ruled_keys()) return std::nullopt;
  if (key >= causal_end_of_ruled(query)) return MaskPart::causal;
  if (keep.given() && !keep(sequence, head, query, key)) return MaskPart::keep;
  if (block.given() && block(sequence, head, query, key)) return MaskPart::block;
  if (add.given() && std::isinf(add(sequence, head, query, key))) return MaskPart::add;
  if (padding.given() && !padding(sequence, 0, 0, key)) return MaskPart::padding;
  if (lengths.given() && key >= lengths(sequence, 0, 0, 0)) return MaskPart::lengths;
  if (window) {
    const Range range = window_range(*window, position(query), ruled_keys());
    if (key < range.first || key >= range.end) return MaskPart::window;
  }
  if (queries.given() && !queries(sequence, 0, query, 0)) return MaskPart::queries;
  return std::nullopt;
}

double Mask::added(const Cell& cell) const {
  if (!add.given() || cell.key >= ruled_keys()) return 0;
  const double value = add(cell.sequence, cell.head, cell.query, cell.key);
  return std::isinf(value) ? 0 : value;
}

void Mask::blocked_row(const Cell& cell, std::span<std::uint8_t> blocked) const {
  const auto [sequence, head, query, ignored] = cell;
  assert(blocked.size() == keys_count);
  std::fill(blocked.begin(), blocked.end(), std::uint8_t{1});
  if (queries.given() && !queries(sequence, 0, query, 0)) return;
  std::fill(blocked.begin() + static_cast<std::ptrdiff_t>(ruled_keys()), blocked.end(), std::uint8_t{0});
  Range open{0, causal_end_of_ruled(query)};
  if (lengths.given()) open.end = std::min(open.end, lengths(sequence, 0, 0, 0));
  if (window) {
    const Range range = window_range(*window, position(query), ruled_keys());
    open = {std::max(open.first, range.first), std::min(open.end, range.end)};
  }
  for (std::size_t j = open.first; j < open.end; ++j) blocked[j] = 0;
  if (!keep.given() && !block.given() && !add.given() && !padding.given()) return;
  for (std::size_t j = open.first; j < open.end; ++j) {
    if ((keep.given() && !keep(sequence, head, query, j)) || (block.given() && block(sequence, head, query, j)) ||
        (add.given() && std::isinf(add(sequence, head, query, j))) || (padding.given() && !padding(sequence, 0, 0, j)))
      blocked[j] = 1;
  }
}

std::string Mask::words() const {
  std::string words;
  for (const Part& part : parts) {
    if (!part.given(*this)) continue;
    if (!words.empty()) words += ", ";
    words += part.word;
    if (part.part == MaskPart::causal) words += causal == Causal::top_left ? " (top-left)" : " (bottom-right)";
  }
  return words.empty() ? "none" : words;
}

} // namespace attn
