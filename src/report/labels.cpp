#include "report/labels.h"

namespace attn {
namespace {

Labels numbered(char letter, std::size_t count) {
  std::vector<std::string> labels;
  for (std::size_t i = 1; i <= count; ++i) labels.push_back(letter + std::to_string(i));
  return labels;
}

} // namespace

Labels query_labels(const Problem& problem, std::size_t sequence) {
  return problem.tokens.given() ? Labels(problem.tokens[sequence]) : numbered('q', problem.shape.n);
}

Labels key_labels(const Problem& problem, std::size_t sequence) {
  const std::size_t keys = problem.shape.keys();
  if (problem.context_tokens.given()) return problem.context_tokens[sequence];
  const bool same_positions = !problem.context.given() && problem.shape.n == keys;
  if (problem.tokens.given() && same_positions) return problem.tokens[sequence];
  return numbered('k', keys);
}

} // namespace attn
