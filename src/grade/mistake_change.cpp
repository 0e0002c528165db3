#include "grade/mistake_change.h"

#include "attention/project.h"

#include <cmath>
#include <utility>

namespace attn::change {
namespace {

bool has_scores(const Problem& problem) {
  return problem.start != Start::weights;
}

/// Whether the scale is the one that comes by itself: only then can it be a wrong choice of root or width.
bool has_default_scale(const Problem& problem) {
  const auto d_k = static_cast<double>(problem.shape.d_k);
  return has_scores(problem) && d_k != 0 && problem.scale == 1 / std::sqrt(d_k);
}

bool set_scale(Problem& problem, double scale) {
  return has_scores(problem) && std::exchange(problem.scale, scale) != scale;
}

/// The whole matrix if it is square, else each head's own columns if those are.
bool transpose(Projection& projection, std::size_t heads) {
  Matrix<double>& W = projection.W;
  if (projection.identity) return false;
  if (W.rows() == W.cols()) {
    W = copy(W.view().transposed());
    return true;
  }
  if (W.cols() != W.rows() * heads) return false;
  Matrix<double> made(W.rows(), W.cols());
  for (std::size_t i = 0; i < W.rows(); ++i)
    for (std::size_t j = 0; j < W.cols(); ++j) made(i, j) = W(j % W.rows(), j / W.rows() * W.rows() + i);
  W = std::move(made);
  return true;
}

bool leave_out(std::vector<double>& bias) {
  return !std::exchange(bias, {}).empty();
}

bool swap_given(PerSequence<Matrix<double>>& a, PerSequence<Matrix<double>>& b) {
  std::swap(a, b);
  return true;
}

} // namespace

bool no_scale(Problem& problem) {
  return set_scale(problem, 1);
}

bool scale_by_d_k(Problem& problem) {
  return has_default_scale(problem) && set_scale(problem, 1 / static_cast<double>(problem.shape.d_k));
}

bool scale_by_d_model(Problem& problem) {
  return problem.start == Start::X && has_default_scale(problem) &&
         set_scale(problem, 1 / std::sqrt(static_cast<double>(problem.shape.d_model)));
}

bool scale_twofold(Problem& problem) {
  return set_scale(problem, 2 * problem.scale);
}

bool scores_negated(Problem& problem) {
  return set_scale(problem, -problem.scale);
}

bool softcap_left_out(Problem& problem) {
  return has_scores(problem) && std::exchange(problem.softcap, std::nullopt).has_value();
}

bool qk_norm_left_out(Problem& problem) {
  return std::exchange(problem.qk_norm, std::nullopt).has_value();
}

bool rope_left_out(Problem& problem) {
  return std::exchange(problem.rope, std::nullopt).has_value();
}

bool rope_other_pairs(Problem& problem) {
  if (problem.rope) problem.rope->interleaved = !problem.rope->interleaved;
  return problem.rope && problem.rope->dims > 2;
}

bool rope_from_zero(Problem& problem) {
  return problem.rope && std::exchange(problem.rope->offset, 0) != 0;
}

bool alibi_left_out(Problem& problem) {
  return !std::exchange(problem.alibi, {}).empty();
}

bool sinks_left_out(Problem& problem) {
  return !std::exchange(problem.sinks, {}).empty();
}

/// Cached keys stay what they are, so with a past there is no such swap.
bool queries_and_keys_swapped(Problem& problem) {
  const Shape& shape = problem.shape;
  if (!has_queries(problem) || shape.heads != shape.kv_heads || shape.past != 0) return false;
  if (problem.start == Start::X && shape.d_model != key_source(problem, 0).cols()) return false;
  if (problem.start == Start::QKV && (shape.n != shape.m || !swap_given(problem.Q, problem.K))) return false;
  std::swap(problem.project_Q, problem.project_K);
  return true;
}

bool keys_and_values_swapped(Problem& problem) {
  const Shape& shape = problem.shape;
  if (!has_queries(problem) || !problem.has_values() || shape.d_k != shape.d_v) return false;
  if (problem.start == Start::X && problem.context_V.given()) return false;
  if (problem.start == Start::QKV) std::swap(problem.K, problem.V);
  std::swap(problem.past_K, problem.past_V);
  std::swap(problem.extra_K, problem.extra_V);
  std::swap(problem.project_K, problem.project_V);
  return true;
}

bool W_Q_transposed(Problem& problem) {
  return transpose(problem.project_Q, problem.shape.heads);
}
bool W_K_transposed(Problem& problem) {
  return transpose(problem.project_K, problem.shape.kv_heads);
}
bool W_V_transposed(Problem& problem) {
  return transpose(problem.project_V, problem.shape.kv_heads);
}
bool all_transposed(Problem& problem) {
  return W_Q_transposed(problem) && W_K_transposed(problem) && W_V_transposed(problem);
}

/// The rows themselves are the values. Where that changes their width, nothing may be projected after it.
bool values_not_projected(Problem& problem) {
  Projection& projection = problem.project_V;
  if (problem.start != Start::X || projection.identity) return false;
  const std::size_t width = projection.W.rows(), heads = problem.shape.kv_heads;
  if (width != projection.W.cols() &&
      (width % heads != 0 || !problem.project_O.identity || problem.past_V.given() || !problem.extra_V.empty()))
    return false;
  problem.shape.d_v = width / heads;
  projection = Projection{};
  return true;
}

bool b_Q_left_out(Problem& problem) {
  return leave_out(problem.project_Q.b);
}
bool b_K_left_out(Problem& problem) {
  return leave_out(problem.project_K.b);
}
bool b_V_left_out(Problem& problem) {
  return leave_out(problem.project_V.b);
}
bool b_O_left_out(Problem& problem) {
  return leave_out(problem.project_O.b);
}

/// With only one bias that one has a row of its own.
bool all_biases_left_out(Problem& problem) {
  return b_Q_left_out(problem) + b_K_left_out(problem) + b_V_left_out(problem) + b_O_left_out(problem) > 1;
}

bool W_O_left_out(Problem& problem) {
  const bool had = problem.has_values() && !problem.project_O.identity;
  problem.project_O = Projection{};
  return had;
}

bool W_O_left_out_bias_kept(Problem& problem) {
  const std::vector<double> bias = problem.project_O.b;
  if (bias.size() != problem.shape.heads * problem.shape.d_v || !W_O_left_out(problem)) return false;
  problem.project_O.b = bias;
  return true;
}

bool W_O_transposed(Problem& problem) {
  return problem.has_values() && transpose(problem.project_O, 1);
}

} // namespace attn::change
