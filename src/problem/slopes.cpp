#include "problem/slopes.h"

#include "kernel/angle.h"

#include <bit>

namespace attn {

std::vector<double> alibi_slopes(std::size_t heads) {
  const std::size_t n = std::bit_floor(heads);
  const auto slope = [](std::size_t eighths, std::size_t of) {
    return power(2, -8 * static_cast<double>(eighths), static_cast<double>(of)).high;
  };
  std::vector<double> slopes;
  for (std::size_t h = 0; h < heads; ++h) slopes.push_back(h < n ? slope(h + 1, n) : slope(2 * (h - n) + 1, 2 * n));
  return slopes;
}

} // namespace attn
