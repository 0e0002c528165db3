// Small numbers are drawn, and where a head has dull rows its weights for the queries are changed entry by entry until
// it has none: a change is kept if it makes no more of them. Drawing all anew would never end with many rows.

#include "attention/exercise.h"

#include "attention/one_head.h"
#include "attention/solve.h"
#include "error.h"

#include <algorithm>
#include <string>

namespace attn {
namespace {

bool is_dull(View weights, const Mask& mask, const Cell& row) {
  double most = 0, least = 1;
  std::size_t seen = 0;
  for (std::size_t j = 0; j < weights.cols; ++j) {
    if (mask.blocked_by({row.sequence, row.head, row.query, j})) continue;
    ++seen;
    most = std::max(most, weights(row.query, j));
    least = std::min(least, weights(row.query, j));
  }
  return seen > 1 && (most > nearly_one_hot || most - least < nearly_uniform);
}

/// Whether the head has no dull row in the end.
bool liven(Problem& problem, std::size_t head, const Request& request, Generator& generator) {
  constexpr int most_tries = 400;
  Problem own = one_head(problem, head);
  Matrix<double>& W = own.project_Q.W;
  std::size_t dull = dull_rows(own);
  for (int tries = 0; tries < most_tries && dull != 0; ++tries) {
    double& entry = W(generator.below(W.rows()), generator.below(W.cols()));
    const double before = entry;
    entry = invent_weight(request, generator);
    const std::size_t now = dull_rows(own);
    if (now > dull) entry = before;
    dull = std::min(dull, now);
  }
  for (std::size_t p = 0; p < W.rows(); ++p)
    for (std::size_t c = 0; c < W.cols(); ++c) problem.project_Q.W(p, head * W.cols() + c) = W(p, c);
  return dull == 0;
}

bool liven(Problem& problem, const Request& request, Generator& generator) {
  for (std::size_t head = 0; head < problem.shape.heads; ++head)
    if (!liven(problem, head, request, generator)) return false;
  return true;
}

} // namespace

std::size_t dull_rows(const Problem& problem) {
  const Trace trace = solve(problem, 0, {Step::weights}, {1, ""});
  std::size_t dull = 0;
  for (std::size_t h = 0; h < problem.shape.heads; ++h)
    for (std::size_t i = 0; i < problem.shape.n; ++i)
      dull += is_dull(trace.heads[h].weights, problem.mask, {0, h, i, 0});
  return dull;
}

Problem exercise(const Request& request, std::uint64_t seed, bool any_weights) {
  constexpr int most_draws = 30;
  Generator generator(seed);
  for (int draws = 0; draws < most_draws; ++draws) {
    Problem problem = invent_small(request, generator);
    if (!any_weights && !liven(problem, request, generator)) continue;
    problem.title = "Exercise " + std::to_string(seed);
    problem.id = Id{std::to_string(seed), true};
    return problem;
  }
  throw Refusal("no exercise of these sizes was found in which no row of weights is nearly one-hot or nearly uniform",
                "take other sizes or another --seed, or let rows be anything with --any-weights");
}

} // namespace attn
