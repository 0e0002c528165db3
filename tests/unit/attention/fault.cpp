// What is not finite is refused, at the first place by step, head, row and column, whatever is kept.

#include "attention/by_hand.h"
#include "attention/solve.h"
#include "error.h"
#include "trace_of.h"

#include <catch2/catch.hpp>

using namespace attn;
using test::matrix;

namespace {

/// Two heads of width 1, as many keys as queries.
Problem two_heads(const Matrix<double>& Q, const Matrix<double>& K, const Matrix<double>& V) {
  Problem problem;
  problem.start = Start::QKV;
  problem.Q = PerSequence<Matrix<double>>({Q});
  problem.K = PerSequence<Matrix<double>>({K});
  problem.V = PerSequence<Matrix<double>>({V});
  problem.shape = {1, Q.rows(), K.rows(), 0, 0, 2, 2, 1, 1, 2};
  problem.mask.queries_count = Q.rows();
  problem.mask.keys_count = K.rows();
  return problem;
}

Error first_error(const Problem& problem, std::size_t sequence = 0, StepSet keep = {Step::output}) {
  try {
    solve(problem, sequence, keep);
  } catch (const Refusal& refusal) {
    return refusal.errors.at(0);
  }
  return {};
}

std::string first_pointer(const Problem& problem, StepSet keep = {Step::output}) {
  return first_error(problem, 0, keep).place.pointer;
}

const Matrix<double> ones = matrix({{1, 1}, {1, 1}});

} // namespace

TEST_CASE("a score that overflows is named with its head, query and key") {
  const Error error = first_error(two_heads(matrix({{1e200, 1}, {1, 1}}), matrix({{1e200, 1}, {1, 1}}), ones));
  CHECK(error.place.pointer == "/heads/0/scores/0/0");
  CHECK(error.message == "scores of head 1, query 1, key 1 is not finite (it overflows float64)");
  CHECK_FALSE(error.hint.empty());
  CHECK(error.place.file.empty());
}

TEST_CASE("in a batch the sequence is named too") {
  Problem problem = two_heads(ones, ones, ones);
  problem.batched = true;
  problem.shape.sequences = 2;
  problem.Q = PerSequence<Matrix<double>>({ones, matrix({{1, 1}, {1, 1e200}})});
  problem.K = PerSequence<Matrix<double>>({ones, matrix({{1, 1}, {1, -1e200}})});
  problem.V = PerSequence<Matrix<double>>({ones, ones});
  CHECK(first_error(problem, 0).message.empty());
  const Error error = first_error(problem, 1);
  CHECK(error.place.pointer == "/batch/1/heads/1/scores/1/1");
  CHECK(error.message == "scores of sequence 2, head 2, query 2, key 2 is not finite (it overflows float64)");
}

TEST_CASE("an earlier step comes first, then a lower head, row and column") {
  Problem problem = two_heads(matrix({{1e10, 1}, {1, 1e200}}), matrix({{1, 1}, {1, 1e200}}), ones);
  problem.scale = 1e300; // head 1 overflows when it is scaled, head 2 before
  CHECK(first_pointer(problem) == "/heads/1/scores/1/1");
  problem.Q = PerSequence<Matrix<double>>({matrix({{1, 1}, {1e10, 1e10}})});
  problem.K = PerSequence<Matrix<double>>({ones});
  CHECK(first_pointer(problem) == "/heads/0/scaled_scores/1/0");
}

TEST_CASE("what is kept does not decide which fault is told") {
  Problem problem = two_heads(matrix({{1e10, 1}, {1, 1e200}}), matrix({{1, 1}, {1, 1e200}}), ones);
  problem.scale = 1e300;
  for (const Stage& stage : stages()) CHECK(first_pointer(problem, {stage.step}) == "/heads/1/scores/1/1");
  CHECK_THROWS_AS(by_hand(problem, 0, 2), Refusal);
}

TEST_CASE("the softcap does not hide a score that overflows") {
  Problem problem = two_heads(matrix({{1e200, 1}, {1, 1}}), matrix({{1e200, 1}, {1, 1}}), ones);
  problem.softcap = 1;
  CHECK(first_pointer(problem) == "/heads/0/scores/0/0");
}

TEST_CASE("a blocked cell may hold what it will") {
  Problem problem = two_heads(matrix({{1e200, 1}, {1, 1}}), matrix({{1, 1}, {1e200, 1}}), ones);
  problem.mask.causal = Causal::top_left; // query 1 does not see key 2, where the score is 1e400
  const double blocked = -std::numeric_limits<double>::infinity();
  for (const std::optional<double> softcap : {std::optional<double>(), std::optional<double>(3)}) {
    problem.softcap = softcap;
    const Trace trace = solve(problem, 0, every_step());
    CHECK(trace.heads[0].scores(0, 1) == blocked);
    CHECK(trace.heads[0].scaled_scores(0, 1) == blocked);
    if (softcap) CHECK(trace.heads[0].capped_scores(0, 1) == blocked);
    CHECK(trace.heads[0].masked_scores(0, 1) == blocked);
    CHECK(trace.heads[0].weights(0, 1) == 0);
    CHECK(trace.heads[1].scores(0, 1) == 1);
    CHECK(trace.output(0, 0) == 1);
  }
}

TEST_CASE("Q, K, V, what is added, given scores and weights, heads and output are looked at") {
  const Matrix<double> big = matrix({{1, 1}, {1e308, 1}});
  Problem problem = two_heads(big, big, big);
  problem.project_Q.b = problem.project_K.b = problem.project_V.b = {1e308, 0};
  CHECK(first_error(problem).message == "Q of query 2, column 1 is not finite (it overflows float64)");
  problem.Q = PerSequence<Matrix<double>>({ones});
  problem.project_Q.b.clear();
  CHECK(first_error(problem).message == "K of key 2, column 1 is not finite (it overflows float64)");
  problem.K = PerSequence<Matrix<double>>({ones});
  problem.project_K.b.clear();
  CHECK(first_pointer(problem) == "/V/1/0");
  problem.project_V.b.clear();
  problem.project_O = {false, matrix({{1, 10}, {1, 1}}), {}};
  CHECK(first_error(problem).message == "output of query 1, column 2 is not finite (it overflows float64)");
  problem.scale = 1e308;
  problem.mask.add = {{1, 1, 2, 2}, {0, 1e308, 0, 0}};
  CHECK(first_pointer(problem) == "/heads/0/masked_scores/0/1");
}

TEST_CASE("weights and scores that are given, and the sums they make") {
  Problem problem = two_heads(ones, ones, matrix({{1e308, 1}, {1e308, 1}}));
  problem.start = Start::weights;
  problem.weights = PerSequence<Matrix<double>>({matrix({{1, 1}, {1, 0}, {1, 1}, {1, 1}})});
  CHECK(first_error(problem).message == "output of head 1, query 1, column 1 is not finite (it overflows float64)");
  problem.dtype = Dtype::float32;
  problem.V = PerSequence<Matrix<double>>({ones});
  problem.weights = PerSequence<Matrix<double>>({matrix({{1, 1}, {1, 0}, {1, 1}, {1, 1e39}})});
  CHECK(first_error(problem).message == "weights of head 2, query 2, key 2 is not finite (it overflows float32)");
  problem.start = Start::scores;
  problem.scores = problem.weights;
  CHECK(first_pointer(problem) == "/heads/1/scores/1/1");
}

TEST_CASE("many threads tell the same first fault") {
  const std::size_t n = 200;
  Matrix<double> X(n, 64);
  for (std::size_t i = 100; i < n; ++i) X(i, i % 64) = 1e200;
  Problem problem = two_heads(X, X, X);
  problem.shape.heads = problem.shape.kv_heads = 8;
  problem.shape.d_k = problem.shape.d_v = 8;
  problem.shape.d_out = 64;
  for (const std::size_t threads : {1u, 2u, 3u, 8u}) {
    try {
      solve(problem, 0, {Step::output}, {threads, ""});
      FAIL("nothing was refused");
    } catch (const Refusal& refusal) {
      CHECK(refusal.errors.at(0).place.pointer == "/heads/0/scores/128/128"); // 128 = 2·64: the first in columns 1 to 8
    }
  }
}
