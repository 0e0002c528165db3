#include "grade/blame_plan.h"

#include <algorithm>

namespace attn {

bool BlamePlan::add(const ChangedProblem& way) {
  if (!own) own = *change.problem;
  change.problem = &*own;
  change.begin_at(way.first);
  return way.change(*own);
}

bool BlamePlan::add(const ReplacedWork& way) {
  if (!way.possible(*change.problem)) return false;
  for (const Replacement& work : way.works) {
    if (std::ranges::count(change.replaced, work.step, &Replacement::step) != 0) return false;
    change.replaced.push_back(work);
    change.begin_at(work.step);
  }
  return true;
}

bool BlamePlan::add(const Way& way) {
  if (const auto* changed = std::get_if<ChangedProblem>(&way)) return add(*changed);
  if (const auto* replaced = std::get_if<ReplacedWork>(&way)) return add(*replaced);
  return false;
}

std::size_t multiply_adds(const Shape& shape) {
  return shape.n * shape.keys() * shape.heads * (shape.d_k + shape.d_v + 1);
}

bool is_small(const Shape& shape) {
  constexpr std::size_t limit = 1 << 20;
  const std::size_t widths = shape.heads * (shape.d_k + shape.d_v + 1);
  return multiply_adds(shape) <= limit && (shape.n + shape.keys()) * (shape.d_model + 1) * widths <= limit;
}

} // namespace attn
