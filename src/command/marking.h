#pragma once
// What `attn check` does with one answer, whether it is a file or a line: works the truth, reads, marks.

#include "attention/solve.h"
#include "command/options.h"
#include "grade/grade.h"
#include "problem/expectation.h"
#include "report/grading.h"

#include <optional>
#include <string>
#include <vector>

namespace attn {

/// What the options say of every problem and answer.
struct MarkingPlan {
  Overrides overrides;
  Engine engine;
  std::optional<std::size_t> memory; ///< --max-memory
  bool quiet = false;
  GradeOptions grade;
  GradingOptions telling;
};

/// A problem, and what is true of it.
struct Solved {
  Case read;
  std::vector<Trace> traces;
};

/// `file` is what errors call the source. Throws Refusal.
Solved solved(const Source& source, const std::string& file, const MarkingPlan& plan);

/// Marks what `expectation` says, and fills the answer: its problem, id and outcome. Throws Refusal.
void mark(MarkedAnswer& answer, const Solved& truth, const Expectation& expectation, const MarkingPlan& plan);

/// What the problem itself expects. Throws Refusal if there is nothing or not all that was meant.
const Expectation& expected(const Case& read, const std::string& file);

} // namespace attn
