#include "attention/agreement.h"

#include "attention/stage.h"
#include "kernel/kernel.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attn {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// A score that is masked, or too large for the dtype in a cell that the mask blocks, is no number.
double difference_of(Step step, double a, double b) {
  if (a == b) return 0;
  if (std::isfinite(a) && std::isfinite(b)) return std::fabs(a - b);
  return step < Step::masked_scores ? 0 : infinity;
}

/// One matrix of a step, entry by entry.
void compare(Agreement& agreement, const Problem& problem, TraceEntry spot, View a, View b, View bounds) {
  for (spot.row = 0; spot.row < a.rows; ++spot.row)
    for (spot.col = 0; spot.col < a.cols; ++spot.col)
      agreement.see(difference_of(spot.step, a(spot.row, spot.col), b(spot.row, spot.col)),
                    bounds.empty() ? 0 : bounds(spot.row, spot.col), [&] { return path(problem, spot); });
}

bool is_blind(const Problem& problem, const Trace& trace, std::size_t head, std::size_t query) {
  return std::ranges::binary_search(trace.blind, head * problem.shape.n + query);
}

/// The values that a query weighs, in one column.
struct Range {
  double least = infinity, most = -infinity, largest = 0;

  void include(double value) {
    least = std::min(least, value);
    most = std::max(most, value);
    largest = std::max(largest, std::fabs(value));
  }
};

Range range_of_weighed(View weights, std::size_t i, View V, std::size_t c) {
  Range range;
  for (std::size_t j = 0; j < V.rows; ++j) {
    if (weights(i, j) == 0) continue;
    range.include(V(j, c));
  }
  return range;
}

/// What the sink of a head takes of the weight of query `i`.
double share_of_sink(const Problem& problem, const HeadTrace& steps, std::size_t head, std::size_t i) {
  if (problem.sinks.empty()) return 0;
  const View scores = steps[source(problem, Step::masked_scores)];
  const double sink = problem.sinks[head];
  double max = sink;
  for (std::size_t j = 0; j < scores.cols; ++j) max = std::max(max, scores(i, j));
  return exponential(sink - max) / steps.row_sum(i, 0);
}

/// How far `value` lies outside; a query that weighs nothing has nothing but 0.
double outside(double value, const Range& range) {
  if (range.least > range.most) return std::fabs(value);
  return std::max({0.0, range.least - value, value - range.most});
}

} // namespace

bool Agreement::is_worse(double other_difference, double other_allowed) const {
  const bool breaks = !(other_difference <= other_allowed);
  if (breaks != !holds) return breaks;
  return !(other_difference <= difference);
}

void Agreement::take(const Agreement& other) {
  if (is_worse(other.difference, other.allowed)) {
    const std::size_t before = compared;
    *this = other;
    compared = before;
  }
  compared += other.compared;
}

std::string path(const Problem& problem, const TraceEntry& spot) {
  std::string text = path(problem, spot.step, spot.sequence, spot.head) + "[" + std::to_string(spot.row) + "]";
  return spot.step == Step::row_sum ? text : text + "[" + std::to_string(spot.col) + "]";
}

Agreement agree(const Problem& problem, std::size_t sequence, const Trace& a, const Trace& b, const StepSet& steps,
                const Trace* bounds) {
  Agreement agreement;
  for (const Stage& stage : stages()) {
    if (!steps.has(stage.step) || !stage.applies(problem)) continue;
    const std::size_t heads = stage.level == Level::head ? problem.shape.heads : 1;
    for (std::size_t h = 0; h < heads; ++h) {
      const auto of = [&](const Trace& trace) { return stage.pick(trace, problem.shape, h); };
      compare(agreement, problem, {stage.step, sequence, h}, of(a), of(b), bounds ? of(*bounds) : View{});
    }
  }
  return agreement;
}

Agreement rows_sum_to_one(const Problem& problem, std::size_t sequence, const Trace& trace) {
  Agreement agreement;
  const auto keys = static_cast<double>(problem.shape.keys());
  for (std::size_t h = 0; h < problem.shape.heads; ++h)
    for (std::size_t i = 0; i < problem.shape.n; ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < problem.shape.keys(); ++j) sum += trace.heads[h].weights(i, j);
      const bool blind = is_blind(problem, trace, h, i), nothing = blind && problem.masked_row == MaskedRow::zero;
      if (!blind) sum += share_of_sink(problem, trace.heads[h], h, i);
      agreement.see(std::fabs(sum - (nothing ? 0 : 1)), nothing ? 0 : (2 * keys + 2) * row_of(problem.dtype).half_unit,
                    [&] { return path(problem, Step::weights, sequence, h) + "[" + std::to_string(i) + "]"; });
    }
  return agreement;
}

Agreement outputs_between_values(const Problem& problem, std::size_t sequence, const Trace& trace) {
  Agreement agreement;
  const Shape& shape = problem.shape;
  const double roundings = static_cast<double>(2 * shape.keys() + 4) * row_of(problem.dtype).half_unit;
  for (std::size_t h = 0; h < shape.heads; ++h) {
    const auto of = [&](Step step) { return stage(step).pick(trace, shape, h); };
    const View weights = of(Step::weights), V = of(Step::head_V), output = of(Step::head_output);
    for (TraceEntry spot{Step::weights, sequence, h}; spot.row < shape.n; ++spot.row)
      for (spot.col = 0; spot.col < shape.keys(); ++spot.col)
        agreement.see(std::max(0.0, -weights(spot.row, spot.col)), 0, [&] { return path(problem, spot); });
    for (TraceEntry spot{Step::head_output, sequence, h}; spot.row < shape.n; ++spot.row)
      for (spot.col = 0; spot.col < shape.d_v; ++spot.col) {
        Range range = range_of_weighed(weights, spot.row, V, spot.col);
        if (!problem.sinks.empty()) range.include(0);
        agreement.see(outside(output(spot.row, spot.col), range),
                      roundings * range.largest + static_cast<double>(shape.keys()) * row_of(problem.dtype).least,
                      [&] { return path(problem, spot); });
      }
  }
  return agreement;
}

} // namespace attn
