#include "command/marking.h"

#include "attention/stage.h"
#include "command/files.h"
#include "command/limit.h"
#include "error.h"

namespace attn {

Solved solved(const Source& source, const std::string& file, const MarkingPlan& plan) {
  std::size_t bytes = 0;
  Solved truth{read_case(counted(source, bytes), file, plan.overrides), {}};
  const Problem& problem = truth.read.problem;
  refuse_if_too_large(problem, every_step(), bytes + truth.read.file_bytes, plan.memory);
  for (std::size_t sequence = 0; sequence < problem.shape.sequences; ++sequence)
    truth.traces.push_back(solve(problem, sequence, every_step(), plan.engine));
  return truth;
}

void mark(MarkedAnswer& answer, const Solved& truth, const Expectation& expectation, const MarkingPlan& plan) {
  answer.problem = &truth.read.problem;
  answer.truth = &truth.traces;
  answer.id = expectation.id ? expectation.id : answer.id;
  answer.outcome = grade(truth.read.problem, truth.traces, expectation, plan.grade);
}

const Expectation& expected(const Case& read, const std::string& file) {
  if (!read.expectation_faults.empty()) throw Refusal(read.expectation_faults);
  if (read.expectation && !read.expectation->matrices.empty()) return *read.expectation;
  throw Refusal(file, "there is nothing to mark: no answer, and the problem expects nothing",
                "name an answer file, or put the answer under \"expect\"");
}

} // namespace attn
