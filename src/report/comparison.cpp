#include "report/comparison.h"

#include "report/comparison_tree.h"
#include "report/derivation.h"
#include "report/grading_mistake.h"

#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace attn {
namespace {

constexpr auto right = TextTable::Align::right;

/// Of a cell that is masked, or no number, in one of them there is no difference.
std::string difference_text(double difference) {
  return std::isfinite(difference) ? fmt::format("{:.3g}", difference) : "no number";
}

std::string value_text(double value) {
  if (std::isnan(value)) return "no number";
  return value < 0 && std::isinf(value) ? "masked" : fmt::format("{}", value);
}

/// "a", "a and 3 more".
std::string brief(const std::vector<std::string>& paths) {
  constexpr std::size_t most = 4;
  const std::vector<std::string> first(paths.begin(),
                                       paths.begin() + static_cast<std::ptrdiff_t>(std::min(most, paths.size())));
  const std::string more = paths.size() > most ? fmt::format(" and {} more", paths.size() - most) : "";
  return fmt::format("{}{}", fmt::join(first, ", "), more);
}

std::vector<std::string> row_of(const StepDifference& step) {
  if (!step.fits())
    return {step.path,
            "",
            fmt::format("{} x {}", step.a.rows, step.a.cols),
            "",
            fmt::format("{} x {} in B", step.b.rows, step.b.cols),
            "other shape"};
  const std::string where =
      step.absolute ? entry_path(step.path, step.spot.step, step.absolute->row, step.absolute->col) : "";
  return {step.path,
          fmt::format("{}/{}", step.beyond, step.cells),
          step.absolute ? difference_text(step.absolute->absolute) : "0",
          step.relative   ? difference_text(step.relative->relative)
          : step.absolute ? ""
                          : "0",
          where,
          step.same() ? "same" : "differs"};
}

Passage table_of(const Comparison& comparison) {
  TextTable table;
  table.columns = {{"step"}, {"cells beyond", right}, {"largest", right}, {"relative", right}, {"where"}, {"verdict"}};
  for (const StepDifference& step : comparison.steps) table.rows.push_back(row_of(step));
  return {"", "", std::move(table)};
}

Lines heading(const ComparedRuns& runs) {
  return {fmt::format("A  {}   {}", runs.a.name, runs.a.kind), fmt::format("B  {}   {}", runs.b.name, runs.b.kind),
          fmt::format("same: |A - B| <= {} + {}·|B|", runs.closeness.atol, runs.closeness.rtol)};
}

/// What is to be said of the first step that differs.
Lines parting(const StepDifference& step) {
  if (!step.fits())
    return {fmt::format("They part at {}: {} x {} in A, {} x {} in B.", step.path, step.a.rows, step.a.cols,
                        step.b.rows, step.b.cols)};
  const DifferentCell& cell = *step.absolute;
  return {fmt::format("They part at {}: {} of {} cells.", step.path, step.beyond, step.cells),
          fmt::format("{} is {} in A and {} in B.", entry_path(step.path, step.spot.step, cell.row, cell.col),
                      value_text(cell.a), value_text(cell.b))};
}

Lines verdict(const ComparedRuns& runs) {
  const Comparison& comparison = runs.comparison;
  const StepDifference* first = comparison.first();
  Lines lines = first ? parting(*first) : Lines{fmt::format("All {} steps are the same.", comparison.steps.size())};
  if (!first && comparison.steps.size() == 1) lines = {"The step is the same."};
  for (const auto& [what, a, b] : comparison.counts)
    lines.push_back(
        fmt::format("There are {} {} in A and {} in B: those of the same number are compared.", a, what, b));
  for (const auto& [key, a, b] : different_settings(runs))
    lines.push_back(fmt::format("The {} is {} in A and {} in B.", key, a, b));
  std::size_t by_size = 0;
  for (const StepDifference& step : comparison.steps) by_size += step.masked_by_size;
  if (by_size > 0)
    lines.push_back(fmt::format("{} masked in one and {} in the other: the same.",
                                by_size == 1 ? "1 cell is" : fmt::format("{} cells are", by_size),
                                by_size == 1 ? "a large negative number" : "large negative numbers"));
  if (!comparison.only_a.empty()) lines.push_back(fmt::format("Only in A: {}.", brief(comparison.only_a)));
  if (!comparison.only_b.empty()) lines.push_back(fmt::format("Only in B: {}.", brief(comparison.only_b)));
  return lines;
}

void add_mistakes(std::vector<Passage>& passages, const ComparedRuns& runs) {
  if (runs.are_of_other_sizes) {
    passages.push_back({"", "", Lines{"They are not of the same problem: no mistake gives numbers of other sizes."}});
    return;
  }
  for (const auto& [side, grade] : runs.blamed) {
    for (const Finding& finding : grade.mistakes)
      passages.push_back({fmt::format("Mistake in {}: {}", side, mistake_title(finding)), finding.path,
                          mistake_lines(finding, grade, false)});
    if (grade.mistakes.empty())
      passages.push_back({"", "", Lines{fmt::format("No known mistake gives the numbers of {}.", side)}});
  }
  if (!runs.is_marked && runs.comparison.first())
    passages.push_back({"", "", Lines{"With --problem FILE the mistake is looked for, too."}});
}

} // namespace

Report comparison(const ComparedRuns& runs) {
  Report report;
  report.schema = "attn-compare/1";
  report.tree = comparison_tree(runs);
  report.passages = {{"", "", heading(runs)}, table_of(runs.comparison), {"", "", verdict(runs)}};
  add_mistakes(report.passages, runs);
  return report;
}

} // namespace attn
