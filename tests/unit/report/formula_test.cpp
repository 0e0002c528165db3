#include "report/formula.h"

#include "attention/stage.h"
#include "small_problems.h"

#include <catch2/catch.hpp>
#include <string>

namespace attn {
namespace {

/// What stands behind the formula: the shapes.
std::string shapes(const Problem& problem, Step step, std::size_t head = 0) {
  const std::string all = plain_text(formula(problem, step, head));
  return all.substr(all.find("   ") + 3);
}

} // namespace

TEST_CASE("a projection names its source, its weights and its bias") {
  Problem problem = two_heads();
  CHECK(plain_text(formula(problem, Step::Q, 0)) == "X·W_Q, W_Q = I   [3,4]·[4,4] = [3,4]");
  problem.project_Q = weights(4, 4, {1, 2, 3, 4});
  CHECK(plain_text(formula(problem, Step::Q, 0)) == "X·W_Q + b_Q   [3,4]·[4,4] = [3,4]");
}

TEST_CASE("keys and values come from the context, values perhaps from a place of their own") {
  Problem problem = two_heads();
  problem.context = shared(Matrix<double>(3, 5));
  problem.project_K = weights(5, 4);
  problem.project_V = weights(5, 4);
  CHECK(plain_text(formula(problem, Step::K, 0)) == "context·W_K   [3,5]·[5,4] = [3,4]");
  CHECK(plain_text(formula(problem, Step::V, 0)) == "context·W_V   [3,5]·[5,4] = [3,4]");
  problem.context_V = shared(Matrix<double>(3, 6));
  problem.project_V = weights(6, 4);
  CHECK(plain_text(formula(problem, Step::V, 0)) == "context_V·W_V   [3,6]·[6,4] = [3,4]");
}

TEST_CASE("what is given is not worked") {
  Problem problem = given_directly();
  CHECK(plain_text(formula(problem, Step::Q, 0)) == "given   [2,2]");
  CHECK(plain_text(formula(problem, Step::V, 0)) == "given   [3,1]");
  problem.project_K.b = {1, 2};
  CHECK(plain_text(formula(problem, Step::K, 0)) == "given + b_K   [3,2]");
  problem.start = Start::scores;
  CHECK(plain_text(formula(problem, Step::scores, 0)) == "given   [2,3]");
  problem.start = Start::weights;
  CHECK(plain_text(formula(problem, Step::weights, 0)) == "given   [2,3]");
}

TEST_CASE("cached keys stand above the new ones") {
  Problem problem = two_heads();
  problem.shape.past = 2;
  problem.past_K = shared(Matrix<double>(2, 4));
  problem.past_V = shared(Matrix<double>(2, 4));
  CHECK(plain_text(formula(problem, Step::K, 0)) == "past.K above X·W_K, W_K = I   [2,4] above [3,4]·[4,4] = [5,4]");
  CHECK(shapes(problem, Step::scores) == "[3,2]·[2,5] = [3,5]");
  CHECK(shapes(problem, Step::head_output) == "[3,5]·[5,2] = [3,2]");
  Problem given = given_directly();
  given.shape.past = 4;
  given.past_K = shared(Matrix<double>(4, 2));
  CHECK(plain_text(formula(given, Step::K, 0)) == "past.K above given   [7,2]");
}

TEST_CASE("a head is a block of columns; grouped heads share theirs") {
  Problem problem = two_heads();
  CHECK(plain_text(formula(problem, Step::head_Q, 0)) == "columns 1-2 of Q   [3,2]");
  CHECK(plain_text(formula(problem, Step::head_Q, 1)) == "columns 3-4 of Q   [3,2]");
  problem.shape.kv_heads = 1;
  CHECK(plain_text(formula(problem, Step::head_K, 1)) == "columns 1-2 of K   [3,2]");
  CHECK(plain_text(formula(given_directly(), Step::head_V, 0)) == "column 1 of V   [3,1]");
}

TEST_CASE("every other step says its general formula with the shapes of this problem") {
  const Problem problem = two_heads();
  CHECK(shapes(problem, Step::scores) == "[3,2]·[2,3] = [3,3]");
  CHECK(shapes(problem, Step::scaled_scores) == "[3,3]");
  CHECK(shapes(problem, Step::weights) == "[3,3]");
  CHECK(shapes(problem, Step::row_sum) == "[3]");
  CHECK(shapes(problem, Step::head_output) == "[3,3]·[3,2] = [3,2]");
  CHECK(plain_text(formula(problem, Step::concat, 0)) == "outputs of heads 1-2   2 × [3,2] = [3,4]");
  for (Step step : {Step::scores, Step::scaled_scores, Step::capped_scores, Step::masked_scores, Step::exponentials,
                    Step::row_sum, Step::weights, Step::head_output})
    CHECK(plain_text(formula(problem, step, 0)) == std::string(stage(step).formula) + "   " + shapes(problem, step));
}

/// With every step that there is.
Problem with_positions() {
  Problem problem = two_heads();
  problem.qk_norm.emplace();
  problem.qk_norm->Q = {1, 2};
  problem.rope = Rope{10000, 2, false, 5};
  problem.softcap = 30;
  problem.alibi = {0.5, 0.25};
  problem.sinks = {0, 1};
  return problem;
}

TEST_CASE("QK-norm, rotary positions, ALiBi and sinks say what they are worked with") {
  const Problem problem = with_positions();
  const auto told = [&](Step step) { return plain_text(formula(problem, step, 1)); };
  CHECK(told(Step::normed_Q) == "q / √(mean of q² + ε) · γ   [3,2]");
  CHECK(told(Step::normed_K) == "k / √(mean of k² + ε)   [3,2]");
  CHECK(told(Step::rotated_Q) == "q turned by its position, 5-7   [3,2]");
  CHECK(told(Step::alibi_scores) == "s − 0.25·distance   [3,3]");
  CHECK(told(Step::row_sum) == "sum over the keys and the sink   [3]");
}

TEST_CASE("no formula has dots for something left out") {
  for (const Stage& stage : stages())
    for (const char* dots : {"…", "..."})
      CHECK(plain_text(formula(with_positions(), stage.step, 0)).find(dots) == std::string::npos);
}

TEST_CASE("the output goes through W_O") {
  Problem problem = two_heads();
  CHECK(plain_text(formula(problem, Step::output, 0)) == "concat·W_O, W_O = I   [3,4]·[4,4] = [3,4]");
  problem.project_O = weights(4, 5, {1, 2, 3, 4, 5});
  problem.shape.d_out = 5;
  CHECK(plain_text(formula(problem, Step::output, 0)) == "concat·W_O + b_O   [3,4]·[4,5] = [3,5]");
}

} // namespace attn
