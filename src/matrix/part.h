#pragma once
// Work cut into parts that differ by one at most, so that none is a small remainder.

#include <cstddef>

namespace attn {

/// So many things from `first` on.
struct Slice {
  std::size_t first, count;
};

/// How many parts of at most `most` things there are in `count`.
constexpr std::size_t parts_of(std::size_t count, std::size_t most) {
  return (count + most - 1) / most;
}

/// Part `number` of `parts` even ones of `count` things.
constexpr Slice part_of(std::size_t count, std::size_t parts, std::size_t number) {
  const std::size_t first = count * number / parts;
  return {first, count * (number + 1) / parts - first};
}

} // namespace attn
