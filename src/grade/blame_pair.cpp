// Two mistakes at once.

#include "grade/blame_inquiry.h"
#include "grade/blame_plan.h"

#include <algorithm>

namespace attn {
namespace {

bool same(View a, View b) {
  if (a.rows != b.rows || a.cols != b.cols) return false;
  for (std::size_t i = 0; i < a.rows; ++i)
    for (std::size_t j = 0; j < a.cols; ++j)
      if (a(i, j) != b(i, j)) return false;
  return true;
}

} // namespace

std::vector<Finding> Inquiry::find_pairs(const Bases& bases) const {
  constexpr std::size_t enough = 4;
  if (wrong_cells() < enough || is_one_number() || rank(unchanged(), {&bases, 1})) return {};
  std::vector<Finding> found = pairs_of_changes(bases);
  return found.empty() ? pairs_in_rows() : found;
}

/// Whether the first wrong matrix is one number again and again: no work that two mistakes together could explain.
bool Inquiry::is_one_number() const {
  const std::vector<Entry>& entries = wrong_.front().claim->entries;
  return std::ranges::all_of(entries, [&](const Entry& entry) { return entry.value == entries.front().value; });
}

bool Inquiry::changes_the_step(const Way& way, const Basis& basis) const {
  BlamePlan plan(problem_);
  if (!plan.add(way)) return false;
  return !same(chain(plan.change, basis).worked(target_), suspects_.front().front().truth);
}

/// Only of changes that do something to the step by themselves.
std::vector<Finding> Inquiry::pairs_of_changes(const Bases& bases) const {
  constexpr std::size_t limit = 1 << 12; // multiply-adds; there may be a thousand pairs
  std::vector<Finding> found;
  if (multiply_adds(problem_.shape) > limit || !is_small(problem_.shape)) return found;

  std::vector<std::pair<const Mistake*, const Way*>> candidates;
  for (const Mistake& mistake : mistakes())
    for (const Way& way : mistake.ways)
      if (changes_the_step(way, bases.front())) candidates.emplace_back(&mistake, &way);
  for (std::size_t a = 0; a < candidates.size(); ++a)
    for (std::size_t b = a + 1; b < candidates.size(); ++b) {
      BlamePlan plan(problem_);
      if (candidates[a].first == candidates[b].first) continue;
      if (!plan.add(*candidates[a].second) || !plan.add(*candidates[b].second)) continue;
      if (!rank(plan.change, {&bases, 1})) continue;
      const bool told = std::ranges::any_of(found, [&](const Finding& other) {
        return other.mistake == candidates[a].first && other.together_with == candidates[b].first;
      });
      if (told) continue;
      found.push_back(finding(*candidates[a].first, *candidates[a].second, {}));
      found.back().together_with = candidates[b].first;
      found.back().where_together = place_of(*candidates[b].second);
    }
  return found;
}

/// Two patterns of rows that share the wrong rows between them.
std::vector<Finding> Inquiry::pairs_in_rows() const {
  std::vector<std::pair<const Mistake*, const Way*>> patterns;
  for (const Mistake& mistake : mistakes())
    for (const Way& way : mistake.ways)
      if (std::holds_alternative<RowPattern>(way)) patterns.emplace_back(&mistake, &way);

  const auto share = [&](const RowPattern& one, const RowPattern& other, std::optional<Facts>& first) {
    std::size_t of_one = 0, of_other = 0;
    for (const auto& [number, row] : wrong_rows_) {
      auto found = find_in_row(one, number, row);
      if (found && (!one.once || of_one == 0)) {
        ++of_one;
        if (!first) first = found;
      } else if (find_in_row(other, number, row)) {
        ++of_other;
      } else {
        return false;
      }
    }
    return of_one > 0 && of_other > 0 && !(other.once && of_other > 1);
  };
  for (const auto& [a, one] : patterns)
    for (const auto& [b, other] : patterns) {
      std::optional<Facts> first;
      if (a == b || !share(std::get<RowPattern>(*one), std::get<RowPattern>(*other), first)) continue;
      Finding made = finding(*a, *one, *first);
      made.together_with = b;
      return {made};
    }
  return {};
}

} // namespace attn
