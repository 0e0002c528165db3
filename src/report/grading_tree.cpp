#include "report/grading_tree.h"

#include "report/derivation.h"
#include "report/grading_mistake.h"
#include "report/grading_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <string_view>

namespace attn {
namespace {

using Object = Tree::Object;
using List = Tree::List;

Tree cell_tree(const Claim& claim, const CellGrade& cell, bool hide_truth) {
  Object object{{"path", entry_path(claim.path, claim.spot.step, cell.row, cell.col)}, {"given", cell.given}};
  if (!hide_truth) {
    object.emplace_back("true", cell.truth);
    object.emplace_back("follows", cell.follows);
  }
  object.emplace_back("verdict", std::string(word(cell.verdict)));
  return object;
}

Tree step_tree(const StepGrade& step, bool hide_truth) {
  List off;
  for (const CellGrade& cell : step.off) off.push_back(cell_tree(*step.claim, cell, hide_truth));
  return Object{{"path", step.claim->path}, {"cells", step.cells}, {"right", step.right}, {"off", std::move(off)}};
}

void add_grade(Object& object, const Grade& grade, bool hide_truth) {
  List steps, mistakes;
  for (const StepGrade& step : grade.steps) steps.push_back(step_tree(step, hide_truth));
  for (const Finding& finding : grade.mistakes) mistakes.push_back(mistake_tree(finding, grade, hide_truth));
  object.emplace_back("all_right", grade.all_right);
  object.emplace_back("cells", Object{{"given", grade.given}, {"right", grade.right}});
  object.emplace_back("marks",
                      Object{{"earned", grade.earned}, {"possible", grade.possible}, {"percent", percent(grade)}});
  object.emplace_back("steps", std::move(steps));
  object.emplace_back("mistakes", std::move(mistakes));
}

/// The JSON pointer if there is one, else line and column of the answer.
std::string place_text(const Place& place) {
  if (!place.pointer.empty() || place.position.line == 0) return place.pointer;
  return fmt::format("{}:{}", place.position.line, place.position.column);
}

Tree error_tree(const Error& error) {
  return Object{{"place", place_text(error.place)}, {"message", error.message}, {"hint", error.hint}};
}

Tree answer_tree(const MarkedAnswer& answer, bool hide_truth) {
  Object object;
  if (!answer.name.empty()) object.emplace_back("answer", answer.name);
  if (answer.id) object.emplace_back("id", *answer.id);
  if (const auto* grade = std::get_if<Grade>(&answer.outcome))
    add_grade(object, *grade, hide_truth);
  else
    object.emplace_back("error", error_tree(std::get<Error>(answer.outcome)));
  return object;
}

} // namespace

Tree mistake_tree(const Finding& finding, const Grade& grade, bool hide_truth) {
  Object object{{"name", std::string(finding.mistake->name)}};
  if (finding.together_with) object.emplace_back("together_with", std::string(finding.together_with->name));
  object.emplace_back("path", finding.path);
  const std::string_view perhaps = finding.together_with ? "Could be two mistakes. " : "";
  const std::string sentence = fmt::format("{}", fmt::join(mistake_lines(finding, grade, hide_truth), " "));
  object.emplace_back("sentence", fmt::format("{}{}", perhaps, sentence));
  return object;
}

Tree grading_tree(std::span<const MarkedAnswer> answers, const GradingOptions& options) {
  List results;
  for (const MarkedAnswer& answer : answers) results.push_back(answer_tree(answer, options.hide_truth));
  return Object{{"schema", std::string("attn-check/1")}, {"results", std::move(results)}};
}

} // namespace attn
