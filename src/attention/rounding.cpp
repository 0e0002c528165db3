// Both ways are counted at once: the plain sums are worked in double, which is never coarser than the dtype, so twice
// the roundings of the dtype cover them.

#include "attention/rounding.h"

#include "attention/loop.h"
#include "attention/norm.h"
#include "attention/project.h"
#include "attention/rotary.h"
#include "attention/stage.h"
#include "kernel/kernel.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace attn {
namespace {

using work::each;

/// Of what is worked in double whatever the dtype is.
constexpr double double_unit = 0x1p-53;

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
  return std::isfinite(value) ? std::fabs(value - round_to(dtype, value)) : 0;
}

/// The identity rounds nothing but what it reads, and the sum with a bias.
double identity_entry(Dtype dtype, View x, View x_bounds, const Projection& projection, std::size_t i, std::size_t j) {
  const double brought = x_bounds.empty() ? lost_at_reading(dtype, x(i, j)) : x_bounds(i, j);
  if (projection.b.empty()) return brought;
  const double b = projection.b[j];
  return brought + lost_at_reading(dtype, b) +
         2 * row_of(dtype).half_unit * (std::fabs(x(i, j)) + std::fabs(b) + brought);
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
  return brought + 2 * (terms + 4) * row_of(dtype).half_unit * total + 2 * terms * row_of(dtype).least;
}

class Bounds {
public:
  Bounds(const Problem& problem, std::size_t sequence, const Trace& values)
      : problem_(problem), sequence_(sequence), values_(values), u_(2 * row_of(problem.dtype).half_unit),
        least_(2 * row_of(problem.dtype).least) {}

  Trace make() {
    if (has_queries(problem_)) {
      bounds_.Q = projected(query_source(problem_, sequence_), problem_.project_Q, {}, values_.Q);
      bounds_.K = projected(key_source(problem_, sequence_), problem_.project_K, problem_.past_K, values_.K);
      add_positions();
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
  double own(double value) const {
    return std::isfinite(value) ? u_ * std::fabs(value) + row_of(problem_.dtype).least : 0;
  }

  /// Cached and extra rows are rounded to the dtype, new ones projected.
  Matrix<double> projected(View x, const Projection& projection, const PerSequence<Matrix<double>>& past,
                           View y) const {
    const std::size_t cached = past.given() ? past[sequence_].rows() : 0;
    return each(y.rows, y.cols, [&](std::size_t i, std::size_t j) {
      const bool is_fixed = i < cached || i >= cached + x.rows;
      return is_fixed ? lost(y(i, j)) : projected_entry(problem_.dtype, x, {}, projection, i - cached, j);
    });
  }

  /// QK-norm and rotary positions, head by head; cached keys stay as they are.
  void add_positions() {
    const Shape& s = problem_.shape;
    if (problem_.qk_norm) {
      const QkNorm& norm = *problem_.qk_norm;
      bounds_.normed_Q = normed(norm, norm.Q, values_.Q, bounds_.Q, 0);
      bounds_.normed_K = normed(norm, norm.K, values_.K, bounds_.K, s.past);
    }
    if (problem_.rope) {
      const bool is_normed = problem_.qk_norm.has_value();
      bounds_.rotated_Q =
          rotated(is_normed ? values_.normed_Q : values_.Q, is_normed ? bounds_.normed_Q : bounds_.Q, 0);
      bounds_.rotated_K =
          rotated(is_normed ? values_.normed_K : values_.K, is_normed ? bounds_.normed_K : bounds_.K, s.past);
    }
  }

  Matrix<double> normed(const QkNorm& norm, const std::vector<double>& factors, View x, View x_bounds,
                        std::size_t cached) const {
    Matrix<double> made = copy(x_bounds);
    const std::size_t width = problem_.shape.d_k;
    for (std::size_t i = cached; i < x.rows; ++i)
      for (std::size_t first = 0; first < x.cols; first += width)
        norm_head(norm, factors, {&x(i, first), width}, {&x_bounds(i, first), width}, &made(i, first));
    return made;
  }

  /// Of x / r with errors of both, r² being off by `of_square`: 1/r' - 1/r = (r² - r'²) / (r r' (r + r')).
  void norm_head(const QkNorm& norm, const std::vector<double>& factors, std::span<const double> x,
                 std::span<const double> x_bounds, double* made) const {
    const NormParts parts = parts_of<double>(norm, x);
    const bool has_mean = norm.kind == QkNorm::Kind::layer;
    const auto count = static_cast<double>(x.size());
    double of_mean = 0, of_square = 0, largest = 0;
    for (std::size_t c = 0; c < x.size(); ++c) {
      largest = std::max(largest, std::fabs(x[c]) + x_bounds[c]);
      if (has_mean) of_mean += x_bounds[c] / count;
    }
    of_mean += has_mean ? 2 * (count + 2) * double_unit * largest : 0;
    for (std::size_t c = 0; c < x.size(); ++c) {
      const double from_mean = std::fabs(x[c] - parts.mean), off = x_bounds[c] + of_mean;
      of_square += (2 * from_mean + off) * off / count;
    }
    const double square = parts.size * parts.size;
    of_square += 2 * (count + 4) * double_unit * (square + of_square);
    const double least_size = std::sqrt(std::max(square - of_square, norm.eps));
    for (std::size_t c = 0; c < x.size(); ++c) {
      const double from_mean = std::fabs(x[c] - parts.mean), factor = factors.empty() ? 1 : std::fabs(factors[c]);
      const double brought = (x_bounds[c] + of_mean) / least_size +
                             from_mean * of_square / (parts.size * least_size * (parts.size + least_size));
      made[c] = factor * brought + 4 * u_ * factor * (from_mean / parts.size + brought) + least_;
    }
  }

  /// Cosine and sine are rounded to the dtype, and so are both products and their sum.
  Matrix<double> rotated(View x, View x_bounds, std::size_t cached) const {
    constexpr double roundings_of_pair = 4;
    const Rope& rope = *problem_.rope;
    const Turns turns(rope, x.rows - cached, Dtype::float64);
    Matrix<double> made = copy(x_bounds);
    for (std::size_t i = cached; i < x.rows; ++i)
      for (std::size_t first = 0; first < x.cols; first += problem_.shape.d_k)
        for (std::size_t pair = 0; pair < rope.dims / 2; ++pair) {
          const auto [a, b] = pair_of(rope, pair);
          const auto [cos, sin] = turns.of(i - cached, pair);
          const double error_a = x_bounds(i, first + a), error_b = x_bounds(i, first + b);
          const double size_a = std::fabs(x(i, first + a)) + error_a, size_b = std::fabs(x(i, first + b)) + error_b;
          const double c = std::fabs(cos), s = std::fabs(sin);
          made(i, first + a) =
              c * error_a + s * error_b + roundings_of_pair * u_ * (c * size_a + s * size_b) + 3 * least_;
          made(i, first + b) =
              s * error_a + c * error_b + roundings_of_pair * u_ * (s * size_a + c * size_b) + 3 * least_;
        }
    return made;
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
      add_softmax(h, steps, head, add_scores(h, steps, head));
    if (problem_.has_values()) add_output(h, steps.weights, head.weights);
  }

  /// Each change of a score; returns the bounds of what goes into the softmax.
  const Matrix<double>& add_scores(std::size_t h, const HeadTrace& steps, HeadTrace& head) {
    const auto change = [&](const Matrix<double>& values, auto bound) {
      return each(values.rows(), values.cols(), [&](std::size_t i, std::size_t j) { return bound(i, j) + least_; });
    };
    head.scores = change(steps.scores, [&](std::size_t i, std::size_t j) {
      if (problem_.start == Start::scores) return lost(steps.scores(i, j));
      const Step q = source(problem_, Step::rotated_Q), k = source(problem_, Step::rotated_K);
      return product_entry(of(q, values_, h), of(q, bounds_, h), of(k, values_, h), of(k, bounds_, h), i, j);
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
    if (!problem_.alibi.empty()) {
      const Matrix<double>& before = *last;
      head.alibi_scores = change(steps.alibi_scores, [&](std::size_t i, std::size_t j) {
        return before(i, j) + 3 * own(problem_.alibi[h] * problem_.distance(i, j)) + own(steps.alibi_scores(i, j));
      });
      last = &head.alibi_scores;
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

  void add_softmax(std::size_t h, const HeadTrace& steps, HeadTrace& head, View score_bounds) {
    const View scores = steps[source(problem_, Step::masked_scores)];
    const bool has_sink = !problem_.sinks.empty();
    const double sink = has_sink ? problem_.sinks[h] : 0;
    const std::size_t n = scores.rows, keys = scores.cols;
    head.exponentials = head.weights = Matrix<double>(n, keys);
    head.row_sum = Matrix<double>(n, 1);
    for (std::size_t i = 0; i < n; ++i) {
      const double of_scores = largest(scores, score_bounds, i), sum = steps.row_sum(i, 0);
      const double brought = 2 * std::max(of_scores, has_sink ? lost(sink) : 0);
      if (sum == 0) continue; // a query that may see no key gets zeros, whichever way
      const double of_keys = row_maximum(scores, i), max = has_sink ? std::max(of_keys, sink) : of_keys;
      double& sum_bound = head.row_sum(i, 0);
      for (std::size_t j = 0; j < keys; ++j) {
        const double e = steps.exponentials(i, j);
        const double exponent = std::isfinite(scores(i, j)) ? max - scores(i, j) : 0; // rounded once
        head.exponentials(i, j) = at_most_one(relative(brought + u_ * (exponent + 3)) * e + least_);
        sum_bound += head.exponentials(i, j);
      }
      if (has_sink)
        sum_bound += at_most_one(relative(brought + u_ * (max - sink + 3)) * exponential(sink - max) + least_);
      sum_bound += roundings(keys + 3) * sum;
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
