#include "attention/by_hand.h"

#include "attention/fault.h"
#include "attention/stage.h"
#include "matrix/decimal.h"

#include <cmath>
#include <utility>

namespace attn {
namespace {

/// A step of heads that stands in columns of a matrix of the sequence: those of the head, or of the one that it shares.
void keep_columns(Trace& trace, const Shape& shape, const Stage& step, std::size_t head, const Matrix<double>& worked) {
  const bool is_shared = step.step != Step::head_output && step.rows == Axis::keys;
  const std::size_t heads = is_shared ? shape.kv_heads : shape.heads, cols = worked.cols();
  Matrix<double>& whole = *trace.whole(step.step);
  if (head == 0) whole = Matrix<double>(worked.rows(), heads * cols);
  const auto columns = whole.view().col_range((is_shared ? shape.kv_head(head) : head) * cols, cols);
  for (std::size_t i = 0; i < worked.rows(); ++i)
    for (std::size_t j = 0; j < cols; ++j) columns(i, j) = worked(i, j);
}

void keep(Trace& trace, const Shape& shape, const Stage& step, std::size_t head, Matrix<double> worked) {
  if (HeadTrace::holds(step.step))
    trace.heads[head][step.step] = std::move(worked);
  else if (step.level == Level::sequence)
    *trace.whole(step.step) = std::move(worked);
  else if (step.step > Step::head_V) // the heads' own Q, K and V are there already
    keep_columns(trace, shape, step, head, worked);
}

/// What a step is worked from.
std::vector<View> views_of(const Problem& problem, const Trace& trace, Step step, std::size_t head) {
  std::vector<View> views;
  for (const auto& [input, of_head] : inputs(problem, step, head))
    views.push_back(stage(input).pick(trace, problem.shape, of_head));
  return views;
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
      Matrix<double> worked = step.work(setting, views_of(problem, trace, step.step, head));
      refuse_unless_finite(setting, step.step, worked);
      round_all(worked, decimals);
      round_to(dtype_of(problem, step.step), worked);
      keep(trace, problem.shape, step, head, std::move(worked));
    }
  }
  trace.blind = blind_queries(problem, sequence);
  return trace;
}

} // namespace attn
