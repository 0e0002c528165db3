// Both ways are counted at once: the plain sums are worked in double, which is never coarser than the dtype, so twice
// the roundings of the dtype cover them.

#include "attention/rounding.h"

#include "attention/loop.h"
#include "attention/project.h"
#include "attention/stage.h"
#include "kernel/kernel.h"

#include <algorithm>
#include <cmath>

namespace attn {
namespace {

using work::each;

/// e^r - 1 for an error r of an exponent, from above.
double relative(double r) {
  return r < 1 ? r + r * r : exponential(r);
}

/// An error of what lies between 0 and 1.
double at_most_one(double error) {
  return error < 1 ? error : 1;
}

/// What reading a number in the dtype takes off it.
double lost_at_reading(Dtype dtype, double value) {
  return dtype == Dtype::float32 && std::isfinite(value) ? std::fabs(value - static_cast<float>(value)) : 0;
}

/// The identity rounds nothing but what it reads, and the sum with a bias.
double identity_entry(Dtype dtype, View x, View x_bounds, const Projection& projection, std::size_t i, std::size_t j) {
  const double brought = x_bounds.empty() ? lost_at_reading(dtype, x(i, j)) : x_bounds(i, j);
  if (projection.b.empty()) return brought;
  const double b = projection.b[j];
  return brought + lost_at_reading(dtype, b) + 2 * half_unit(dtype) * (std::fabs(x(i, j)) + std::fabs(b) + brought);
}

/// Of y = x·W + b (error of x: `x_bounds`, none if empty) at (i, j): roundings of x, W, b and of every sum.
double projected_entry(Dtype dtype, View x, View x_bounds, const Projection& projection, std::size_t i, std::size_t j) {
  if (projection.identity) return identity_entry(dtype, x, x_bounds, projection, i, j);
  double total = projection.b.empty() ? 0 : std::fabs(projection.b[j]), brought = 0;
  for (std::size_t p = 0; p < x.cols; ++p) {
    const double w = std::fabs(projection.W(p, j));
    total += std::fabs(x(i, p)) * w;
    if (!x_bounds.empty()) brought += x_bounds(i, p) * w;
  }
  const auto terms = static_cast<double>(x.cols);
  return brought + 2 * (terms + 4) * half_unit(dtype) * total + 2 * terms * least(dtype);
}

class Bounds {
public:
  Bounds(const Problem& problem, std::size_t sequence, const Trace& values)
      : problem_(problem), sequence_(sequence), values_(values), u_(2 * half_unit(problem.dtype)),
        least_(2 * least(problem.dtype)) {}

  Trace make() {
    if (has_queries(problem_)) {
      bounds_.Q = projected(query_source(problem_, sequence_), problem_.project_Q, {}, values_.Q);
      bounds_.K = projected(key_source(problem_, sequence_), problem_.project_K, problem_.past_K, values_.K);
    }
    if (problem_.has_values())
      bounds_.V = projected(value_source(problem_, sequence_), problem_.project_V, problem_.past_V, values_.V);
    if (problem_.has_values()) bounds_.concat = Matrix<double>(values_.concat.rows(), values_.concat.cols());
    for (std::size_t h = 0; h < problem_.shape.heads; ++h) add_head(h);
    if (problem_.has_values()) bounds_.output = output();
    return std::move(bounds_);
  }

private:
  double roundings(std::size_t count) const { return static_cast<double>(count) * u_; }
  double lost(double value) const { return lost_at_reading(problem_.dtype, value); }
  double own(double value) const { return std::isfinite(value) ? u_ * std::fabs(value) + least(problem_.dtype) : 0; }

  /// Cached and extra rows are rounded to the dtype, new ones projected.
  Matrix<double> projected(View x, const Projection& projection, const PerSequence<Matrix<double>>& past,
                           View y) const {
    const std::size_t cached = past.given() ? past[sequence_].rows() : 0;
    return each(y.rows, y.cols, [&](std::size_t i, std::size_t j) {
      const bool is_fixed = i < cached || i >= cached + x.rows;
      return is_fixed ? lost(y(i, j)) : projected_entry(problem_.dtype, x, {}, projection, i - cached, j);
    });
  }

  Matrix<double> output() const {
    return each(values_.output.rows(), values_.output.cols(), [&](std::size_t i, std::size_t j) {
      return projected_entry(problem_.dtype, values_.concat, bounds_.concat, problem_.project_O, i, j);
    });
  }

  View of(Step step, const Trace& trace, std::size_t h) const { return stage(step).pick(trace, problem_.shape, h); }

  /// Of row i of a times row j of b, both with errors.
  double product_entry(View a, View a_bounds, View b, View b_bounds, std::size_t i, std::size_t j) const {
    double total = 0, brought = 0;
    for (std::size_t p = 0; p < a.cols; ++p) {
      total += std::fabs(a(i, p) * b(j, p));
      brought += std::fabs(a(i, p)) * b_bounds(j, p) + a_bounds(i, p) * (std::fabs(b(j, p)) + b_bounds(j, p));
    }
    return brought + roundings(a.cols + 2) * total + static_cast<double>(a.cols) * least_;
  }

  void add_head(std::size_t h) {
    const HeadTrace& steps = values_.heads[h];
    HeadTrace& head = bounds_.heads.emplace_back();
    if (problem_.start == Start::weights)
      head.weights = each(steps.weights.rows(), steps.weights.cols(),
                          [&](std::size_t i, std::size_t j) { return lost(steps.weights(i, j)); });
    else
      add_softmax(steps, head, add_scores(h, steps, head));
    if (problem_.has_values()) add_output(h, steps.weights, head.weights);
  }

  /// Each change of a score; returns the bounds of what goes into the softmax.
  const Matrix<double>& add_scores(std::size_t h, const HeadTrace& steps, HeadTrace& head) {
    const auto change = [&](const Matrix<double>& values, auto bound) {
      return each(values.rows(), values.cols(), [&](std::size_t i, std::size_t j) { return bound(i, j) + least_; });
    };
    head.scores = change(steps.scores, [&](std::size_t i, std::size_t j) {
      if (problem_.start == Start::scores) return lost(steps.scores(i, j));
      return product_entry(of(Step::head_Q, values_, h), of(Step::head_Q, bounds_, h), of(Step::head_K, values_, h),
                           of(Step::head_K, bounds_, h), i, j);
    });
    head.scaled_scores = change(steps.scaled_scores, [&](std::size_t i, std::size_t j) {
      return std::fabs(problem_.scale) * head.scores(i, j) + 3 * own(steps.scaled_scores(i, j));
    });
    const Matrix<double>* last = &head.scaled_scores;
    if (problem_.softcap) {
      constexpr double roundings_of_cap = 12; // of c and s / c, five of the tangent (kernel.h), of the product
      head.capped_scores = change(steps.capped_scores, [&](std::size_t i, std::size_t j) {
        return head.scaled_scores(i, j) + roundings_of_cap * own(steps.capped_scores(i, j));
      });
      last = &head.capped_scores;
    }
    if (problem_.mask.given()) {
      const Matrix<double>& before = *last;
      head.masked_scores = change(steps.masked_scores, [&](std::size_t i, std::size_t j) {
        const double added = problem_.mask.added({sequence_, h, i, j});
        return before(i, j) + own(added) + own(steps.masked_scores(i, j));
      });
      last = &head.masked_scores;
    }
    return *last;
  }

  /// The largest error among the finite scores of row i: what the row's maximum may be off by.
  static double largest(View scores, View bounds, std::size_t i) {
    double most = 0;
    for (std::size_t j = 0; j < scores.cols; ++j)
      if (std::isfinite(scores(i, j))) most = std::max(most, bounds(i, j));
    return most;
  }

  static double row_maximum(View scores, std::size_t i) {
    double max = 0;
    bool any = false;
    for (std::size_t j = 0; j < scores.cols; ++j) {
      if (!std::isfinite(scores(i, j))) continue;
      max = any ? std::max(max, scores(i, j)) : scores(i, j);
      any = true;
    }
    return max;
  }

  static View last_scores(const HeadTrace& steps) {
    for (const Matrix<double>* scores : {&steps.masked_scores, &steps.capped_scores})
      if (!scores->empty()) return *scores;
    return steps.scaled_scores;
  }

  void add_softmax(const HeadTrace& steps, HeadTrace& head, View score_bounds) {
    const View scores = last_scores(steps);
    const std::size_t n = scores.rows, keys = scores.cols;
    head.exponentials = head.weights = Matrix<double>(n, keys);
    head.row_sum = Matrix<double>(n, 1);
    for (std::size_t i = 0; i < n; ++i) {
      const double brought = 2 * largest(scores, score_bounds, i), sum = steps.row_sum(i, 0);
      if (sum == 0) continue; // a query that may see no key gets zeros, whichever way
      const double max = row_maximum(scores, i);
      double& sum_bound = head.row_sum(i, 0);
      for (std::size_t j = 0; j < keys; ++j) {
        const double e = steps.exponentials(i, j);
        const double exponent = std::isfinite(scores(i, j)) ? max - scores(i, j) : 0; // rounded once
        head.exponentials(i, j) = at_most_one(relative(brought + u_ * (exponent + 3)) * e + least_);
        sum_bound += head.exponentials(i, j);
      }
      sum_bound += roundings(keys + 2) * sum;
      const double smallest_sum = sum - sum_bound;
      for (std::size_t j = 0; j < keys; ++j) {
        const double w = steps.weights(i, j), error = head.exponentials(i, j) + w * sum_bound;
        head.weights(i, j) = smallest_sum > 0 ? at_most_one(error / smallest_sum + 2 * own(w) + least_) : 1;
      }
    }
  }

  void add_output(std::size_t h, View weights, View weight_bounds) {
    const View V = of(Step::head_V, values_, h).transposed(), V_bounds = of(Step::head_V, bounds_, h).transposed();
    const std::size_t first = h * problem_.shape.d_v;
    for (std::size_t i = 0; i < weights.rows; ++i)
      for (std::size_t c = 0; c < problem_.shape.d_v; ++c)
        bounds_.concat(i, first + c) = product_entry(weights, weight_bounds, V, V_bounds, i, c);
  }

  const Problem& problem_;
  const std::size_t sequence_;
  const Trace& values_;
  const double u_;     ///< of both ways together
  const double least_; ///< the same
  Trace bounds_;
};

} // namespace

Trace rounding_bounds(const Problem& problem, std::size_t sequence, const Trace& values) {
  return Bounds(problem, sequence, values).make();
}

Matrix<double> rounding_bounds(const Problem& problem, View x, const Projection& projection) {
  return each(x.rows, projection.identity ? x.cols : projection.W.cols(),
              [&](std::size_t i, std::size_t j) { return projected_entry(problem.dtype, x, {}, projection, i, j); });
}

} // namespace attn
