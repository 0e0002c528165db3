// The steps from scores to weights.

#include "attention/by_hand.h"
#include "attention/loop.h"
#include "attention/work.h"
#include "kernel/kernel.h"
#include "matrix/decimal.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace attn::work {
namespace {

constexpr double minus_infinity = -std::numeric_limits<double>::infinity();

/// Only a blocked cell may have no finite value, and it counts as masked from then on.
double or_masked(double value) {
  return std::isfinite(value) ? value : minus_infinity;
}

/// The score that stands in the head's rows as one key more; none: -infinity.
double sink_of(const Setting& setting) {
  return setting.problem.sinks.empty() ? minus_infinity : setting.problem.sinks[setting.head];
}

/// What is taken off every score of a row before e^s.
template <class T>
T row_shift(const Setting& setting, View scores, std::size_t i) {
  const double sink = static_cast<double>(static_cast<T>(sink_of(setting)));
  double most = sink, most_absolute = std::isfinite(sink) ? std::fabs(sink) : 0;
  for (std::size_t j = 0; j < scores.cols; ++j) {
    const double s = scores(i, j);
    most = std::max(most, s);
    if (std::isfinite(s)) most_absolute = std::max(most_absolute, std::fabs(s));
  }
  if (!setting.plain_exponentials || most_absolute > plain_limit) return static_cast<T>(most);
  const bool vanishes = setting.decimals && round_decimals(exponential(most), *setting.decimals) == 0;
  return vanishes ? static_cast<T>(most) : T{0};
}

bool sees_nothing(View scores, std::size_t i) {
  for (std::size_t j = 0; j < scores.cols; ++j)
    if (scores(i, j) != minus_infinity) return false;
  return true;
}

/// The sum of a row by the lanes of the kernel.
template <class T>
T sum_of_row(View numbers, std::size_t i) {
  T sum[lanes<T>] = {};
  for (std::size_t j = 0; j < numbers.cols; ++j) sum[j % lanes<T>] += static_cast<T>(numbers(i, j));
  for (std::size_t half = lanes<T> / 2; half > 0; half /= 2)
    for (std::size_t lane = 0; lane < half; ++lane) sum[lane] += sum[lane + half];
  return sum[0];
}

/// What the sink adds to the sum of row `i`.
template <class T>
T sink_exponential(const Setting& setting, View scores, std::size_t i) {
  const T e = exponential(static_cast<T>(sink_of(setting)) - row_shift<T>(setting, scores, i));
  return setting.decimals ? static_cast<T>(round_decimals(static_cast<double>(e), *setting.decimals)) : e;
}

} // namespace

/// Scores that the problem gives have no inputs.
template <class T>
Matrix<double> scores(const Setting& setting, Inputs Q_K) {
  const auto& [problem, sequence, head, plain, decimals] = setting;
  if (problem.start == Start::scores) {
    const View given = problem.scores[sequence].view().row_range(head * problem.shape.n, problem.shape.n);
    return each(given.rows, given.cols,
                [&](std::size_t i, std::size_t j) { return or_masked(static_cast<T>(given(i, j))); });
  }
  Matrix<double> made = product<T>(Q_K[0], Q_K[1].transposed());
  std::transform(made.data(), made.data() + made.size(), made.data(), or_masked);
  return made;
}

template <class T>
Matrix<double> scaled_scores(const Setting& setting, Inputs scores) {
  const T scale = static_cast<T>(setting.problem.scale);
  return each(scores[0].rows, scores[0].cols,
              [&](std::size_t i, std::size_t j) { return or_masked(static_cast<T>(scores[0](i, j)) * scale); });
}

template <class T>
Matrix<double> capped_scores(const Setting& setting, Inputs scores) {
  const T cap = static_cast<T>(*setting.problem.softcap);
  return each(scores[0].rows, scores[0].cols, [&](std::size_t i, std::size_t j) {
    const T s = static_cast<T>(scores[0](i, j));
    return std::isinf(s) ? s : cap * hyperbolic_tangent(s / cap);
  });
}

template <class T>
Matrix<double> alibi_scores(const Setting& setting, Inputs scores) {
  const T slope = static_cast<T>(setting.problem.alibi[setting.head]);
  return each(scores[0].rows, scores[0].cols, [&](std::size_t i, std::size_t j) {
    return or_masked(static_cast<T>(scores[0](i, j)) - slope * static_cast<T>(setting.problem.distance(i, j)));
  });
}

template <class T>
Matrix<double> masked_scores(const Setting& setting, Inputs scores) {
  const auto& [problem, sequence, head, plain, decimals] = setting;
  Matrix<double> made(scores[0].rows, scores[0].cols);
  std::vector<std::uint8_t> blocked(made.cols());
  for (std::size_t i = 0; i < made.rows(); ++i) {
    problem.mask.blocked_row({sequence, head, i, 0}, blocked);
    for (std::size_t j = 0; j < made.cols(); ++j) {
      const T score = static_cast<T>(scores[0](i, j));
      const Cell cell{sequence, head, i, j};
      made(i, j) = blocked[j]                 ? minus_infinity
                   : problem.mask.add.given() ? score + static_cast<T>(problem.mask.added(cell))
                                              : score;
    }
  }
  return made;
}

/// A query that may see no key gets the softmax of equal scores if its weights are to be uniform, else zeros.
template <class T>
Matrix<double> exponentials(const Setting& setting, Inputs scores) {
  Matrix<double> made(scores[0].rows, scores[0].cols);
  for (std::size_t i = 0; i < made.rows(); ++i) {
    const bool blind = sees_nothing(scores[0], i);
    const double of_blind = setting.problem.masked_row == MaskedRow::uniform ? 1 : 0;
    const T shift = row_shift<T>(setting, scores[0], i);
    for (std::size_t j = 0; j < made.cols(); ++j)
      made(i, j) = blind ? of_blind : exponential(static_cast<T>(scores[0](i, j)) - shift);
  }
  return made;
}

/// A sink adds to the sum of every query that may see a key.
template <class T>
Matrix<double> row_sum(const Setting& setting, Inputs exponentials_scores) {
  const View e = exponentials_scores[0], scores = exponentials_scores[1];
  return each(e.rows, 1, [&](std::size_t i, std::size_t) {
    const T sum = sum_of_row<T>(e, i);
    const bool has_sink = !setting.problem.sinks.empty() && !sees_nothing(scores, i);
    return has_sink ? sum + sink_exponential<T>(setting, scores, i) : sum;
  });
}

/// Weights that the problem gives have no inputs.
template <class T>
Matrix<double> weights(const Setting& setting, Inputs exponentials_sum) {
  const auto& [problem, sequence, head, plain, decimals] = setting;
  if (problem.start == Start::weights) {
    const View given = problem.weights[sequence].view().row_range(head * problem.shape.n, problem.shape.n);
    return each(given.rows, given.cols, [&](std::size_t i, std::size_t j) { return static_cast<T>(given(i, j)); });
  }
  const View e = exponentials_sum[0], sum = exponentials_sum[1];
  return each(e.rows, e.cols, [&](std::size_t i, std::size_t j) {
    return sum(i, 0) == 0 ? T{0} : static_cast<T>(e(i, j)) / static_cast<T>(sum(i, 0));
  });
}

double softmax_shift(const Setting& setting, View scores, std::size_t i) {
  return row_of(setting.problem.dtype).sums == Dtype::float32
             ? static_cast<double>(row_shift<float>(setting, scores, i))
             : row_shift<double>(setting, scores, i);
}

template Matrix<double> scores<float>(const Setting&, Inputs);
template Matrix<double> scores<double>(const Setting&, Inputs);
template Matrix<double> scaled_scores<float>(const Setting&, Inputs);
template Matrix<double> scaled_scores<double>(const Setting&, Inputs);
template Matrix<double> capped_scores<float>(const Setting&, Inputs);
template Matrix<double> capped_scores<double>(const Setting&, Inputs);
template Matrix<double> alibi_scores<float>(const Setting&, Inputs);
template Matrix<double> alibi_scores<double>(const Setting&, Inputs);
template Matrix<double> masked_scores<float>(const Setting&, Inputs);
template Matrix<double> masked_scores<double>(const Setting&, Inputs);
template Matrix<double> exponentials<float>(const Setting&, Inputs);
template Matrix<double> exponentials<double>(const Setting&, Inputs);
template Matrix<double> row_sum<float>(const Setting&, Inputs);
template Matrix<double> row_sum<double>(const Setting&, Inputs);
template Matrix<double> weights<float>(const Setting&, Inputs);
template Matrix<double> weights<double>(const Setting&, Inputs);

} // namespace attn::work
