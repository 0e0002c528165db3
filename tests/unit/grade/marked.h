#pragma once
// A problem and an answer as text, marked.

#include "attention/solve.h"
#include "attention/stage.h"
#include "grade/grade.h"
#include "problem/read.h"

#include <string>
#include <string_view>
#include <vector>

namespace attn::test {

/// A problem, what somebody says its result is, and the truth.
struct Asked {
  Asked(std::string problem, std::string_view answer)
      : read(read_case(problem.erase(problem.rfind('}')) + ",\"expect\":" + std::string(answer) + "}", "test")) {
    StepSet all;
    for (const Stage& stage : stages()) all.add(stage.step);
    for (std::size_t b = 0; b < read.problem.shape.sequences; ++b)
      truth.push_back(solve(read.problem, b, all, {1, ""}));
  }
  Answer answer() const { return lay_over(read.problem, truth, *read.expectation); }

  Case read;
  std::vector<Trace> truth;
};

/// ".output[1][0] carried" for each cell that is off, and what the steps count.
struct Verdicts {
  std::vector<std::string> off;
  std::size_t right = 0, earned = 0, given = 0;
  bool right_after_wrong = false;
};

inline Verdicts verdicts(const Asked& asked, const GradeOptions& options = {}, bool known_mistake = false) {
  const Answer answer = asked.answer();
  const Truth truth(asked.read.problem, asked.truth, answer, options.tolerance);
  Paper paper(asked.read.problem, truth);
  Verdicts made;
  for (const StepGrade& step : grade_steps(paper, answer, options, [&](const Claim&) { return known_mistake; })) {
    for (const CellGrade& cell : step.off)
      made.off.push_back(step.claim->path + "[" + std::to_string(cell.row) + "][" + std::to_string(cell.col) + "] " +
                         std::string(word(cell.verdict)));
    made.given += step.cells;
    made.right += step.right;
    made.earned += step.earned;
    made.right_after_wrong |= step.right_after_wrong;
  }
  return made;
}

inline std::vector<std::string> off(std::string problem, std::string_view answer, const GradeOptions& options = {},
                                    bool known_mistake = false) {
  return verdicts(Asked(std::move(problem), answer), options, known_mistake).off;
}

inline Grade graded(std::string problem, std::string_view answer, const GradeOptions& options = {}) {
  const Asked asked(std::move(problem), answer);
  return grade(asked.read.problem, asked.truth, *asked.read.expectation, options);
}

using Strings = std::vector<std::string>;

/// Scores are [[1, 0], [0, 1]]; weights 0.6225 0.3775, 0.3775 0.6225.
inline constexpr auto two = R"({"Q":[[1,0],[0,1]],"K":[[1,0],[0,1]],"V":[[10],[20]],"scale":0.5})";

} // namespace attn::test
