// The numbers of a draft that has no faults, in the one form of a Problem.

#include "matrix/dtype.h"
#include "problem/resolve/draft.h"

#include <utility>
#include <vector>

namespace attn::resolving {
namespace {

Projection projection(const Draft& draft, const Given& W, const Given& b, Join join) {
  Projection projection;
  projection.identity = !W.numbers;
  if (W.numbers) projection.W = joined(W, 0, join, draft.layout == Layout::out_in);
  if (b.numbers) projection.b.assign(b.numbers->values.begin(), b.numbers->values.end());
  return projection;
}

Shape shape(const Draft& draft) {
  Shape shape;
  shape.sequences = draft.sequences.count;
  shape.n = draft.n.count;
  shape.m = draft.m.count;
  shape.past = draft.past.count;
  shape.extra = draft.extra.count;
  shape.d_model = draft.in.X.count(Axis::cols);
  shape.heads = draft.heads.count;
  shape.kv_heads = draft.kv_heads.count;
  shape.d_k = draft.d_k.count;
  shape.d_v = draft.d_v.count;
  shape.d_out = draft.d_out.count;
  return shape;
}

void round_to(Dtype dtype, PerSequence<Matrix<double>>& matrices) {
  std::vector<Matrix<double>> rounded = matrices.entries();
  for (Matrix<double>& matrix : rounded) attn::round_to(dtype, matrix);
  matrices = PerSequence<Matrix<double>>(std::move(rounded));
}

void round_to(Dtype dtype, std::vector<double>& numbers) {
  for (double& number : numbers) number = attn::round_to(dtype, number);
}

/// Half precision begins with its numbers as it has them.
void round_numbers(Problem& problem) {
  const Dtype dtype = problem.dtype;
  for (auto* matrices : {&problem.X, &problem.context, &problem.context_V, &problem.Q, &problem.K, &problem.V,
                         &problem.past_K, &problem.past_V, &problem.scores, &problem.weights})
    round_to(dtype, *matrices);
  for (Projection* each : {&problem.project_Q, &problem.project_K, &problem.project_V, &problem.project_O}) {
    attn::round_to(dtype, each->W);
    round_to(dtype, each->b);
  }
  if (problem.qk_norm) round_to(dtype, problem.qk_norm->Q);
  if (problem.qk_norm) round_to(dtype, problem.qk_norm->K);
  round_to(dtype, problem.sinks);
  round_to(dtype, problem.mask.add.values);
}

} // namespace

void fill_numbers(Draft& draft) {
  const Inputs& in = draft.in;
  Problem& problem = draft.problem;
  problem.shape = shape(draft);
  problem.X = all_joined(in.X, Join::by_columns);
  problem.context = all_joined(in.context, Join::by_columns);
  problem.context_V = all_joined(in.context_V, Join::by_columns);
  problem.Q = all_joined(in.Q, Join::by_columns);
  problem.K = all_joined(in.K, Join::by_columns);
  problem.V = all_joined(in.V, Join::by_columns);
  problem.past_K = all_joined(in.past_K, Join::by_columns);
  problem.past_V = all_joined(in.past_V, Join::by_columns);
  if (in.extra_K.numbers) problem.extra_K = joined(in.extra_K, 0, Join::by_columns, false);
  if (in.extra_V.numbers) problem.extra_V = joined(in.extra_V, 0, Join::by_columns, false);
  problem.scores = all_joined(in.scores, Join::by_rows);
  problem.weights = all_joined(in.weights, Join::by_rows);
  problem.project_Q = projection(draft, in.W_Q, in.b_Q, Join::by_columns);
  problem.project_K = projection(draft, in.W_K, in.b_K, Join::by_columns);
  problem.project_V = projection(draft, in.W_V, in.b_V, Join::by_columns);
  problem.project_O = projection(draft, in.W_O, in.b_O, Join::by_rows);
  if (is_half(problem.dtype)) round_numbers(problem);
}

} // namespace attn::resolving
