#include "attention/by_hand.h"

#include "attention/fault.h"
#include "attention/stage.h"
#include "matrix/decimal.h"

#include <algorithm>
#include <cmath>

namespace attn {
namespace {

/// Where a step's matrix is kept; null for a head's own columns of a matrix of the sequence.
Matrix<double>* place_of(Trace& trace, Step step, std::size_t head) {
  if (HeadTrace::holds(step)) return &trace.heads[head][step];
  switch (step) {
  case Step::Q:
    return &trace.Q;
  case Step::K:
    return &trace.K;
  case Step::V:
    return &trace.V;
  case Step::concat:
    return &trace.concat;
  case Step::output:
    return &trace.output;
  default:
    return nullptr;
  }
}

/// A head's output is kept as its columns of concat.
void keep_output(Trace& trace, const Shape& shape, std::size_t head, const Matrix<double>& output) {
  if (head == 0) trace.concat = Matrix<double>(shape.n, shape.heads * shape.d_v);
  const MatrixView<double> columns = trace.concat.view().col_range(head * shape.d_v, shape.d_v);
  for (std::size_t i = 0; i < output.rows(); ++i)
    for (std::size_t j = 0; j < output.cols(); ++j) columns(i, j) = output(i, j);
}

/// What a step is worked from.
std::vector<View> views_of(const Problem& problem, const Trace& trace, Step step, std::size_t head) {
  std::vector<View> views;
  for (const auto& [input, of_head] : inputs(problem, step, head))
    views.push_back(stage(input).pick(trace, problem.shape, of_head));
  return views;
}

void round_to_float32(Matrix<double>& values) {
  std::transform(values.data(), values.data() + values.size(), values.data(),
                 [](double value) { return static_cast<float>(value); });
}

/// Throws Refusal at the first value that is not finite, cells apart that the mask blocks.
void refuse_unless_finite(const Setting& setting, Step step, const Matrix<double>& values) {
  const auto& [problem, sequence, head, plain, decimals] = setting;
  const bool over_keys = stage(step).cols == Axis::keys;
  for (std::size_t i = 0; i < values.rows(); ++i)
    for (std::size_t j = 0; j < values.cols(); ++j) {
      if (std::isfinite(values(i, j))) continue;
      if (over_keys && problem.mask.blocked_by({sequence, head, i, j})) continue;
      throw refusal(problem, sequence, {step, head, i, j});
    }
}

bool is_blind(const Mask& mask, Cell cell) {
  for (cell.key = 0; cell.key < mask.keys_count; ++cell.key)
    if (!mask.blocked_by(cell)) return false;
  return true;
}

std::vector<std::size_t> blind_queries(const Problem& problem, std::size_t sequence) {
  std::vector<std::size_t> blind;
  if (!problem.mask.given()) return blind;
  for (std::size_t h = 0; h < problem.shape.heads; ++h)
    for (std::size_t i = 0; i < problem.shape.n; ++i)
      if (is_blind(problem.mask, {sequence, h, i, 0})) blind.push_back(h * problem.shape.n + i);
  return blind;
}

} // namespace

Trace by_hand(const Problem& problem, std::size_t sequence, int decimals) {
  Trace trace;
  trace.heads.resize(problem.shape.heads);
  for (const Stage& step : stages()) {
    if (!step.applies(problem)) continue;
    const std::size_t count = step.level == Level::head ? problem.shape.heads : 1;
    for (std::size_t head = 0; head < count; ++head) {
      const Setting setting{problem, sequence, head, true, decimals};
      Matrix<double>* place = place_of(trace, step.step, head);
      Matrix<double> worked = step.work(setting, views_of(problem, trace, step.step, head));
      refuse_unless_finite(setting, step.step, worked);
      round_all(worked, decimals);
      if (problem.dtype == Dtype::float32) round_to_float32(worked);
      if (step.step == Step::head_output) keep_output(trace, problem.shape, head, worked);
      if (place) *place = std::move(worked);
    }
  }
  trace.blind = blind_queries(problem, sequence);
  return trace;
}

} // namespace attn
