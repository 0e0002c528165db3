#include "attention/one_head.h"

#include <utility>

namespace attn {
namespace {

/// One of `count` equal column blocks of a matrix for each sequence.
PerSequence<Matrix<double>> columns(const PerSequence<Matrix<double>>& matrices, std::size_t block, std::size_t width) {
  std::vector<Matrix<double>> made;
  for (const Matrix<double>& matrix : matrices.entries())
    made.push_back(copy(matrix.view().col_range(block * width, width)));
  return PerSequence<Matrix<double>>(std::move(made));
}

/// The head's own rows of scores or weights.
PerSequence<Matrix<double>> rows(const PerSequence<Matrix<double>>& matrices, std::size_t head, std::size_t n) {
  std::vector<Matrix<double>> made;
  for (const Matrix<double>& matrix : matrices.entries()) made.push_back(copy(matrix.view().row_range(head * n, n)));
  return PerSequence<Matrix<double>>(std::move(made));
}

/// `width` columns of W and b from block `block` on, from an input of `in` columns. The identity becomes the columns
/// of a matrix of ones on the diagonal.
Projection columns(const Projection& projection, std::size_t in, std::size_t block, std::size_t width) {
  const std::size_t first = block * width;
  Projection made{false, Matrix<double>(in, width), {}};
  for (std::size_t p = 0; p < in; ++p)
    for (std::size_t j = 0; j < width; ++j)
      made.W(p, j) = projection.identity ? (p == first + j ? 1 : 0) : projection.W(p, first + j);
  if (!projection.b.empty()) {
    const auto from = projection.b.begin() + static_cast<std::ptrdiff_t>(first);
    made.b.assign(from, from + static_cast<std::ptrdiff_t>(width));
  }
  return made;
}

/// The bias alone, where Q, K and V are given.
Projection bias_columns(const Projection& projection, std::size_t block, std::size_t width) {
  Projection made = columns(projection, 0, block, width);
  made.identity = true;
  made.W = {};
  return made;
}

Projection own_rows(const Projection& projection, std::size_t head, std::size_t d_v, std::size_t d_out) {
  Projection made{false, Matrix<double>(d_v, d_out), {}};
  for (std::size_t p = 0; p < d_v; ++p)
    for (std::size_t j = 0; j < d_out; ++j)
      made.W(p, j) = projection.identity ? (head * d_v + p == j ? 1 : 0) : projection.W(head * d_v + p, j);
  return made;
}

/// The head's slice of a grid that has one for each head.
template <class V>
void slice(Grid<V>& grid, std::size_t head) {
  if (!grid.given() || grid.shape[1] == 1) return;
  Grid<V> made{{grid.shape[0], 1, grid.shape[2], grid.shape[3]}, {}};
  for (std::size_t b = 0; b < made.shape[0]; ++b)
    for (std::size_t i = 0; i < made.shape[2]; ++i)
      for (std::size_t j = 0; j < made.shape[3]; ++j) made.values.push_back(grid(b, head, i, j));
  grid = std::move(made);
}

std::size_t width_of(const PerSequence<Matrix<double>>& matrices) {
  return matrices[0].cols();
}

void project_own_columns(const Problem& problem, std::size_t head, Problem& own) {
  const Shape& s = problem.shape;
  const std::size_t kv = s.kv_head(head);
  if (problem.start == Start::X) {
    const auto& keys = problem.context.given() ? problem.context : problem.X;
    const auto& values = problem.context_V.given() ? problem.context_V : keys;
    own.project_Q = columns(problem.project_Q, s.d_model, head, s.d_k);
    own.project_K = columns(problem.project_K, width_of(keys), kv, s.d_k);
    if (problem.has_values()) own.project_V = columns(problem.project_V, width_of(values), kv, s.d_v);
    return;
  }
  if (problem.start == Start::QKV) {
    own.Q = columns(problem.Q, head, s.d_k);
    own.K = columns(problem.K, kv, s.d_k);
    own.project_Q = bias_columns(problem.project_Q, head, s.d_k);
    own.project_K = bias_columns(problem.project_K, kv, s.d_k);
  }
  if (problem.has_values()) {
    own.V = columns(problem.V, kv, s.d_v);
    own.project_V = bias_columns(problem.project_V, kv, s.d_v);
  }
}

} // namespace

Problem one_head(const Problem& problem, std::size_t head) {
  const Shape& s = problem.shape;
  Problem own = problem;
  own.shape.heads = own.shape.kv_heads = 1;
  project_own_columns(problem, head, own);
  if (problem.past_K.given()) own.past_K = columns(problem.past_K, s.kv_head(head), s.d_k);
  if (problem.past_V.given()) own.past_V = columns(problem.past_V, s.kv_head(head), s.d_v);
  if (s.extra != 0) own.extra_K = copy(problem.extra_K.view().col_range(s.kv_head(head) * s.d_k, s.d_k));
  if (!problem.extra_V.empty()) own.extra_V = copy(problem.extra_V.view().col_range(s.kv_head(head) * s.d_v, s.d_v));
  if (problem.scores.given()) own.scores = rows(problem.scores, head, s.n);
  if (problem.weights.given()) own.weights = rows(problem.weights, head, s.n);
  if (problem.has_values()) own.project_O = own_rows(problem.project_O, head, s.d_v, s.d_out);
  if (!problem.alibi.empty()) own.alibi = {problem.alibi[head]};
  if (!problem.sinks.empty()) own.sinks = {problem.sinks[head]};
  slice(own.mask.keep, head);
  slice(own.mask.block, head);
  slice(own.mask.add, head);
  return own;
}

} // namespace attn
