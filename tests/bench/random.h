#pragma once
// What the benchmarks work on: random numbers, and attention whose queries, keys and values are given.

#include "attention/solve.h"
#include "matrix/matrix.h"

#include <cstddef>
#include <random>

namespace attn::bench {

template <class T>
Matrix<T> random_matrix(std::size_t rows, std::size_t cols, unsigned seed) {
  std::mt19937 engine(seed);
  std::normal_distribution<T> normal;
  Matrix<T> made(rows, cols);
  for (std::size_t i = 0; i < made.size(); ++i) made.data()[i] = normal(engine);
  return made;
}

/// n queries and keys, heads of width 64, nothing projected.
inline Problem attention_of(std::size_t n, std::size_t heads, Dtype dtype) {
  constexpr std::size_t d = 64;
  const auto given = [&](unsigned seed) {
    return PerSequence<Matrix<double>>({random_matrix<double>(n, heads * d, seed)});
  };
  Problem problem;
  problem.dtype = dtype;
  problem.start = Start::QKV;
  problem.shape = {1, n, n, 0, 0, heads, heads, d, d, heads * d};
  problem.Q = given(1);
  problem.K = given(2);
  problem.V = given(3);
  problem.scale = 0.125; // 1 / sqrt(64)
  return problem;
}

} // namespace attn::bench
