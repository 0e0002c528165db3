#pragma once
// Problems and traces made by hand, small enough to read. The numbers are of no matter here: what is told about them
// is.

#include "attention/trace.h"
#include "problem/problem.h"
#include "report/report.h"
#include "report/results.h"

#include <string>
#include <vector>

namespace attn {

inline Projection identity() {
  return {};
}
inline Projection weights(std::size_t in, std::size_t out, std::vector<double> bias = {}) {
  return {false, Matrix<double>(in, out), std::move(bias)};
}

template <class V>
PerSequence<V> shared(V value) {
  return PerSequence<V>(std::vector<V>{std::move(value)});
}

/// Three positions of width 4, two heads, all weights the identity.
inline Problem two_heads() {
  Problem problem;
  problem.shape = {1, 3, 3, 0, 4, 2, 2, 2, 2, 4};
  problem.X = shared(Matrix<double>(3, 4));
  problem.scale = 0.5;
  problem.mask.queries_count = problem.mask.keys_count = 3;
  return problem;
}

/// Two queries of width 2 to three keys given directly, one head, values of width 1.
inline Problem given_directly() {
  Problem problem;
  problem.start = Start::QKV;
  problem.shape = {1, 2, 3, 0, 0, 1, 1, 2, 1, 1};
  problem.Q = shared(Matrix<double>(2, 2));
  problem.K = shared(Matrix<double>(3, 2));
  problem.V = shared(Matrix<double>(3, 1));
  problem.mask.queries_count = 2;
  problem.mask.keys_count = 3;
  return problem;
}

/// A trace that kept every step; all numbers are 0.
inline Trace trace_of(const Problem& problem) {
  const Shape& s = problem.shape;
  Trace trace;
  trace.Q = Matrix<double>(s.n, s.heads * s.d_k);
  trace.K = Matrix<double>(s.keys(), s.kv_heads * s.d_k);
  trace.V = Matrix<double>(s.keys(), s.kv_heads * s.d_v);
  for (std::size_t head = 0; head < s.heads; ++head) {
    HeadTrace& of_head = trace.heads.emplace_back();
    for (Matrix<double>* step : {&of_head.scores, &of_head.scaled_scores, &of_head.capped_scores,
                                 &of_head.masked_scores, &of_head.exponentials, &of_head.weights})
      *step = Matrix<double>(s.n, s.keys());
    of_head.row_sum = Matrix<double>(s.n, 1);
  }
  trace.concat = Matrix<double>(s.n, s.heads * s.d_v);
  trace.output = Matrix<double>(s.n, s.d_out);
  return trace;
}

} // namespace attn
