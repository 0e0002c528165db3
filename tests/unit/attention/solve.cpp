// Cases that a person can check by hand.

#include "attention/solve.h"

#include "attention/by_hand.h"
#include "trace_of.h"

#include <catch2/catch.hpp>

using namespace attn;
using test::matrix;

namespace {

/// Q = K = V = X, `heads` heads.
Problem self_attention(const Matrix<double>& X, std::size_t heads) {
  Problem problem;
  problem.X = PerSequence<Matrix<double>>({X});
  const std::size_t width = X.cols() / heads;
  problem.shape = {1, X.rows(), X.rows(), 0, X.cols(), heads, heads, width, width, X.cols()};
  problem.scale = 1 / std::sqrt(static_cast<double>(width));
  problem.mask.queries_count = problem.mask.keys_count = X.rows();
  return problem;
}

/// Q, K and V as they are, one head.
Problem given(const Matrix<double>& Q, const Matrix<double>& K, const Matrix<double>& V) {
  Problem problem;
  problem.start = Start::QKV;
  problem.Q = PerSequence<Matrix<double>>({Q});
  problem.K = PerSequence<Matrix<double>>({K});
  problem.V = PerSequence<Matrix<double>>({V});
  problem.shape = {1, Q.rows(), K.rows(), 0, 0, 1, 1, Q.cols(), V.cols(), V.cols()};
  problem.mask.queries_count = Q.rows();
  problem.mask.keys_count = K.rows();
  return problem;
}

Trace solved(const Problem& problem) {
  return solve(problem, 0, every_step());
}

const Matrix<double> two_heads = matrix({{1, 0, 1, 0}, {0, 1, 0, 1}, {1, 1, 0, 0}});

} // namespace

TEST_CASE("two heads see the first and the last two columns of X") {
  const Problem problem = self_attention(two_heads, 2);
  const Trace trace = solved(problem);
  CHECK(test::same_bits(trace.heads[0].scores, matrix({{1, 0, 1}, {0, 1, 1}, {1, 1, 2}})));
  CHECK(test::same_bits(trace.heads[1].scores, matrix({{1, 0, 0}, {0, 1, 0}, {0, 0, 0}})));
  CHECK(test::same_bits(stage(Step::head_Q).pick(trace, problem.shape, 1), matrix({{1, 0}, {0, 1}, {0, 0}})));
  CHECK(trace.heads[0].scaled_scores(2, 2) == 2 * problem.scale);
  // e^(-s) with s = 1/sqrt(2): 0.4931; query 1 of head 1 weighs 1, 0.4931, 1
  CHECK(trace.heads[0].weights(0, 0) == Approx(0.4011).margin(5e-5));
  CHECK(trace.heads[0].weights(0, 1) == Approx(0.1978).margin(5e-5));
  CHECK(test::same_bits(View(trace.heads[1].weights).row_range(2, 1), matrix({{1. / 3, 1. / 3, 1. / 3}})));
  CHECK(trace.concat(2, 0) == Approx(0.7517449).margin(5e-8));
  CHECK(test::same_bits(trace.output, trace.concat));
}

TEST_CASE("a key that lies 1e4 along one axis takes the whole weight of the query along it") {
  const Matrix<double> keys = matrix({{1e4, 0, 0}, {0, 1e4, 0}, {0, 0, 1e4}});
  const Matrix<double> values = matrix({{1, 2}, {3, 4}, {5, 6}});
  const Trace trace = solved(given(matrix({{0, 0, 1}, {1, 0, 0}}), keys, values));
  CHECK(test::same_bits(trace.heads[0].weights, matrix({{0, 0, 1}, {1, 0, 0}})));
  CHECK(test::same_bits(trace.output, matrix({{5, 6}, {1, 2}})));
}

TEST_CASE("scores 112 and 96 with keys of width 64 give 14 and 12, then 0.8808 and 0.1192") {
  Problem problem;
  problem.start = Start::scores;
  problem.scores = PerSequence<Matrix<double>>({matrix({{112, 96}})});
  problem.shape = {1, 1, 2, 0, 0, 1, 1, 64, 0, 0};
  problem.scale = 1.0 / 8;
  const Trace trace = solved(problem);
  CHECK(test::same_bits(trace.heads[0].scaled_scores, matrix({{14, 12}})));
  CHECK(trace.heads[0].weights(0, 0) == Approx(0.8808).margin(5e-5));
  CHECK(trace.heads[0].weights(0, 1) == Approx(0.1192).margin(5e-5));
  CHECK(trace.output.empty());
}

TEST_CASE("weights that are given meet the values as they are") {
  Problem problem;
  problem.start = Start::weights;
  problem.weights = PerSequence<Matrix<double>>({matrix({{0.5, 0.25, 0.25}})});
  problem.V = PerSequence<Matrix<double>>({matrix({{4}, {8}, {16}})});
  problem.shape = {1, 1, 3, 0, 0, 1, 1, 0, 1, 1};
  const Trace trace = solved(problem);
  CHECK(test::same_bits(trace.output, matrix({{8}})));
  CHECK(trace.heads[0].scores.empty());
  CHECK(trace.heads[0].exponentials.empty());
}

TEST_CASE("biases are added after the projection, also to Q, K and V that are given") {
  Problem problem = given(matrix({{1, 2}}), matrix({{3, 4}}), matrix({{5}}));
  problem.project_Q.b = {10, 20};
  problem.project_K.b = {0, 1};
  problem.project_V.b = {7};
  problem.project_O.identity = false;
  problem.project_O.W = matrix({{2, 3}});
  problem.project_O.b = {0, 1};
  problem.shape.d_out = 2;
  const Trace trace = solved(problem);
  CHECK(test::same_bits(trace.Q, matrix({{11, 22}})));
  CHECK(test::same_bits(trace.K, matrix({{3, 5}})));
  CHECK(test::same_bits(trace.output, matrix({{24, 37}})));
}

TEST_CASE("cached keys and values come first and are taken as they are") {
  Problem problem = given(matrix({{1}}), matrix({{2}}), matrix({{30}}));
  problem.past_K = PerSequence<Matrix<double>>({matrix({{5}})});
  problem.past_V = PerSequence<Matrix<double>>({matrix({{10}})});
  problem.project_K.b = {1};
  problem.shape.past = problem.mask.past = 1;
  problem.mask.keys_count = 2;
  const Trace trace = solved(problem);
  CHECK(test::same_bits(trace.K, matrix({{5}, {3}})));
  CHECK(test::same_bits(trace.V, matrix({{10}, {30}})));
  CHECK(test::same_bits(trace.heads[0].scores, matrix({{5, 3}})));
}

TEST_CASE("softcap: 2·tanh(s / 2) after scaling and before the mask, so that what is added is not capped") {
  Problem problem = given(matrix({{1}}), matrix({{100}, {0}}), matrix({{1}, {0}}));
  problem.softcap = 2;
  problem.mask.add = {{1, 1, 1, 2}, {50, 0}};
  const Trace trace = solved(problem);
  CHECK(test::same_bits(trace.heads[0].capped_scores, matrix({{2, 0}})));
  CHECK(test::same_bits(trace.heads[0].masked_scores, matrix({{52, 0}})));
}

TEST_CASE("under a causal mask query 1 sees key 1 alone") {
  Problem problem = self_attention(two_heads, 1);
  problem.mask.causal = Causal::top_left;
  const Trace trace = solved(problem);
  const double blocked = -std::numeric_limits<double>::infinity();
  CHECK(test::same_bits(View(trace.heads[0].masked_scores).row_range(0, 1), matrix({{1, blocked, blocked}})));
  CHECK(test::same_bits(View(trace.heads[0].weights).row_range(0, 1), matrix({{1, 0, 0}})));
  CHECK(trace.heads[0].weights(1, 1) > 0);
  CHECK(trace.heads[0].weights(1, 2) == 0);
  CHECK(trace.blind.empty());
}

TEST_CASE("a query that may see no key gets zeros, or every key alike if asked") {
  Problem problem = self_attention(two_heads, 2);
  problem.mask.queries = {{1, 1, 3, 1}, {1, 0, 1}};
  const Trace zero = solved(problem);
  CHECK(test::same_bits(View(zero.heads[1].weights).row_range(1, 1), matrix({{0, 0, 0}})));
  CHECK(test::same_bits(View(zero.output).row_range(1, 1), matrix({{0, 0, 0, 0}})));
  CHECK(zero.blind == std::vector<std::size_t>{1, 4});

  problem.masked_row = MaskedRow::uniform;
  const Trace uniform = solved(problem);
  CHECK(test::same_bits(View(uniform.heads[1].weights).row_range(1, 1), matrix({{1. / 3, 1. / 3, 1. / 3}})));
  CHECK(uniform.blind == std::vector<std::size_t>{1, 4});
}

TEST_CASE("neighbouring query heads share a key head") {
  Problem problem = given(matrix({{1, 1, 1, 1}}), matrix({{2, 3}}), matrix({{5, 7}}));
  problem.shape.heads = 4;
  problem.shape.kv_heads = 2;
  problem.shape.d_k = problem.shape.d_v = 1;
  problem.shape.d_out = 4;
  const Trace trace = solved(problem);
  CHECK(test::same_bits(trace.output, matrix({{5, 5, 7, 7}})));
  CHECK(trace.heads[1].scores(0, 0) == 2);
  CHECK(trace.heads[2].scores(0, 0) == 3);
}

TEST_CASE("rounded by hand to 4 decimals, 0.2483 + 0.5035 is 0.7518, where the exact value is 0.7517449") {
  const Trace trace = by_hand(self_attention(two_heads, 2), 0, 4);
  CHECK(trace.heads[0].exponentials(0, 0) == 2.0281); // e^0.7071 = 2.02810, the row's maximum not taken off
  CHECK(trace.concat(2, 0) == 0.7518);
  CHECK(trace.output(2, 0) == 0.7518);
}

TEST_CASE("by hand, e^s is written without the row's maximum until a score exceeds 20") {
  Problem problem;
  problem.start = Start::scores;
  problem.shape = {1, 2, 2, 0, 0, 1, 1, 0, 0, 0};
  problem.scores = PerSequence<Matrix<double>>({matrix({{1, 0}, {21, 20}})});
  const Trace trace = by_hand(problem, 0, 2);
  CHECK(test::same_bits(trace.heads[0].exponentials, matrix({{2.72, 1}, {1, 0.37}})));
  CHECK(test::same_bits(trace.heads[0].row_sum, matrix({{3.72}, {1.37}})));
  CHECK(test::same_bits(trace.heads[0].weights, matrix({{0.73, 0.27}, {0.73, 0.27}})));
}

TEST_CASE("how many numbers are kept, before anything is worked") {
  Problem problem = self_attention(two_heads, 2); // n = m = 3, d_k = d_v = 2
  CHECK(kept_numbers(problem, {}) == 0);
  CHECK(kept_numbers(problem, {Step::weights}) == 2 * 3 * 3);
  CHECK(kept_numbers(problem, {Step::row_sum}) == 2 * 3);
  CHECK(kept_numbers(problem, {Step::concat}) == 3 * 2 * 2);
  CHECK(kept_numbers(problem, {Step::output}) == 3 * 4);
  CHECK(kept_numbers(problem, {Step::Q, Step::K, Step::V}) == 3 * (3 * 4));
  problem.shape.sequences = 5;
  CHECK(kept_numbers(problem, {Step::weights, Step::output}) == 5 * (18 + 12));
}

TEST_CASE("positions keep Q and K a second time, as they are turned") {
  Problem problem = self_attention(two_heads, 2);
  const std::size_t without = kept_numbers(problem, every_step());
  problem.rope = Rope{10000, 2, false, 0};
  CHECK(kept_numbers(problem, every_step()) == without + 3 * 4 + 3 * 4);
}

TEST_CASE("what is at work beside them: heads and output, keys and values twice, half as much in single precision") {
  Problem problem = self_attention(two_heads, 2);
  const std::size_t numbers = 3 * (2 * (2 + 2) + 4) + 3 * 2 * (2 + 2) * 2;
  CHECK(working_bytes(problem) == 8 * numbers);
  problem.dtype = Dtype::float32;
  CHECK(working_bytes(problem) == 4 * numbers);
}
