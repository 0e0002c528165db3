#pragma once
// Which keys a query has to meet: those that its mask leaves it, as a range with or without holes.

#include "kernel/kernel.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace attn {

/// No key outside [first, end) has a weight; `holes`: nor have some within, whose `blocked` is 1.
struct Sight {
  std::size_t first = 0, end = 0;
  bool holes = false;
};

/// Past the last key that is not blocked; 0: there is none. Eight at a time.
inline std::size_t end_of_seen(std::span<const std::uint8_t> blocked) noexcept {
  constexpr std::uint64_t eight_blocked = 0x0101010101010101;
  std::size_t end = blocked.size();
  for (std::uint64_t eight; end >= sizeof eight; end -= sizeof eight) {
    std::memcpy(&eight, &blocked[end - sizeof eight], sizeof eight);
    if (eight != eight_blocked) break;
  }
  while (end > 0 && blocked[end - 1]) --end;
  return end;
}

/// Of T numbers whose sums go by lanes: `first` is a whole number of them, so that no sum changes.
template <class T>
Sight sight_of(std::span<const std::uint8_t> blocked) noexcept {
  const std::size_t end = end_of_seen(blocked);
  if (end == 0) return {};
  const auto* seen = static_cast<const std::uint8_t*>(std::memchr(blocked.data(), 0, end));
  const auto before = static_cast<std::size_t>(seen - blocked.data());
  return {before - before % lanes<T>, end, before % lanes<T> != 0 || std::memchr(seen, 1, end - before)};
}

} // namespace attn
