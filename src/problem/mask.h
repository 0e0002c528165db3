#pragma once
// Who may see whom. Every part of a mask is one broadcast grid or a rule over positions; nothing here grows to
// queries x keys unless the user wrote such a matrix. What is given is combined, and deny wins.

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace attn {

/// Values over sequences x heads x queries x keys. An axis of size 1 is repeated; no values: not given.
template <class V>
struct Grid {
  std::array<std::size_t, 4> shape{0, 0, 0, 0};
  std::vector<V> values;

  bool given() const { return !values.empty(); }
  const V& operator()(std::size_t sequence, std::size_t head, std::size_t i, std::size_t j) const {
    const std::array<std::size_t, 4> at{sequence, head, i, j};
    std::size_t offset = 0;
    for (std::size_t axis = 0; axis < 4; ++axis) offset = offset * shape[axis] + (shape[axis] == 1 ? 0 : at[axis]);
    return values[offset];
  }
};

enum class Causal {
  none,
  top_left,     ///< query i sees key j when j <= i + past
  bottom_right, ///< query i sees key j when j <= i + keys - queries
};

/// So many keys beside the query's own position (that of Causal); a side left out is unlimited.
struct Window {
  std::optional<std::size_t> left, right;
};

/// One pair of query and key; keys are counted with the cached ones first.
struct Cell {
  std::size_t sequence = 0, head = 0, query = 0, key = 0;
};

/// The parts of a mask, in the order in which words() names them.
enum class MaskPart { causal, keep, block, add, padding, lengths, window, queries };

struct Mask {
  std::size_t queries_count = 0; ///< n
  std::size_t keys_count = 0;    ///< cached, new and extra keys
  std::size_t past = 0;          ///< cached keys among them
  std::size_t extra = 0;         ///< the last so many, which no part of the mask but `queries` blocks or counts

  Causal causal = Causal::none;
  Grid<std::uint8_t> keep;    ///< 1: may attend
  Grid<std::uint8_t> block;   ///< 1: may not
  Grid<double> add;           ///< added to the scaled, capped scores; -infinity blocks
  Grid<std::uint8_t> padding; ///< over sequences and keys; 1: a real key
  Grid<std::size_t> lengths;  ///< over sequences: keys from here on are padding
  std::optional<Window> window;
  Grid<std::uint8_t> queries; ///< over sequences and queries; 0: a padding query, it sees no key

  bool given() const;
  bool given(MaskPart part) const;

  /// The first part that keeps this query from this key; none: it may attend.
  std::optional<MaskPart> blocked_by(const Cell& cell) const;

  /// What `add` gives this cell: 0 when nothing is added, never -infinity (that is blocked_by).
  double added(const Cell& cell) const;

  /// blocked[j] = 1 for every key j that query `cell.query` may not see; cell.key is ignored. blocked has keys_count
  /// entries. The same as blocked_by for each, with the rules over positions worked once.
  void blocked_row(const Cell& cell, std::span<std::uint8_t> blocked) const;

  /// Keys [0, causal_end(i)) are all that query i may see by the causal rule; other parts may block more of them.
  std::size_t causal_end(std::size_t query) const;

  /// Where a query stands among the keys: the key of its own position; below 0 or beyond the last one there is none.
  std::ptrdiff_t position(std::size_t query) const;

  /// "causal (top-left), padding"; "none".
  std::string words() const;

private:
  std::size_t ruled_keys() const { return keys_count - extra; } ///< those that the mask speaks of
  std::size_t causal_end_of_ruled(std::size_t query) const;
};

} // namespace attn
