// Exercises are the same for a seed, and their weights are worth working.

#include "attention/exercise.h"

#include "attention/solve.h"
#include "error.h"
#include "trace_of.h"

#include <catch2/catch.hpp>

using namespace attn;

namespace {

Request request(std::size_t tokens, std::size_t heads) {
  Request made;
  made.sizes.tokens = tokens;
  made.sizes.heads = heads;
  made.sizes.d_model = heads == 1 ? 4 : 2 * heads;
  return made;
}

Problem weights_of(std::vector<std::vector<double>> scores) {
  Problem problem;
  problem.start = Start::scores;
  problem.shape = {.n = scores.size(), .m = scores[0].size()};
  problem.mask.queries_count = problem.shape.n;
  problem.mask.keys_count = problem.shape.m;
  problem.scores = PerSequence<Matrix<double>>({test::matrix(std::move(scores))});
  return problem;
}

} // namespace

TEST_CASE("nearly one-hot and nearly uniform rows are dull") {
  CHECK(dull_rows(weights_of({{0, 1, 2}, {2, 1, 0}})) == 0);
  CHECK(dull_rows(weights_of({{0, 0, 9}, {2, 1, 0}})) == 1);   // 0.9998
  CHECK(dull_rows(weights_of({{1, 1, 1}, {5, 5, 5}})) == 2);   // thirds
  CHECK(dull_rows(weights_of({{0, 0, 0.2}, {2, 1, 0}})) == 1); // 0.31 0.31 0.38
}

TEST_CASE("a query that sees one key, or none, is as it must be") {
  Problem problem = weights_of({{0, 0, 9}, {0, 1, 2}});
  problem.mask.padding = {{1, 1, 1, 3}, {0, 1, 0}};
  CHECK(dull_rows(problem) == 0);
}

TEST_CASE("no exercise has a dull row: heads, shared heads, masks, contexts, biases, decimals") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed)
    for (const bool plain : {true, false}) {
      Request made = request(plain ? 3 : 4, plain ? 1 : 2);
      made.causal = made.padding = made.bias = !plain;
      if (!plain) {
        made.sizes.kv_heads = 1;
        made.sizes.context = 5;
        made.digits = 1;
      }
      const Problem problem = exercise(made, seed, false);
      CHECK(dull_rows(problem) == 0);
      CHECK(problem.id->text == std::to_string(seed));
    }
}

TEST_CASE("many rows and heads are found too") {
  Request large = request(24, 8);
  CHECK(dull_rows(exercise(large, 1, false)) == 0);
}

TEST_CASE("the same seed gives the same exercise, another one another") {
  const Problem a = exercise(request(3, 2), 7, false), b = exercise(request(3, 2), 7, false);
  const Problem c = exercise(request(3, 2), 8, false);
  CHECK(test::same_bits(a.X[0], b.X[0]));
  CHECK(test::same_bits(a.project_Q.W, b.project_Q.W));
  CHECK_FALSE(test::same_bits(a.X[0], c.X[0]));
}

TEST_CASE("any weights are taken when they are asked for") {
  bool some_dull = false;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) some_dull |= dull_rows(exercise(request(3, 1), seed, true)) != 0;
  CHECK(some_dull);
}

TEST_CASE("sizes that allow no such weights are refused") {
  Request one_column = request(40, 1);
  one_column.sizes.d_model = 1;
  CHECK_THROWS_AS(exercise(one_column, 1, false), Refusal);
}
