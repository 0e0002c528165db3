// Masks as people get them wrong: a part forgotten, everything the wrong way round, the diagonal on the wrong side.

#include "grade/mistake_change.h"

#include <cmath>
#include <utility>

namespace attn::change {
namespace {

bool is_masked(const Problem& problem) {
  return problem.start != Start::weights && problem.mask.given();
}

bool is_causal(const Problem& problem) {
  return is_masked(problem) && problem.mask.causal != Causal::none;
}

/// A mask that blocks the cells that `blocks` says, and adds what `old` adds where that is finite.
template <class Blocks>
Mask mask_that_blocks(const Problem& problem, Blocks blocks) {
  const Mask& old = problem.mask;
  Mask made;
  made.queries_count = old.queries_count;
  made.keys_count = old.keys_count;
  made.past = old.past;
  made.extra = old.extra;
  made.add = old.add;
  for (double& value : made.add.values)
    if (std::isinf(value)) value = 0;
  const Shape& shape = problem.shape;
  made.block.shape = {shape.sequences, shape.heads, shape.n, shape.keys()};
  made.block.values.reserve(shape.sequences * shape.heads * shape.n * shape.keys());
  for (std::size_t b = 0; b < shape.sequences; ++b)
    for (std::size_t h = 0; h < shape.heads; ++h)
      for (std::size_t i = 0; i < shape.n; ++i)
        for (std::size_t j = 0; j < shape.keys(); ++j) made.block.values.push_back(blocks(Cell{b, h, i, j}));
  return made;
}

/// Where the query stands among the keys.
std::ptrdiff_t position(const Mask& mask, std::size_t query) {
  const auto i = static_cast<std::ptrdiff_t>(query);
  if (mask.causal == Causal::bottom_right)
    return i + static_cast<std::ptrdiff_t>(mask.keys_count - mask.extra) -
           static_cast<std::ptrdiff_t>(mask.queries_count);
  return i + static_cast<std::ptrdiff_t>(mask.past);
}

/// The causal rule becomes `blocks(key, position, query)`; the other parts stay.
template <class Blocks>
bool change_causal(Problem& problem, Blocks blocks) {
  if (!is_causal(problem)) return false;
  const Mask old = problem.mask;
  Mask others = old;
  others.causal = Causal::none;
  problem.mask = mask_that_blocks(problem, [&](const Cell& cell) {
    const auto key = static_cast<std::ptrdiff_t>(cell.key), query = static_cast<std::ptrdiff_t>(cell.query);
    return blocks(key, position(old, cell.query), query) || others.blocked_by(cell);
  });
  return true;
}

bool flip(Grid<std::uint8_t>& grid) {
  for (std::uint8_t& value : grid.values) value = !value;
  return grid.given();
}

} // namespace

bool mask_ignored(Problem& problem) {
  const bool had = is_masked(problem);
  Mask none;
  none.queries_count = problem.mask.queries_count;
  none.keys_count = problem.mask.keys_count;
  none.past = problem.mask.past;
  none.extra = problem.mask.extra;
  problem.mask = std::move(none);
  return had;
}

bool causal_ignored(Problem& problem) {
  return change_causal(problem, [](auto...) { return false; });
}

bool padding_ignored(Problem& problem) {
  const bool had = is_masked(problem) && (problem.mask.padding.given() || problem.mask.lengths.given());
  problem.mask.padding = {};
  problem.mask.lengths = {};
  return had;
}

bool mask_inverted(Problem& problem) {
  if (!is_masked(problem)) return false;
  const Mask old = problem.mask;
  problem.mask = mask_that_blocks(problem, [&](const Cell& cell) { return !old.blocked_by(cell); });
  problem.mask.add = {};
  return true;
}

bool padding_inverted(Problem& problem) {
  return is_masked(problem) && flip(problem.mask.padding);
}

bool keep_inverted(Problem& problem) {
  const bool kept = flip(problem.mask.keep), blocked = flip(problem.mask.block);
  return is_masked(problem) && (kept || blocked);
}

bool causal_excludes_self(Problem& problem) {
  return change_causal(problem, [](auto key, auto position, auto) { return key >= position; });
}

bool causal_upside_down(Problem& problem) {
  return change_causal(problem, [](auto key, auto position, auto) { return key < position; });
}

bool causal_ignores_past(Problem& problem) {
  if (!is_causal(problem) || position(problem.mask, 0) == 0) return false;
  return change_causal(problem, [](auto key, auto, auto query) { return key > query; });
}

} // namespace attn::change
