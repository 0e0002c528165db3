#pragma once
// Small words of marking: counts, marks, percents, cells, verdicts.

#include "grade/grade.h"
#include "report/grading.h"

#include <string>
#include <vector>

namespace attn {

/// "bob.json", with an id "answers.jsonl:7 (s-007)"; in a list the id alone, if there is one.
std::string full_name(const MarkedAnswer& answer);
std::string short_name(const MarkedAnswer& answer);

/// Of all marks, in percent: all right is exactly 100, anything else is not. Not a number: there are no marks.
double percent(const Grade& grade);
/// "100 %", "88.9 %": all right alone reads 100 %, and no marks alone read 0 %.
std::string percent_text(const Grade& grade);

/// "2.67/3": what is not all never reads like all.
std::string marks_text(double earned, double possible);

/// The verdict on a step: the gravest of its cells; none: right.
Verdict gravest(const StepGrade& step);
/// "rounded by hand", "wrong shape".
std::string verdict_text(const StepGrade& step);

/// The cell as it was written and as it should be, with as many decimals as tell them apart.
struct CellText {
  std::string given, truth;
};
CellText cell_text(const StepGrade& step, const CellGrade& cell);

/// Of the cells with the gravest verdict the one that is furthest off; null: all are right.
const CellGrade* worst(const StepGrade& step);

/// The step in which the first own slip is, and the slip; where there is none (all is carried, cut off, unreadable),
/// the first cell that does not count as right. Null: all is right.
struct FirstWrong {
  const StepGrade* step = nullptr;
  const CellGrade* cell = nullptr;
};
FirstWrong first_wrong(const Grade& grade, bool lenient);

/// What is to be said of the whole: all right and in which way, or which cells are not.
std::vector<std::string> summary(const Grade& grade, bool lenient);

} // namespace attn
