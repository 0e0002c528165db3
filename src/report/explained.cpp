#include "report/explained.h"

#include <fmt/format.h>
#include <iterator>
#include <utility>
#include <variant>

namespace attn {
namespace {

constexpr std::size_t most_lines = 32, first_lines = 12, last_lines = 2;

Formulas formulas(const std::vector<ExplainedLine>& lines, bool full) {
  Formulas told;
  const bool all = full || lines.size() <= most_lines;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!all && i == first_lines) {
      const std::size_t left_out = lines.size() - first_lines - last_lines;
      told.push_back({"", Maths(fmt::format("{} more lines (--full shows them)", left_out))});
      i += left_out;
    }
    told.push_back({lines[i].label, lines[i].maths});
  }
  return told;
}

Tree line_tree(const ExplainedLine& line, Dtype dtype) {
  Tree::Object object;
  if (!line.path.empty()) object.emplace_back("path", line.path);
  if (!line.label.empty()) object.emplace_back("label", line.label);
  object.emplace_back("formula", plain_text(line.maths));
  if (line.value) object.emplace_back("value", fewest_digits(dtype, *line.value));
  return object;
}

Tree step_tree(const ExplainedStep& step, Dtype dtype) {
  Tree::List words, lines;
  for (const std::string& sentence : step.words) words.emplace_back(sentence);
  for (const ExplainedLine& line : step.lines) lines.push_back(line_tree(line, dtype));
  Tree::Object object{{"step", step.key}};
  if (!step.path.empty()) object.emplace_back("path", step.path);
  object.emplace_back("words", std::move(words));
  object.emplace_back("lines", std::move(lines));
  return object;
}

Tree chapter_tree(const ExplainedChapter& chapter, Dtype dtype) {
  Tree::Object object = chapter.about;
  Tree::List steps;
  for (const ExplainedStep& step : chapter.steps) steps.push_back(step_tree(step, dtype));
  object.emplace_back("steps", std::move(steps));
  return object;
}

} // namespace

void tell_chapters(const std::vector<ExplainedChapter>& chapters, bool full, Report& report) {
  Tree::List tree, warnings;
  for (const ExplainedChapter& chapter : chapters) {
    report.passages.push_back({chapter.title, "", Lines{}, {}, true});
    std::size_t number = 0;
    for (const ExplainedStep& step : chapter.steps)
      report.passages.push_back(
          {fmt::format("{}. {}", ++number, step.title), step.path, formulas(step.lines, full), step.words});
    tree.push_back(chapter_tree(chapter, report.dtype));
  }
  for (const std::string& warning : report.warnings) warnings.emplace_back(warning);
  Tree::Object object{{"schema", report.schema}};
  if (!report.title.empty()) object.emplace_back("title", report.title);
  for (const Fact& fact : report.facts)
    if (const Id* id = std::get_if<Id>(&fact.value)) object.emplace_back("id", *id);
  object.emplace_back("explanations", std::move(tree));
  object.emplace_back("warnings", std::move(warnings));
  report.tree = Tree(std::move(object));
}

} // namespace attn
