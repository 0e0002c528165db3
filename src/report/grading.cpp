#include "report/grading.h"

#include "attention/stage.h"
#include "report/derivation.h"
#include "report/grading_mistake.h"
#include "report/grading_tree.h"
#include "report/grading_words.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>

namespace attn {
namespace {

using enum TextTable::Align;

/// What was written and, unless it is hidden, what it should be.
std::string written_and_true(const std::string& given, const std::string& truth, bool hide_truth) {
  return hide_truth ? given : given + " -> " + truth;
}

/// Step, cells that are right, marks, verdict, worst cell, and where it is.
std::vector<std::string> step_row(const StepGrade& step, bool hide_truth) {
  const Claim& claim = *step.claim;
  const double share = static_cast<double>(step.earned) / static_cast<double>(step.cells);
  std::vector<std::string> row{claim.path,
                               fmt::format("{}/{}", step.right, step.cells),
                               marks_text(step.worth * share, step.worth),
                               verdict_text(step),
                               "",
                               ""};
  if (!claim.fits) {
    row[4] = written_and_true(claim.written_shape, fmt::format("{} x {}", claim.rows, claim.cols), false);
    row[5] = claim.path;
  } else if (const CellGrade* cell = worst(step)) {
    const auto [given, truth] = cell_text(step, *cell);
    row[4] = written_and_true(given, truth, hide_truth);
    row[5] = entry_path(claim.path, claim.spot.step, cell->row, cell->col);
  }
  return row;
}

Passage steps(const Grade& grade, bool hide_truth) {
  TextTable table;
  table.columns = {{"step"}, {"cells right", right}, {"marks", right}, {"verdict"}, {"worst"}, {"where"}};
  for (const StepGrade& step : grade.steps) table.rows.push_back(step_row(step, hide_truth));
  table.rows.push_back({"all", fmt::format("{}/{}", grade.right, grade.given), marks_text(grade.earned, grade.possible),
                        percent_text(grade), "", ""});
  table.has_total = true;
  return {"", "", std::move(table)};
}

/// Whether numbers are wrong that a mistake might explain.
bool blames(const Grade& grade, bool lenient) {
  const auto [step, cell] = first_wrong(grade, lenient);
  return cell && step->claim->fits && blamed(cell->verdict);
}

/// Several mistakes that give the same numbers are told one after the other.
void add_mistakes(std::vector<Passage>& passages, const Grade& grade, const GradingOptions& options) {
  for (const Finding& finding : grade.mistakes) {
    const bool first = &finding == &grade.mistakes.front();
    passages.push_back({(first ? "Mistake: " : "Or: ") + mistake_title(finding), finding.path,
                        mistake_lines(finding, grade, options.hide_truth)});
  }
  if (grade.mistakes.empty() && blames(grade, options.lenient))
    passages.push_back({"", "", Lines{"No known mistake gives these numbers."}});
}

/// How the first wrong cell is rightly worked; of a step in the wrong shape there is no such cell.
void add_derivation(std::vector<Passage>& passages, const MarkedAnswer& answer, const GradingOptions& options) {
  const auto [step, cell] = first_wrong(std::get<Grade>(answer.outcome), options.lenient);
  if (options.hide_truth || !cell || !step->claim->fits) return;
  assert(answer.problem && answer.truth);
  const Spot& spot = step->claim->spot;
  const Trace& trace = (*answer.truth)[spot.sequence];
  Target target{spot.step, spot.sequence, spot.head, cell->row, cell->col};
  const double shifted = stage(spot.step).pick(trace, answer.problem->shape, spot.head)(cell->row, cell->col);
  target.plain_exponentials = cell->truth != shifted;
  passages.push_back({"The first wrong cell, worked", "", Formulas{{"", derivation(*answer.problem, trace, target)}}});
}

Lines error_lines(const Error& error) {
  return {fmt::format("Not marked: {}", error.message), error.hint};
}

void add_in_full(std::vector<Passage>& passages, const MarkedAnswer& answer, const GradingOptions& options) {
  const auto* grade = std::get_if<Grade>(&answer.outcome);
  if (!grade) return passages.push_back({"", "", error_lines(std::get<Error>(answer.outcome))});
  passages.push_back(steps(*grade, options.hide_truth));
  passages.push_back({"", "", summary(*grade, options.lenient)});
  add_mistakes(passages, *grade, options);
  add_derivation(passages, answer, options);
}

/// What the row of an answer says of its mistake.
std::string mistake_cell(const Grade& grade, const FirstWrong& first) {
  if (!first.step) return grade.only_given ? "nothing that was worked" : "";
  if (grade.mistakes.empty() && !first.step->claim->fits) return verdict_text(*first.step);
  if (!blamed(first.cell->verdict)) return verdict_text(*first.step);
  if (grade.mistakes.empty()) return "no known one";
  std::vector<std::string> names;
  for (const Finding& finding : grade.mistakes) names.push_back(mistake_title(finding));
  return fmt::format("{}", fmt::join(names, " or "));
}

std::vector<std::string> answer_row(const MarkedAnswer& answer, bool lenient) {
  const auto* grade = std::get_if<Grade>(&answer.outcome);
  if (!grade) return {short_name(answer), "", "", "", "", "not marked: " + std::get<Error>(answer.outcome).message};
  const FirstWrong first = first_wrong(*grade, lenient);
  return {short_name(answer),
          fmt::format("{}/{}", grade->right, grade->given),
          marks_text(grade->earned, grade->possible),
          percent_text(*grade),
          first.step ? first.step->claim->path : "",
          mistake_cell(*grade, first)};
}

/// The same for spreadsheets, where "3/4" would be a date and "75 %" a text.
constexpr const char* sheet_heads[] = {"answer", "id",      "cells_right", "cells",  "marks",
                                       "of",     "percent", "first_wrong", "mistake"};

std::vector<std::string> sheet_row(const MarkedAnswer& answer, const std::vector<std::string>& told) {
  std::vector<std::string> row = {answer.name, answer.id ? answer.id->text : ""};
  if (const auto* grade = std::get_if<Grade>(&answer.outcome))
    for (const double count : {static_cast<double>(grade->right), static_cast<double>(grade->given), grade->earned,
                               grade->possible, percent(*grade)})
      row.push_back(std::isfinite(count) ? fmt::format("{}", count) : "");
  else
    row.resize(std::size(sheet_heads) - 2);
  row.insert(row.end(), told.end() - 2, told.end()); // the first wrong step and the mistake
  return row;
}

TextTable spreadsheet(std::span<const ListedAnswer> answers) {
  TextTable table;
  for (const char* head : sheet_heads) table.columns.push_back({head});
  for (const ListedAnswer& answer : answers) table.rows.push_back(answer.sheet_row);
  return table;
}

std::string count_line(std::span<const ListedAnswer> answers) {
  const auto right_ones = std::ranges::count_if(answers, &ListedAnswer::all_right);
  const auto failed = std::ranges::count_if(answers, &ListedAnswer::failed);
  const std::string not_marked = failed == 0 ? "" : fmt::format(", {} not marked", failed);
  return fmt::format("{} {}: {} all right{}.", answers.size(), answers.size() == 1 ? "answer" : "answers", right_ones,
                     not_marked);
}

} // namespace

ListedAnswer listed(const MarkedAnswer& answer, const GradingOptions& options) {
  ListedAnswer listed;
  listed.row = answer_row(answer, options.lenient);
  listed.sheet_row = sheet_row(answer, listed.row);
  const auto* grade = std::get_if<Grade>(&answer.outcome);
  listed.all_right = grade && grade->all_right;
  listed.failed = !grade;
  if (!options.verbose) return listed;
  add_in_full(listed.in_full, answer, options);
  listed.in_full.front().title = full_name(answer);
  return listed;
}

Report grading_list(std::span<const ListedAnswer> answers) {
  Report report;
  TextTable table;
  table.columns = {{"answer"},         {"cells right", right}, {"marks", right},
                   {"percent", right}, {"first wrong step"},   {"mistake"}};
  for (const ListedAnswer& answer : answers) table.rows.push_back(answer.row);
  report.passages.push_back({"", "", std::move(table)});
  report.passages.push_back({"", "", Lines{count_line(answers)}});
  report.list = spreadsheet(answers);
  for (const ListedAnswer& answer : answers) std::ranges::copy(answer.in_full, std::back_inserter(report.passages));
  return report;
}

Report grading(std::span<const MarkedAnswer> answers, const GradingOptions& options) {
  std::vector<ListedAnswer> all;
  for (const MarkedAnswer& answer : answers) all.push_back(listed(answer, options));
  Report report = grading_list(all);
  if (answers.size() == 1) {
    report.title = full_name(answers.front());
    report.passages.clear();
    add_in_full(report.passages, answers.front(), options);
  }
  report.schema = "attn-check/1";
  report.tree = grading_tree(answers, options);
  return report;
}

} // namespace attn
