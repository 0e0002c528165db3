#pragma once
// Work cut into parts that differ by one at most, so that none is a small remainder.

#include <algorithm>
#include <cstddef>

namespace attn {

/// So many things from `first` on.
struct Share {
  std::size_t first, count;
};

/// How many parts of at most `most` things there are in `count`.
constexpr std::size_t parts_of(std::size_t count, std::size_t most) {
  return (count + most - 1) / most;
}

/// `count` things in so many parts, the larger ones first. Divides once, so that the parts of a small product cost
/// nothing.
class EvenParts {
public:
  constexpr EvenParts(std::size_t count, std::size_t parts)
      : parts_(parts), least_(count / std::max<std::size_t>(parts, 1)), larger_(count - least_ * parts) {}

  constexpr std::size_t size() const { return parts_; }
  constexpr Share operator[](std::size_t number) const {
    return {number * least_ + std::min(number, larger_), least_ + (number < larger_ ? 1 : 0)};
  }

private:
  std::size_t parts_, least_, larger_; ///< so many parts have one thing more than the least
};

} // namespace attn
