// Rotary positions, QK-norm, ALiBi and sinks on numbers that a person can check.

#include "attention/rotary.h"
#include "attention/by_hand.h"
#include "attention/solve.h"
#include "attention/stage.h"
#include "error.h"
#include "trace_of.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>

using namespace attn;

namespace {

/// Queries and keys of one head, without values.
Problem given(Matrix<double> Q, Matrix<double> K) {
  Problem problem;
  problem.start = Start::QKV;
  problem.shape.n = Q.rows();
  problem.shape.m = K.rows();
  problem.shape.d_k = Q.cols();
  problem.Q = PerSequence<Matrix<double>>({std::move(Q)});
  problem.K = PerSequence<Matrix<double>>({std::move(K)});
  problem.mask.queries_count = problem.shape.n;
  problem.mask.keys_count = problem.shape.m;
  return problem;
}

std::vector<double> row(View values, std::size_t i) {
  std::vector<double> made;
  for (std::size_t j = 0; j < values.cols; ++j) made.push_back(values(i, j));
  return made;
}

} // namespace

TEST_CASE("halves: coordinate i goes with i + dims/2; interleaved: with its neighbour; the rest stays") {
  // The second pair turns by base^(-1/2) = 1/100 of the first.
  const double c = std::cos(3.0), s = std::sin(3.0), c2 = std::cos(0.03), s2 = std::sin(0.03);
  Problem problem = given(test::matrix({{1, 2, 3, 4, 5}}), test::matrix({{1, 0, 0, 0, 0}}));
  problem.rope = Rope{10000, 4, false, 3};
  const std::vector<double> halves = row(solve(problem, 0, every_step()).rotated_Q, 0);
  CHECK(halves[0] == Approx(c - 3 * s));
  CHECK(halves[1] == Approx(2 * c2 - 4 * s2));
  CHECK(halves[2] == Approx(3 * c + s));
  CHECK(halves[3] == Approx(4 * c2 + 2 * s2));
  CHECK(halves[4] == 5);
  problem.rope->interleaved = true;
  const std::vector<double> neighbours = row(solve(problem, 0, every_step()).rotated_Q, 0);
  CHECK(neighbours[0] == Approx(c - 2 * s));
  CHECK(neighbours[1] == Approx(2 * c + s));
  CHECK(neighbours[2] == Approx(3 * c2 - 4 * s2));
  CHECK(neighbours[3] == Approx(4 * c2 + 3 * s2));
  CHECK(neighbours[4] == 5);
}

TEST_CASE("scores depend on how far apart query and key are, not on where") {
  Problem problem = given(test::matrix({{1, 2}, {1, 2}}), test::matrix({{3, 4}, {3, 4}}));
  problem.rope = Rope{10000, 2, false, 0};
  const Trace at_zero = solve(problem, 0, every_step());
  const View near = at_zero.heads[0].scores;
  CHECK(near(0, 0) == Approx(11));
  CHECK(near(1, 1) == Approx(11));
  problem.rope->offset = 100000;
  const Trace far = solve(problem, 0, every_step());
  CHECK(far.heads[0].scores(1, 0) == Approx(near(1, 0)));
  CHECK(far.heads[0].scores(0, 1) == Approx(near(0, 1)));
}

TEST_CASE("cached keys are normed and turned already, the new ones begin after them") {
  Problem problem = given(test::matrix({{2, 0}}), test::matrix({{2, 0}}));
  problem.past_K = PerSequence<Matrix<double>>({test::matrix({{5, 0}})});
  problem.shape.past = problem.mask.past = 1;
  problem.mask.keys_count = 2;
  problem.qk_norm = QkNorm{QkNorm::Kind::rms, 1e-30, {}, {}};
  problem.rope = Rope{10000, 2, false, 1};
  const Trace trace = solve(problem, 0, every_step());
  CHECK(row(trace.rotated_K, 0) == std::vector<double>{5, 0});
  CHECK(trace.rotated_K(1, 0) == Approx(std::sqrt(2) * std::cos(1)));
  CHECK(trace.heads[0].scores(0, 1) == Approx(2));
}

TEST_CASE("rms divides by the root of the mean square, layer takes the mean off first") {
  Problem problem = given(test::matrix({{7, 1}}), test::matrix({{7, 1}}));
  problem.qk_norm = QkNorm{QkNorm::Kind::rms, 11, {}, {3, 1}}; // (49 + 1) / 2 + 11 = 6²
  const Trace rms = solve(problem, 0, every_step());
  CHECK(row(rms.normed_Q, 0) == std::vector<double>{7.0 / 6, 1.0 / 6});
  CHECK(row(rms.normed_K, 0) == std::vector<double>{3.5, 1.0 / 6});
  problem.qk_norm = QkNorm{QkNorm::Kind::layer, 7, {}, {}}; // 4 - 4 + ... (9 + 9) / 2 + 7 = 4²
  CHECK(row(solve(problem, 0, every_step()).normed_Q, 0) == std::vector<double>{0.75, -0.75});
}

TEST_CASE("what overflows in a norm is refused at its place, not divided away") {
  Problem problem = given(test::matrix({{1, 1}, {1e200, 1}}), test::matrix({{1, 1}}));
  problem.qk_norm.emplace();
  try {
    solve(problem, 0, {Step::weights});
    FAIL("it overflows");
  } catch (const Refusal& refusal) {
    CHECK(refusal.errors.at(0).message == "normed_Q of head 1, query 2, column 1 is not finite (it overflows float64)");
    CHECK(refusal.errors.at(0).place.pointer == "/heads/0/normed_Q/1/0");
  }
}

TEST_CASE("ALiBi takes the slope times the distance off, either way") {
  Problem problem = given(test::matrix({{0}, {0}, {0}}), test::matrix({{0}, {0}, {0}}));
  problem.alibi = {0.5};
  const Trace trace = solve(problem, 0, every_step());
  CHECK(row(trace.heads[0].alibi_scores, 0) == std::vector<double>{0, -0.5, -1});
  CHECK(row(trace.heads[0].alibi_scores, 2) == std::vector<double>{-1, -0.5, 0});
}

TEST_CASE("a sink is one key more in the softmax: equal scores and one sink share alike") {
  Problem problem = given(test::matrix({{0}}), test::matrix({{0}, {0}, {0}}));
  problem.sinks = {0};
  const Trace trace = solve(problem, 0, every_step());
  CHECK(row(trace.heads[0].weights, 0) == std::vector<double>{0.25, 0.25, 0.25});
  CHECK(trace.heads[0].row_sum(0, 0) == 4);
  problem.sinks = {800}; // the largest score of the row, which is taken off
  CHECK(row(solve(problem, 0, every_step()).heads[0].weights, 0) == std::vector<double>{0, 0, 0});
  CHECK(row(by_hand(problem, 0, 2).heads[0].weights, 0) == std::vector<double>{0, 0, 0});
}

TEST_CASE("float16: every step is rounded to it, sums are not; what exceeds 65504 names its step") {
  // 2048 + 1 + 1 + 1 is 2051, of which float16 has 2052; rounded after every sum it would be 2048.
  Problem problem = given(test::matrix({{2048, 1, 1, 1}}), test::matrix({{1, 1, 1, 1}}));
  problem.dtype = Dtype::float16;
  CHECK(solve(problem, 0, every_step()).heads[0].scores(0, 0) == 2052);
  problem.scale = 1.0 / 3;
  CHECK(solve(problem, 0, every_step()).heads[0].scaled_scores(0, 0) == 684);
  problem.scale = 100;
  try {
    solve(problem, 0, {Step::weights});
    FAIL("it overflows");
  } catch (const Refusal& refusal) {
    CHECK(refusal.errors.at(0).message ==
          "scaled_scores of head 1, query 1, key 1 is not finite (it overflows float16)");
    CHECK(refusal.errors.at(0).hint == "float16 ends at 65504: work in float32, or with smaller numbers");
  }
  problem.dtype = Dtype::bfloat16;
  CHECK(solve(problem, 0, every_step()).heads[0].scores(0, 0) == 2048);
}
