#include "attention/rotary.h"

#include "matrix/dtype.h"

#include <vector>

namespace attn {

RopePair pair_of(const Rope& rope, std::size_t pair) {
  return rope.interleaved ? RopePair{2 * pair, 2 * pair + 1} : RopePair{pair, pair + rope.dims / 2};
}

std::size_t pair_with(const Rope& rope, std::size_t coordinate) {
  if (coordinate >= rope.dims) return rope.dims / 2;
  return rope.interleaved ? coordinate / 2 : coordinate % (rope.dims / 2);
}

DoubleDouble frequency(const Rope& rope, std::size_t pair) {
  return power(rope.base, -2 * static_cast<double>(pair), static_cast<double>(rope.dims));
}

Turns::Turns(const Rope& rope, std::size_t positions, Dtype dtype)
    : rope_(rope), cos_(positions, rope.dims / 2), sin_(positions, rope.dims / 2) {
  for (std::size_t pair = 0; pair < rope.dims / 2; ++pair) {
    const DoubleDouble step = frequency(rope, pair);
    for (std::size_t row = 0; row < positions; ++row) {
      const Turn turn = attn::turn(rope.offset + row, step);
      cos_(row, pair) = round_to(dtype, turn.cos);
      sin_(row, pair) = round_to(dtype, turn.sin);
    }
  }
}

template <class T>
void Turns::turn(std::size_t row, T* numbers) const noexcept {
  for (std::size_t pair = 0; pair < rope_.dims / 2; ++pair) {
    const T cos = static_cast<T>(cos_(row, pair)), sin = static_cast<T>(sin_(row, pair));
    const auto [first, second] = pair_of(rope_, pair);
    const T x = numbers[first], y = numbers[second];
    numbers[first] = x * cos - y * sin;
    numbers[second] = y * cos + x * sin;
  }
}

template void Turns::turn(std::size_t, float*) const noexcept;
template void Turns::turn(std::size_t, double*) const noexcept;

} // namespace attn
