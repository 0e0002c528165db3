#pragma once
// Which keys a query has to meet: those that its mask leaves it, as a range with or without holes.

#include "kernel/kernel.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace attn {

/// No key outside [first, end) has a weight; `holes`: nor have some within, whose `blocked` is 1.
struct Sight {
  std::size_t first = 0, end = 0;
  bool holes = false;
};

/// Of T numbers whose sums go by lanes: `first` is a whole number of them, so that no sum changes.
template <class T>
Sight sight_of(std::span<const std::uint8_t> blocked) noexcept {
  const auto seen = [](std::uint8_t b) { return b == 0; };
  const auto first = std::find_if(blocked.begin(), blocked.end(), seen);
  if (first == blocked.end()) return {};
  const auto end = std::find_if(blocked.rbegin(), blocked.rend(), seen).base();
  const auto before = static_cast<std::size_t>(first - blocked.begin());
  return {before - before % lanes<T>, static_cast<std::size_t>(end - blocked.begin()),
          before % lanes<T> != 0 || !std::all_of(first, end, seen)};
}

} // namespace attn
