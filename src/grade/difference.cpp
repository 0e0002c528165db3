#include "grade/difference.h"

#include "attention/stage.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>

namespace attn {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// torch.testing.assert_close, its table of tolerances; the coarsest last.
constexpr Closeness table[] = {
    {"float64", 1e-7, 1e-7},
    {"float32", 1e-5, 1.3e-6},
    {"float16", 1e-5, 1e-3},
    {"bfloat16", 1e-5, 1.6e-2},
};

/// Some frameworks mask by a large negative number: -10000 (onnxruntime), -3e4 and -1e9 (Keras), the lowest number of
/// the dtype (transformers).
constexpr double masking_number = -1e4;

bool masks_by_size(Step step, double a, double b) {
  return step == Step::masked_scores &&
         ((a == -infinity && b <= masking_number) || (b == -infinity && a <= masking_number));
}

DifferentCell cell_of(std::size_t row, std::size_t col, double a, double b) {
  const bool both_finite = std::isfinite(a) && std::isfinite(b);
  const double absolute = both_finite ? std::fabs(a - b) : infinity;
  return {row, col, a, b, absolute, both_finite && b != 0 ? absolute / std::fabs(b) : infinity};
}

void hold(View a, View b, const Closeness& closeness, double slack, StepDifference& step) {
  step.cells = a.rows * a.cols;
  for (std::size_t i = 0; i < a.rows; ++i)
    for (std::size_t j = 0; j < a.cols; ++j) {
      if (a(i, j) == b(i, j)) continue; // both masked, too; what is no number is never the same
      if (masks_by_size(step.spot.step, a(i, j), b(i, j))) {
        ++step.masked_by_size;
        continue;
      }
      const DifferentCell cell = cell_of(i, j, a(i, j), b(i, j));
      const bool is_close = cell.absolute <= closeness.atol + closeness.rtol * std::fabs(cell.b) + slack;
      if (!is_close || !std::isfinite(cell.absolute)) ++step.beyond; // masked in one of them is beyond any tolerance
      if (!step.absolute || cell.absolute > step.absolute->absolute) step.absolute = cell;
      if (cell.b == 0 && std::isfinite(cell.absolute)) continue; // nothing to be relative to
      if (!step.relative || cell.relative > step.relative->relative) step.relative = cell;
    }
}

using StepsBySpot = std::map<Spot, const DumpedStep*>;

StepsBySpot by_spot(const Dump& dump) {
  StepsBySpot steps;
  for (const DumpedStep& step : dump.steps) steps.emplace(step.spot, &step);
  return steps;
}

/// Whether the heads of `part` may be all or some of those of `whole`.
bool has_as_many_heads(const Dump& part, const Dump& whole) {
  return part.heads == 0 || part.heads == whole.heads || (!part.all_heads && part.heads < whole.heads);
}

} // namespace

const Closeness& closeness_of(std::string_view dtype) {
  const auto* row = std::find_if(std::begin(table), std::end(table),
                                 [&](const Closeness& closeness) { return closeness.dtype == dtype; });
  return row == std::end(table) ? table[1] : *row;
}

const Closeness& coarser(const Closeness& a, const Closeness& b) {
  return a.rtol > b.rtol ? a : b;
}

const StepDifference* Comparison::first() const {
  const auto found = std::find_if(steps.begin(), steps.end(), [](const StepDifference& step) { return !step.same(); });
  return found == steps.end() ? nullptr : &*found;
}

Comparison compare_dumps(const Dump& a, const Dump& b, const Closeness& closeness) {
  Comparison comparison;
  Problem named; // path() looks at nothing else
  named.batched = a.batched || b.batched;
  const auto path_of = [&](const Spot& spot) { return path(named, spot.step, spot.sequence, spot.head); };
  if (!has_as_many_heads(a, b) && !has_as_many_heads(b, a)) comparison.counts.push_back({"heads", a.heads, b.heads});
  if (a.sequences != b.sequences) comparison.counts.push_back({"sequences", a.sequences, b.sequences});
  const StepsBySpot in_a = by_spot(a), in_b = by_spot(b);
  for (const auto& [spot, values, slack] : a.steps) {
    const auto found = in_b.find(spot);
    if (found == in_b.end()) {
      comparison.only_a.push_back(path_of(spot));
      continue;
    }
    const DumpedStep* const other = found->second;
    StepDifference step;
    step.spot = spot;
    step.path = path_of(spot);
    step.a = {values.rows(), values.cols()};
    step.b = {other->values.rows(), other->values.cols()};
    if (step.fits()) hold(values.view(), other->values.view(), closeness, 1.001 * (slack + other->slack), step);
    comparison.steps.push_back(std::move(step));
  }
  for (const DumpedStep& step : b.steps)
    if (!in_a.contains(step.spot)) comparison.only_b.push_back(path_of(step.spot));
  return comparison;
}

} // namespace attn
