#include "attention/by_position.h"

#include "attention/project.h"
#include "kernel/angle.h"
#include "kernel/kernel.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace attn {
namespace {

constexpr double minus_infinity = -std::numeric_limits<double>::infinity();

double or_masked(double value) {
  return std::isfinite(value) ? value : minus_infinity;
}

/// Row i of y = x·W + b.
void project_row(View x, std::size_t i, const Projection& projection, Matrix<double>& y, std::size_t to) {
  for (std::size_t j = 0; j < y.cols(); ++j) {
    double sum = 0;
    if (projection.identity) sum = x(i, j);
    if (!projection.identity)
      for (std::size_t p = 0; p < x.cols; ++p) sum += x(i, p) * projection.W(p, j);
    y(to, j) = projection.b.empty() ? sum : sum + projection.b[j];
  }
}

/// Cached rows, then the projected ones, then extra ones.
Matrix<double> rows_of(View x, const Projection& projection, std::size_t cols, const PerSequence<Matrix<double>>& past,
                       std::size_t sequence, View extra = {}) {
  const std::size_t cached = past.given() ? past[sequence].rows() : 0;
  Matrix<double> y(cached + x.rows + extra.rows, cols);
  for (std::size_t i = 0; i < extra.rows; ++i)
    for (std::size_t j = 0; j < cols; ++j) y(cached + x.rows + i, j) = extra(i, j);
  for (std::size_t i = 0; i < cached; ++i)
    for (std::size_t j = 0; j < cols; ++j) y(i, j) = past[sequence](i, j);
  for (std::size_t i = 0; i < x.rows; ++i) project_row(x, i, projection, y, cached + i);
  return y;
}

/// One head's numbers of row i, from column `first` on: (x - mean) / root of the mean square of that + eps, times the
/// factors. The mean is 0 unless it is layer normalisation.
void norm_row(const QkNorm& norm, const std::vector<double>& factors, std::size_t width, std::size_t i,
              std::size_t first, Matrix<double>& x) {
  double mean = 0, squares = 0;
  const auto d = static_cast<double>(width);
  if (norm.kind == QkNorm::Kind::layer)
    for (std::size_t c = 0; c < width; ++c) mean += x(i, first + c) / d;
  for (std::size_t c = 0; c < width; ++c) squares += (x(i, first + c) - mean) * (x(i, first + c) - mean) / d;
  for (std::size_t c = 0; c < width; ++c)
    x(i, first + c) = (x(i, first + c) - mean) / std::sqrt(squares + norm.eps) * (factors.empty() ? 1 : factors[c]);
}

/// One head's numbers of row i: coordinate c meets its partner under the angle position · base^(-2·pair/dims).
void rotate_row(const Rope& rope, const std::vector<DoubleDouble>& frequencies, std::size_t position, std::size_t i,
                std::size_t first, Matrix<double>& x) {
  const std::size_t half = rope.dims / 2;
  std::vector<double> turned(rope.dims);
  for (std::size_t c = 0; c < rope.dims; ++c) {
    const bool is_first = rope.interleaved ? c % 2 == 0 : c < half;
    const std::size_t pair = rope.interleaved ? c / 2 : c % half, apart = rope.interleaved ? 1 : half;
    const auto [cos, sin] = turn(position, frequencies[pair]);
    const double partner = x(i, is_first ? first + c + apart : first + c - apart);
    turned[c] = x(i, first + c) * cos + (is_first ? -partner : partner) * sin;
  }
  std::copy(turned.begin(), turned.end(), &x(i, first));
}

/// Rows from `cached` on, in blocks of d_k columns: change(i, first column, matrix).
template <class Change>
Matrix<double> changed(const Problem& problem, const Matrix<double>& x, std::size_t cached, Change change) {
  Matrix<double> y = x;
  for (std::size_t i = cached; i < y.rows(); ++i)
    for (std::size_t first = 0; first < y.cols(); first += problem.shape.d_k) change(i, first, y);
  return y;
}

/// QK-norm, then rotary positions. Cached keys have been through both.
void place(const Problem& problem, Trace& trace) {
  const std::size_t cached = problem.shape.past, d_k = problem.shape.d_k;
  const Matrix<double>*Q = &trace.Q, *K = &trace.K;
  if (const auto& norm = problem.qk_norm) {
    const auto by = [&](const std::vector<double>& factors) {
      return [&](std::size_t i, std::size_t first, Matrix<double>& x) { norm_row(*norm, factors, d_k, i, first, x); };
    };
    trace.normed_Q = changed(problem, *Q, 0, by(norm->Q));
    trace.normed_K = changed(problem, *K, cached, by(norm->K));
    Q = &trace.normed_Q;
    K = &trace.normed_K;
  }
  if (const auto& rope = problem.rope) {
    std::vector<DoubleDouble> frequencies;
    for (std::size_t pair = 0; pair < rope->dims / 2; ++pair)
      frequencies.push_back(power(rope->base, -2 * static_cast<double>(pair), static_cast<double>(rope->dims)));
    const auto from = [&](std::size_t before) {
      return [&, before](std::size_t i, std::size_t first, Matrix<double>& x) {
        rotate_row(*rope, frequencies, rope->offset + i - before, i, first, x);
      };
    };
    trace.rotated_Q = changed(problem, *Q, 0, from(0));
    trace.rotated_K = changed(problem, *K, cached, from(cached));
  }
}

/// One query of one head: what it makes of every key.
class Query {
public:
  Query(const Problem& problem, std::size_t sequence, std::size_t head, std::size_t query, Trace& trace)
      : problem_(problem), cell_{sequence, head, query, 0}, trace_(trace), steps_(trace.heads[head]) {}

  void attend() {
    if (problem_.start == Start::weights) {
      for (std::size_t j = 0; j < keys(); ++j)
        steps_.weights(i(), j) = problem_.weights[cell_.sequence](cell_.head * problem_.shape.n + i(), j);
    } else {
      for (std::size_t j = 0; j < keys(); ++j) score(j);
      softmax();
    }
    if (problem_.has_values()) weigh_values();
  }

private:
  std::size_t i() const { return cell_.query; }
  std::size_t keys() const { return problem_.shape.keys(); }
  Cell at(std::size_t j) const { return {cell_.sequence, cell_.head, cell_.query, j}; }
  bool sees(std::size_t j) const { return !problem_.mask.blocked_by(at(j)); }

  double dot(std::size_t j) const {
    const Shape& shape = problem_.shape;
    if (problem_.start == Start::scores) return problem_.scores[cell_.sequence](cell_.head * shape.n + i(), j);
    const Matrix<double>& Q = problem_.rope ? trace_.rotated_Q : problem_.qk_norm ? trace_.normed_Q : trace_.Q;
    const Matrix<double>& K = problem_.rope ? trace_.rotated_K : problem_.qk_norm ? trace_.normed_K : trace_.K;
    double sum = 0;
    for (std::size_t c = 0; c < shape.d_k; ++c)
      sum += Q(i(), cell_.head * shape.d_k + c) * K(j, shape.kv_head(cell_.head) * shape.d_k + c);
    return sum;
  }

  /// Query · key, scaled, capped, added to and masked: s, with every value on the way.
  void score(std::size_t j) {
    const double raw = dot(j);
    double s = raw * problem_.scale;
    steps_.scores(i(), j) = or_masked(raw);
    steps_.scaled_scores(i(), j) = std::isfinite(raw) ? or_masked(s) : minus_infinity;
    if (problem_.softcap) {
      const bool finite = std::isfinite(steps_.scaled_scores(i(), j));
      s = *problem_.softcap * hyperbolic_tangent(s / *problem_.softcap);
      steps_.capped_scores(i(), j) = finite ? s : minus_infinity;
    }
    if (!problem_.alibi.empty()) {
      const bool finite = std::isfinite(steps_.scaled_scores(i(), j));
      s -= problem_.alibi[cell_.head] * problem_.distance(i(), j);
      steps_.alibi_scores(i(), j) = finite ? or_masked(s) : minus_infinity;
    }
    if (problem_.mask.given()) steps_.masked_scores(i(), j) = sees(j) ? s + problem_.mask.added(at(j)) : minus_infinity;
  }

  double final_score(std::size_t j) const {
    if (problem_.mask.given()) return steps_.masked_scores(i(), j);
    if (!problem_.alibi.empty()) return steps_.alibi_scores(i(), j);
    return problem_.softcap ? steps_.capped_scores(i(), j) : steps_.scaled_scores(i(), j);
  }

  /// e^(s - max) / sum over the keys that it may see, and over the sink, which is one score more.
  void softmax() {
    double max = minus_infinity, sum = 0;
    for (std::size_t j = 0; j < keys(); ++j)
      if (sees(j)) max = std::max(max, final_score(j));
    if (max == minus_infinity) return see_nothing();
    const bool has_sink = !problem_.sinks.empty();
    const double sink = has_sink ? problem_.sinks[cell_.head] : minus_infinity;
    max = std::max(max, sink);
    for (std::size_t j = 0; j < keys(); ++j)
      if (sees(j)) sum += steps_.exponentials(i(), j) = exponential(final_score(j) - max);
    if (has_sink) sum += exponential(sink - max);
    for (std::size_t j = 0; j < keys(); ++j)
      if (sees(j)) steps_.weights(i(), j) = steps_.exponentials(i(), j) / sum;
    steps_.row_sum(i(), 0) = sum;
  }

  /// No key may be seen: weights stay 0, or are the softmax of equal scores.
  void see_nothing() {
    trace_.blind.push_back(cell_.head * problem_.shape.n + i());
    if (problem_.masked_row == MaskedRow::zero) return;
    steps_.row_sum(i(), 0) = static_cast<double>(keys());
    for (std::size_t j = 0; j < keys(); ++j) {
      steps_.exponentials(i(), j) = 1;
      steps_.weights(i(), j) = 1 / static_cast<double>(keys());
    }
  }

  void weigh_values() {
    const Shape& shape = problem_.shape;
    for (std::size_t c = 0; c < shape.d_v; ++c) {
      double sum = 0;
      for (std::size_t j = 0; j < keys(); ++j)
        if (const double weight = steps_.weights(i(), j); weight != 0)
          sum += weight * trace_.V(j, shape.kv_head(cell_.head) * shape.d_v + c);
      trace_.concat(i(), cell_.head * shape.d_v + c) = sum;
    }
  }

  const Problem& problem_;
  const Cell cell_;
  Trace& trace_;
  HeadTrace& steps_;
};

HeadTrace room_for(const Problem& problem) {
  const std::size_t n = problem.shape.n, keys = problem.shape.keys();
  HeadTrace steps;
  steps.weights = Matrix<double>(n, keys);
  if (problem.start == Start::weights) return steps;
  steps.scores = steps.scaled_scores = steps.exponentials = Matrix<double>(n, keys);
  steps.row_sum = Matrix<double>(n, 1);
  if (problem.softcap) steps.capped_scores = Matrix<double>(n, keys);
  if (!problem.alibi.empty()) steps.alibi_scores = Matrix<double>(n, keys);
  if (problem.mask.given()) steps.masked_scores = Matrix<double>(n, keys);
  return steps;
}

} // namespace

Trace by_position(const Problem& problem, std::size_t sequence) {
  const Shape& shape = problem.shape;
  Trace trace;
  if (has_queries(problem)) {
    trace.Q = rows_of(query_source(problem, sequence), problem.project_Q, shape.heads * shape.d_k, {}, sequence);
    trace.K = rows_of(key_source(problem, sequence), problem.project_K, shape.kv_heads * shape.d_k, problem.past_K,
                      sequence, problem.extra_K);
    place(problem, trace);
  }
  if (problem.has_values()) {
    trace.V = rows_of(value_source(problem, sequence), problem.project_V, shape.kv_heads * shape.d_v, problem.past_V,
                      sequence, problem.extra_V);
    trace.concat = Matrix<double>(shape.n, shape.heads * shape.d_v);
    trace.output = Matrix<double>(shape.n, shape.d_out);
  }
  trace.heads.assign(shape.heads, room_for(problem));
  for (std::size_t h = 0; h < shape.heads; ++h)
    for (std::size_t i = 0; i < shape.n; ++i) Query(problem, sequence, h, i, trace).attend();
  if (problem.has_values())
    for (std::size_t i = 0; i < shape.n; ++i) project_row(trace.concat, i, problem.project_O, trace.output, i);
  return trace;
}

} // namespace attn
