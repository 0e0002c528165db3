// Working by hand: every step rounded before the next one uses it, on any problem.

#include "attention/by_hand.h"
#include "attention/solve.h"
#include "drawn_problem.h"
#include "matrix/decimal.h"
#include "trace_of.h"

#include <catch2/catch.hpp>
#include <rapidcheck.h>

using namespace attn;

namespace {

/// Calls look(step, head, matrix) for every matrix of a trace.
template <class Look>
void each_matrix(const Problem& problem, const Trace& trace, const Look& look) {
  for (const Stage& stage : stages()) {
    if (!stage.applies(problem)) continue;
    for (std::size_t head = 0; head < test::heads_of(stage, problem); ++head)
      look(stage.step, head, stage.pick(trace, problem.shape, head));
  }
}

/// Entries where `is` does not hold of what stands there in the two matrices; a blocked cell stands for itself.
template <class Is>
std::size_t count_unless(View a, View b, const Is& is) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.rows; ++i)
    for (std::size_t j = 0; j < a.cols; ++j)
      if (std::isfinite(a(i, j)) ? !is(a(i, j), b(i, j)) : std::isfinite(b(i, j))) ++count;
  return count;
}

} // namespace

TEST_CASE("every number worked by hand has no more decimals than asked for") {
  CHECK(rc::check([] {
    Problem problem = test::drawn_problem();
    problem.dtype = Dtype::float64; // float32 has few numbers with just so many decimals
    const Trace trace = by_hand(problem, 0, 3);
    each_matrix(problem, trace, [](Step, std::size_t, View values) {
      RC_ASSERT(count_unless(values, values, [](double a, double) { return a == round_decimals(a, 3); }) == 0U);
    });
  }));
}

TEST_CASE("with 15 decimals the work by hand is that of solve(), and the same queries see nothing") {
  CHECK(rc::check([] {
    Problem problem = test::drawn_problem();
    problem.dtype = Dtype::float64;
    const Trace exact = solve(problem, 0, every_step());
    const Trace rounded = by_hand(problem, 0, 15);
    RC_ASSERT(exact.blind == rounded.blind);
    each_matrix(problem, exact, [&](Step step, std::size_t head, View values) {
      // e^-20 has 7 significant digits of 15 decimals.
      if (step == Step::exponentials || step == Step::row_sum) return; // by hand e^s, not e^(s - row maximum)
      const View other = stage(step).pick(rounded, problem.shape, head);
      RC_ASSERT(count_unless(values, other,
                             [](double a, double b) { return std::fabs(a - b) <= 1e-5 * (1 + std::fabs(a)); }) == 0U);
    });
  }));
}

TEST_CASE("a row in which every e^s would round to 0 takes the row's maximum off") {
  Problem problem;
  problem.start = Start::scores;
  problem.shape.n = 1;
  problem.shape.m = 2;
  problem.scores = PerSequence<Matrix<double>>({test::matrix({{-12, -14}})});
  problem.mask.queries_count = 1;
  problem.mask.keys_count = 2;
  const Trace trace = by_hand(problem, 0, 4);
  CHECK(trace.heads[0].exponentials(0, 1) == 0.1353);
  CHECK(trace.heads[0].weights(0, 0) == 0.8808);
}
