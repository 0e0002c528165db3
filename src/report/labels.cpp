#include "report/labels.h"

namespace attn {
namespace {

std::vector<std::string> numbered(char letter, std::size_t count) {
  std::vector<std::string> labels;
  for (std::size_t i = 1; i <= count; ++i) labels.push_back(letter + std::to_string(i));
  return labels;
}

} // namespace

Labels query_labels(const Problem& problem, std::size_t sequence) {
  return problem.tokens.given() ? problem.tokens[sequence] : numbered('q', problem.shape.n);
}

Labels key_labels(const Problem& problem, std::size_t sequence) {
  const std::size_t ruled = problem.shape.keys() - problem.shape.extra;
  const bool same_positions = !problem.context.given() && problem.shape.n == ruled;
  const bool own = problem.tokens.given() && same_positions;
  std::vector<std::string> labels = problem.context_tokens.given() ? problem.context_tokens[sequence]
                                    : own                          ? problem.tokens[sequence]
                                                                   : numbered('k', ruled);
  for (std::size_t i = 1; i <= problem.shape.extra; ++i)
    labels.push_back(problem.shape.extra == 1 ? "extra" : "extra" + std::to_string(i));
  return labels;
}

} // namespace attn
