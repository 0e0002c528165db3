#include "report/comparison_tree.h"

#include "report/derivation.h"
#include "report/grading_tree.h"

#include <charconv>
#include <cmath>

namespace attn {
namespace {

using Object = Tree::Object;
using List = Tree::List;

Tree side_tree(const ComparedSide& side) {
  Object object{{"file", side.name}, {"kind", side.kind}};
  for (const auto& [key, value] : side.dump.settings) object.emplace_back(key, value);
  return object;
}

/// None where one is masked or no number.
Tree number_tree(double number) {
  return std::isfinite(number) ? Tree(number) : Tree();
}

Tree cell_tree(const StepDifference& step, const DifferentCell& cell) {
  return Object{{"path", entry_path(step.path, step.spot.step, cell.row, cell.col)},
                {"a", number_tree(cell.a)},
                {"b", number_tree(cell.b)},
                {"absolute", number_tree(cell.absolute)},
                {"relative", number_tree(cell.relative)}};
}

Tree size_tree(const StepDifference::Size& size) {
  return List{size.rows, size.cols};
}

Tree step_tree(const StepDifference& step) {
  Object object{{"path", step.path}, {"same", step.same()}};
  if (!step.fits()) {
    object.emplace_back("shape", Object{{"a", size_tree(step.a)}, {"b", size_tree(step.b)}});
    return object;
  }
  object.emplace_back("cells", step.cells);
  object.emplace_back("beyond", step.beyond);
  if (step.absolute) object.emplace_back("largest_absolute", cell_tree(step, *step.absolute));
  if (step.relative) object.emplace_back("largest_relative", cell_tree(step, *step.relative));
  return object;
}

Tree words_tree(const std::vector<std::string>& words) {
  List list;
  for (const std::string& word : words) list.emplace_back(word);
  return list;
}

Tree counts_tree(const Comparison& comparison) {
  List list;
  for (const auto& [what, a, b] : comparison.counts)
    list.emplace_back(Object{{"key", std::string(what)}, {"a", a}, {"b", b}});
  return list;
}

Tree settings_tree(const ComparedRuns& runs) {
  List list;
  for (const auto& [key, a, b] : different_settings(runs)) list.emplace_back(Object{{"key", key}, {"a", a}, {"b", b}});
  return list;
}

Tree mistakes_tree(const ComparedRuns& runs) {
  List list;
  for (const auto& [side, grade] : runs.blamed)
    for (const Finding& finding : grade.mistakes) {
      Tree told = mistake_tree(finding, grade, false);
      std::get<Object>(told.is).insert(std::get<Object>(told.is).begin(), {"in", std::string(1, side)});
      list.push_back(std::move(told));
    }
  return list;
}

} // namespace

namespace {

/// Equal to float32, if they are numbers: one scale is written 0.70710677 and 0.7071067811865475.
bool says_the_same(const std::string& a, const std::string& b) {
  double x = 0, y = 0;
  const bool numbers = std::from_chars(a.data(), a.data() + a.size(), x).ptr == a.data() + a.size() &&
                       std::from_chars(b.data(), b.data() + b.size(), y).ptr == b.data() + b.size();
  return numbers ? std::fabs(x - y) <= 1e-6 * std::fabs(y) : a == b;
}

} // namespace

std::vector<DifferentSetting> different_settings(const ComparedRuns& runs) {
  std::vector<DifferentSetting> different;
  for (const auto& [key, a] : runs.a.dump.settings)
    for (const auto& [other, b] : runs.b.dump.settings)
      if (key == other && !says_the_same(a, b)) different.push_back({key, a, b});
  return different;
}

Tree comparison_tree(const ComparedRuns& runs) {
  const Comparison& comparison = runs.comparison;
  const StepDifference* first = comparison.first();
  List steps;
  for (const StepDifference& step : comparison.steps) steps.push_back(step_tree(step));
  Object object{{"schema", "attn-compare/1"},
                {"a", side_tree(runs.a)},
                {"b", side_tree(runs.b)},
                {"atol", runs.closeness.atol},
                {"rtol", runs.closeness.rtol},
                {"same", comparison.same()},
                {"first", first ? Tree(first->path) : Tree()},
                {"steps", std::move(steps)},
                {"only_a", words_tree(comparison.only_a)},
                {"only_b", words_tree(comparison.only_b)},
                {"settings", settings_tree(runs)},
                {"mistakes", mistakes_tree(runs)}};
  if (!comparison.counts.empty()) object.emplace_back("counts", counts_tree(comparison));
  return object;
}

} // namespace attn
