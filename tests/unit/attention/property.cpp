// What holds for every problem, up to rounding: solve() against the specification, and the laws of the softmax.
//
// Bounds are c·u·(sum of absolute values): u is half a unit in the last place of 1, c counts the roundings on the way.
// An error d of a score is an error of the relative size d in its exponential.

#include "attention/by_position.h"
#include "attention/solve.h"
#include "drawn_problem.h"
#include "trace_of.h"

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include <algorithm>
#include <numeric>

using namespace attn;

namespace {

using test::drawn_problem;

double unit(const Problem& problem) {
  return problem.dtype == Dtype::float32 ? 0x1p-24 : 0x1p-53;
}

/// What may be lost where a number is too small for the dtype.
double least(const Problem& problem) {
  return problem.dtype == Dtype::float32 ? 0x1p-149 : 0x1p-1074;
}

/// Scores take a few roundings (scale, its own value, softcap, add), each relative to the largest number on the way.
double score_bound(const Problem& problem, const HeadTrace& steps, std::size_t i) {
  double largest = problem.softcap.value_or(0);
  for (const Matrix<double>* scores : {&steps.scores, &steps.scaled_scores, &steps.capped_scores, &steps.masked_scores})
    for (std::size_t j = 0; j < scores->cols(); ++j)
      if (std::isfinite((*scores)(i, j))) largest = std::max(largest, std::fabs((*scores)(i, j)));
  return 16 * unit(problem) * largest;
}

/// Relative: the exponential of a difference of two scores, a sum over the keys, a division.
double weight_bound(const Problem& problem, const HeadTrace& steps, std::size_t i) {
  if (problem.start == Start::weights) return 0;
  const auto keys = static_cast<double>(problem.shape.keys());
  return 4 * score_bound(problem, steps, i) + (keys + 8) * unit(problem);
}

/// Sum of the absolute terms of one entry of a head's output.
double absolute_output(const Problem& problem, const Trace& trace, std::size_t h, std::size_t i, std::size_t c) {
  double sum = 0;
  const View V = stage(Step::head_V).pick(trace, problem.shape, h);
  for (std::size_t j = 0; j < V.rows; ++j) sum += std::fabs(trace.heads[h].weights(i, j) * V(j, c));
  return sum;
}

double lost_output(const Problem& problem, const Trace& trace, std::size_t h, std::size_t c) {
  double sum = 0;
  const View V = stage(Step::head_V).pick(trace, problem.shape, h);
  for (std::size_t j = 0; j < V.rows; ++j) sum += least(problem) * std::fabs(V(j, c));
  return sum;
}

double head_bound(const Problem& problem, const Trace& trace, std::size_t h, std::size_t i, std::size_t c) {
  const auto keys = static_cast<double>(problem.shape.keys());
  return (weight_bound(problem, trace.heads[h], i) + (keys + 2) * unit(problem)) *
             absolute_output(problem, trace, h, i, c) +
         lost_output(problem, trace, h, c);
}

double output_bound(const Problem& problem, const Trace& trace, std::size_t i, std::size_t j) {
  const Projection& O = problem.project_O;
  double error = 0, total = O.b.empty() ? 0 : std::fabs(O.b[j]);
  const std::size_t width = problem.shape.heads * problem.shape.d_v;
  for (std::size_t p = 0; p < width; ++p) {
    const double w = O.identity ? (p == j ? 1 : 0) : std::fabs(O.W(p, j));
    const std::size_t h = p / problem.shape.d_v, c = p % problem.shape.d_v;
    error += w * head_bound(problem, trace, h, i, c);
    total += w * absolute_output(problem, trace, h, i, c);
  }
  return error + static_cast<double>(width + 3) * unit(problem) * total;
}

double bound(const Problem& problem, const Trace& trace, Step step, std::size_t h, std::size_t i, std::size_t j) {
  const std::size_t d_v = problem.shape.d_v;
  switch (step) {
  case Step::scaled_scores:
  case Step::capped_scores:
  case Step::masked_scores:
    return score_bound(problem, trace.heads[h], i);
  case Step::exponentials:
    return 2 * score_bound(problem, trace.heads[h], i) + 4 * unit(problem);
  case Step::row_sum:
    return trace.heads[h].row_sum(i, 0) * weight_bound(problem, trace.heads[h], i);
  case Step::weights:

    return trace.heads[h].weights(i, j) * weight_bound(problem, trace.heads[h], i) + least(problem);
  case Step::head_output:
    return head_bound(problem, trace, h, i, j);
  case Step::concat:
    return head_bound(problem, trace, j / d_v, i, j % d_v);
  case Step::output:
    return output_bound(problem, trace, i, j);
  default:
    return 0; // integers: exact
  }
}

/// The jq path of the first step in which `trace` is farther from the specification than rounding takes it; "": none.
std::string first_step_off(const Problem& problem, std::size_t sequence, const Trace& trace) {
  const Trace exact = by_position(problem, sequence);
  for (const Stage& stage : stages())
    for (std::size_t h = 0; h < test::heads_of(stage, problem); ++h) {
      const View a = stage.pick(trace, problem.shape, h), b = stage.pick(exact, problem.shape, h);
      if (a.rows != b.rows || a.cols != b.cols) return path(problem, stage.step, sequence, h) + " has another shape";
      for (std::size_t i = 0; i < a.rows; ++i)
        for (std::size_t j = 0; j < a.cols; ++j)
          if (a(i, j) != b(i, j) && !(std::fabs(a(i, j) - b(i, j)) <= bound(problem, exact, stage.step, h, i, j)))
            return path(problem, stage.step, sequence, h);
    }
  return trace.blind == exact.blind ? "" : "blind";
}

/// One sequence that starts at the Q, K and V of a drawn problem, without a mask: its keys can be moved about.
Problem plain_problem() {
  Problem problem = drawn_problem();
  while (problem.start > Start::QKV || !problem.has_values()) problem = drawn_problem();
  const Trace trace = solve(problem, 0, {Step::Q, Step::K, Step::V});
  problem.start = Start::QKV;
  problem.Q = PerSequence<Matrix<double>>({trace.Q});
  problem.K = PerSequence<Matrix<double>>({trace.K});
  problem.V = PerSequence<Matrix<double>>({trace.V});
  problem.past_K = problem.past_V = {};
  problem.extra_K = problem.extra_V = {};
  problem.project_Q = problem.project_K = problem.project_V = {};
  problem.shape.m = problem.shape.keys();
  problem.shape.past = problem.shape.extra = 0;
  problem.mask = {};
  problem.mask.queries_count = problem.shape.n;
  problem.mask.keys_count = problem.shape.m;
  return problem;
}

Matrix<double> rows_in_order(const Matrix<double>& matrix, const std::vector<std::size_t>& order) {
  Matrix<double> made(order.size(), matrix.cols());
  for (std::size_t i = 0; i < order.size(); ++i) std::copy_n(&matrix(order[i], 0), matrix.cols(), &made(i, 0));
  return made;
}

/// The problem whose keys and values are those of `order`.
Problem with_keys(const Problem& problem, const std::vector<std::size_t>& order) {
  Problem made = problem;
  made.K = PerSequence<Matrix<double>>({rows_in_order(problem.K[0], order)});
  made.V = PerSequence<Matrix<double>>({rows_in_order(problem.V[0], order)});
  made.shape.m = made.mask.keys_count = order.size();
  return made;
}

/// Both outputs lie within the bound of the same exact one.
void assert_same_output(const Problem& problem, const Trace& a, const Trace& b) {
  const Trace exact = by_position(problem, 0);
  for (std::size_t i = 0; i < a.output.rows(); ++i)
    for (std::size_t j = 0; j < a.output.cols(); ++j)
      RC_ASSERT(std::fabs(a.output(i, j) - b.output(i, j)) <= 2 * output_bound(problem, exact, i, j));
}

std::vector<std::size_t> first_numbers(std::size_t count) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  return order;
}

} // namespace

TEST_CASE("solve() = by_position() on any problem") {
  CHECK(rc::check([] {
    const Problem problem = drawn_problem();
    for (std::size_t b = 0; b < problem.shape.sequences; ++b)
      RC_ASSERT(first_step_off(problem, b, solve(problem, b, every_step())) == "");
  }));
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const Problem problem = test::random_problem(test::Seeded(seed));
    for (std::size_t b = 0; b < problem.shape.sequences; ++b) {
      CAPTURE(seed);
      REQUIRE(first_step_off(problem, b, solve(problem, b, every_step())) == "");
    }
  }
}

TEST_CASE("weights of a row are not negative and sum to 1, or to 0 for a query that sees nothing") {
  CHECK(rc::check([] {
    Problem problem = drawn_problem();
    while (problem.start == Start::weights) problem = drawn_problem();
    const Trace trace = solve(problem, 0, {Step::weights});
    for (std::size_t h = 0; h < problem.shape.heads; ++h)
      for (std::size_t i = 0; i < problem.shape.n; ++i) {
        double sum = 0;
        for (std::size_t j = 0; j < problem.shape.keys(); ++j) sum += trace.heads[h].weights(i, j);
        const bool blind = std::ranges::count(trace.blind, h * problem.shape.n + i) != 0;
        const double expected = blind && problem.masked_row == MaskedRow::zero ? 0 : 1;
        RC_ASSERT(std::fabs(sum - expected) <= static_cast<double>(2 * problem.shape.keys() + 2) * unit(problem));
      }
  }));
}

TEST_CASE("a blocked key has weight exactly 0") {
  CHECK(rc::check([] {
    const Problem problem = drawn_problem();
    const Trace trace = solve(problem, 0, {Step::weights});
    for (std::size_t h = 0; h < problem.shape.heads; ++h)
      for (std::size_t i = 0; i < problem.shape.n; ++i)
        for (std::size_t j = 0; problem.masked_row == MaskedRow::zero && j < problem.shape.keys(); ++j)
          if (problem.mask.given() && problem.mask.blocked_by({0, h, i, j}))
            RC_ASSERT(trace.heads[h].weights(i, j) == 0);
  }));
}

TEST_CASE("keys and values in another order give the same output") {
  CHECK(rc::check([] {
    const Problem problem = plain_problem();
    std::vector<std::size_t> order = first_numbers(problem.shape.m);
    std::rotate(order.begin(), order.begin() + *rc::gen::inRange(0, static_cast<int>(order.size())), order.end());
    assert_same_output(problem, solve(problem, 0, {Step::output}), solve(with_keys(problem, order), 0, {Step::output}));
  }));
}

TEST_CASE("masking a key = leaving it out") {
  CHECK(rc::check([] {
    Problem problem = plain_problem();
    while (problem.shape.m == 1) problem = plain_problem();
    const auto out = static_cast<std::size_t>(*rc::gen::inRange(0, static_cast<int>(problem.shape.m)));
    Problem masked = problem;
    masked.mask.padding = {{1, 1, 1, problem.shape.m}, std::vector<std::uint8_t>(problem.shape.m, 1)};
    masked.mask.padding.values[out] = 0;
    std::vector<std::size_t> others = first_numbers(problem.shape.m);
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(out));
    assert_same_output(masked, solve(masked, 0, {Step::output}), solve(with_keys(problem, others), 0, {Step::output}));
  }));
}
