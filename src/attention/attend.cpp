// The chain of steps.

#include "attention/row_block.h"

#include <algorithm>

namespace attn {

std::size_t block_rows(std::size_t keys) {
  constexpr std::size_t whole_tiles = 48; // of every kernel
  return whole_tiles * std::clamp<std::size_t>(keys / 128 / whole_tiles, 1, 7);
}

template <class T>
std::optional<Fault> attend(const Head<T>& head, Rows rows, Scratch<T>& scratch) noexcept {
  RowBlock<T> block(head, rows, scratch);
  if (head.problem.start == Start::weights) {
    block.load_weights();
  } else {
    block.score();
    block.softmax();
  }
  if (head.values) block.weigh_values();
  return block.fault();
}

template std::optional<Fault> attend(const Head<float>&, Rows, Scratch<float>&) noexcept;
template std::optional<Fault> attend(const Head<double>&, Rows, Scratch<double>&) noexcept;

} // namespace attn
