#pragma once
// The loops of work.h: matrices entry by entry, and products in the kernel's order of summation.

#include "kernel/kernel.h"
#include "matrix/matrix.h"

#include <algorithm>
#include <cstddef>

namespace attn::work {

/// Calls cell(i, j) for every entry of a new matrix.
template <class Cell>
Matrix<double> each(std::size_t rows, std::size_t cols, Cell cell) {
  Matrix<double> made(rows, cols);
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < cols; ++j) made(i, j) = cell(i, j);
  return made;
}

/// Row i of a times column j of b: a chain of fused multiply-adds for each block of depth.
template <class T>
T dot(View a, std::size_t i, View b, std::size_t j) {
  T sum = 0;
  for (std::size_t first = 0; first < a.cols; first += depth_block) {
    T chain = 0;
    for (std::size_t p = first; p < std::min(first + depth_block, a.cols); ++p)
      chain = fused_multiply_add(static_cast<T>(a(i, p)), static_cast<T>(b(p, j)), chain);
    sum += chain;
  }
  return sum;
}

template <class T>
Matrix<double> product(View a, View b) {
  return each(a.rows, b.cols, [&](std::size_t i, std::size_t j) { return dot<T>(a, i, b, j); });
}

} // namespace attn::work
