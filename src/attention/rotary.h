#pragma once
// Rotary positions: the coordinates of a query or key go in pairs, and each pair is turned by an angle that grows with
// the position. What problem.h says of Rope is worked here, for solve() and the table of stages alike.

#include "kernel/angle.h"
#include "matrix/matrix.h"
#include "problem/problem.h"

#include <cstddef>
#include <utility>

namespace attn {

/// The two coordinates of a pair.
struct RopePair {
  std::size_t first, second;
};
RopePair pair_of(const Rope& rope, std::size_t pair);

/// The pair that a coordinate is in; dims/2: it is in none.
std::size_t pair_with(const Rope& rope, std::size_t coordinate);

/// base^(-2·pair/dims): the angle from one position to the next.
DoubleDouble frequency(const Rope& rope, std::size_t pair);

/// Cosine and sine of every angle, worked in double and rounded to the dtype: a row for each position from `offset` on,
/// a column for each pair.
class Turns {
public:
  Turns(const Rope& rope, std::size_t positions, Dtype dtype);

  /// Turns the pairs of d_k numbers of the position that is offset + `row`: (x, y) becomes (x·cos - y·sin,
  /// y·cos + x·sin), each product and sum rounded to T.
  template <class T>
  void turn(std::size_t row, T* numbers) const noexcept;

  Turn of(std::size_t row, std::size_t pair) const { return {cos_(row, pair), sin_(row, pair)}; }

private:
  Rope rope_;
  Matrix<double> cos_, sin_;
};

} // namespace attn
