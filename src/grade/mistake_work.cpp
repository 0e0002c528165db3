#include "grade/mistake_work.h"

#include "attention/loop.h"
#include "grade/habit.h"
#include "kernel/kernel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace attn::wrong_work {
namespace {

using work::each;

constexpr double minus_infinity = -std::numeric_limits<double>::infinity();

Matrix<double> product(View a, View b) {
  return each(a.rows, b.cols, [&](std::size_t i, std::size_t j) {
    double sum = 0;
    for (std::size_t p = 0; p < a.cols; ++p) sum += a(i, p) * b(p, j);
    return sum;
  });
}

/// Softmax of each row; a row in which nothing may be seen is 0.
Matrix<double> softmax(View scores) {
  Matrix<double> made(scores.rows, scores.cols);
  for (std::size_t i = 0; i < scores.rows; ++i) {
    double most = minus_infinity, sum = 0;
    for (std::size_t j = 0; j < scores.cols; ++j) most = std::max(most, scores(i, j));
    if (most == minus_infinity) continue;
    for (std::size_t j = 0; j < scores.cols; ++j) sum += made(i, j) = exponential(scores(i, j) - most);
    for (std::size_t j = 0; j < scores.cols; ++j) made(i, j) /= sum;
  }
  return made;
}

bool blocks(const Setting& setting, std::size_t i, std::size_t j) {
  return setting.problem.mask.blocked_by({setting.sequence, setting.head, i, j}).has_value();
}

double added(const Setting& setting, std::size_t i, std::size_t j) {
  return setting.problem.mask.added({setting.sequence, setting.head, i, j});
}

/// Columns first, first + step, …
Matrix<double> every(View matrix, std::size_t first, std::size_t step) {
  return each(matrix.rows, matrix.cols / step,
              [&](std::size_t i, std::size_t j) { return matrix(i, first + j * step); });
}

Matrix<double> columns(View matrix, std::size_t block, std::size_t blocks) {
  const std::size_t width = matrix.cols / blocks;
  return each(matrix.rows, width, [&](std::size_t i, std::size_t j) { return matrix(i, block * width + j); });
}

/// The first `past` rows set below the others.
Matrix<double> rotated(const Matrix<double>& rows, std::size_t past) {
  return each(rows.rows(), rows.cols(),
              [&](std::size_t i, std::size_t j) { return rows((i + past) % rows.rows(), j); });
}

} // namespace

Matrix<double> scores_swapped(const Setting&, Inputs Q_K) {
  return product(Q_K[1], Q_K[0].transposed());
}

Matrix<double> scores_not_transposed(const Setting&, Inputs Q_K) {
  return product(Q_K[0], Q_K[1]);
}

Matrix<double> masked_with_zero(const Setting& setting, Inputs scores) {
  return each(scores[0].rows, scores[0].cols, [&](std::size_t i, std::size_t j) {
    return blocks(setting, i, j) ? 0 : scores[0](i, j) + added(setting, i, j);
  });
}

Matrix<double> masked_then_capped(const Setting& setting, Inputs scaled) {
  const double cap = *setting.problem.softcap;
  return each(scaled[0].rows, scaled[0].cols, [&](std::size_t i, std::size_t j) {
    const double score = scaled[0](i, j) + added(setting, i, j);
    return blocks(setting, i, j) ? -cap : cap * hyperbolic_tangent(score / cap);
  });
}

Matrix<double> doubled(const Setting&, Inputs scores) {
  return each(scores[0].rows, scores[0].cols, [&](std::size_t i, std::size_t j) { return 2 * scores[0](i, j); });
}

Matrix<double> exponentials_of_doubled(const Setting& setting, Inputs scores) {
  const Matrix<double> twice = doubled(setting, scores);
  return stage(Step::exponentials).work(setting, std::array{twice.view()});
}

Matrix<double> exponentials_of_scores_added_again(const Setting& setting, Inputs masked_and_scores) {
  const View masked = masked_and_scores[0], scores = masked_and_scores[1];
  const Matrix<double> sum =
      each(masked.rows, masked.cols, [&](std::size_t i, std::size_t j) { return masked(i, j) + scores(i, j); });
  return stage(Step::exponentials).work(setting, std::array{sum.view()});
}

Matrix<double> softmax_over_columns(const Setting&, Inputs scores) {
  return copy(softmax(scores[0].transposed()).view().transposed());
}

Matrix<double> softmax_over_everything(const Setting&, Inputs scores) {
  const std::size_t rows = scores[0].rows, cols = scores[0].cols;
  const Matrix<double> flat =
      each(1, rows * cols, [&](std::size_t, std::size_t j) { return scores[0](j / cols, j % cols); });
  const Matrix<double> made = softmax(flat);
  return each(rows, cols, [&](std::size_t i, std::size_t j) { return made(0, i * cols + j); });
}

Matrix<double> softmax_left_out(const Setting&, Inputs scores) {
  return each(scores[0].rows, scores[0].cols,
              [&](std::size_t i, std::size_t j) { return std::isfinite(scores[0](i, j)) ? scores[0](i, j) : 0; });
}

Matrix<double> undivided(const Setting& setting, Inputs scores) {
  return stage(Step::exponentials).work(setting, scores);
}

Matrix<double> undivided_plain(const Setting& setting, Inputs scores) {
  return plain_exponentials(setting, scores[0]);
}

Matrix<double> masked_after_softmax(const Setting& setting, Inputs scores) {
  const Matrix<double> summed = each(scores[0].rows, scores[0].cols, [&](std::size_t i, std::size_t j) {
    return scores[0](i, j) + added(setting, i, j);
  });
  Matrix<double> made = softmax(summed);
  for (std::size_t i = 0; i < made.rows(); ++i)
    for (std::size_t j = 0; j < made.cols(); ++j)
      if (blocks(setting, i, j)) made(i, j) = 0;
  return made;
}

Matrix<double> weights_mean(const Setting& setting, Inputs weights) {
  return heads_averaged(setting, weights);
}

Matrix<double> output_of_mean(const Setting& setting, Inputs weights_V) {
  const std::size_t heads = setting.problem.shape.heads;
  return product(weights_mean(setting, weights_V.first(heads)), weights_V[heads + setting.head]);
}

Matrix<double> attention_transposed(const Setting&, Inputs weights_V) {
  return product(weights_V[0].transposed(), weights_V[1]);
}

Matrix<double> heads_summed(const Setting&, Inputs outputs) {
  return each(outputs[0].rows, outputs[0].cols, [&](std::size_t i, std::size_t j) {
    return std::accumulate(outputs.begin(), outputs.end(), 0.0,
                           [&](double sum, View output) { return sum + output(i, j); });
  });
}

Matrix<double> heads_averaged(const Setting& setting, Inputs outputs) {
  Matrix<double> made = heads_summed(setting, outputs);
  for (std::size_t k = 0; k < made.size(); ++k) made.data()[k] /= static_cast<double>(outputs.size());
  return made;
}

Matrix<double> concat_interleaved(const Setting&, Inputs outputs) {
  return each(outputs[0].rows, outputs[0].cols * outputs.size(),
              [&](std::size_t i, std::size_t j) { return outputs[j % outputs.size()](i, j / outputs.size()); });
}

Matrix<double> Q_interleaved(const Setting& setting, Inputs Q) {
  return every(Q[0], setting.head, setting.problem.shape.heads);
}

Matrix<double> K_interleaved(const Setting& setting, Inputs K) {
  const Shape& shape = setting.problem.shape;
  return every(K[0], shape.kv_head(setting.head), shape.kv_heads);
}

Matrix<double> K_tiled(const Setting& setting, Inputs K) {
  const std::size_t groups = setting.problem.shape.kv_heads;
  return columns(K[0], setting.head % groups, groups);
}

Matrix<double> K_past_after_new(const Setting& setting, Inputs) {
  return rotated(stage(Step::K).work(setting, {}), setting.problem.shape.past);
}

Matrix<double> V_past_after_new(const Setting& setting, Inputs) {
  return rotated(stage(Step::V).work(setting, {}), setting.problem.shape.past);
}

} // namespace attn::wrong_work
