// What the mechanism promises holds for every problem, is found broken when it is, and is said not to apply where it
// does not.

#include "attention/identity.h"

#include "attention/by_position.h"
#include "attention/decode.h"
#include "attention/one_head.h"
#include "attention/rounding.h"
#include "attention/stage.h"
#include "drawn_problem.h"
#include "trace_of.h"

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include <algorithm>

using namespace attn;

namespace {

using test::drawn_problem;

/// Weights that somebody gives need not be those of a softmax.
bool is_promised(const IdentityFinding& finding, const Problem& problem) {
  const bool of_softmax = finding.identity->name == "row_sums" || finding.identity->name == "convex";
  return !(of_softmax && problem.start == Start::weights);
}

/// The name of the first identity that does not hold though it must, and where; "": none.
std::string first_broken(const Problem& problem) {
  for (const IdentityFinding& finding : verify(problem))
    if (is_promised(finding, problem) && !finding.holds())
      return std::string(finding.identity->name) + " " + finding.agreement.path;
  return "";
}

/// Numbers with all their digits instead of small integers.
Problem with_digits(Problem problem, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  const auto shake = [&](double& value) {
    if (std::isfinite(value)) value += static_cast<double>(engine() >> 11) * 0x1p-53 - 0.5;
    if (is_half(problem.dtype)) value = round_to(problem.dtype, value); // as they are read
  };
  const auto shake_all = [&](PerSequence<Matrix<double>>& matrices) {
    std::vector<Matrix<double>> made = matrices.entries();
    for (Matrix<double>& matrix : made) std::for_each(matrix.data(), matrix.data() + matrix.size(), shake);
    matrices = PerSequence<Matrix<double>>(std::move(made));
  };
  for (auto* matrices : {&problem.X, &problem.context, &problem.context_V, &problem.Q, &problem.K, &problem.V,
                         &problem.past_K, &problem.past_V, &problem.scores})
    if (matrices->given()) shake_all(*matrices);
  for (Projection* each : {&problem.project_Q, &problem.project_K, &problem.project_V, &problem.project_O}) {
    std::for_each(each->W.data(), each->W.data() + each->W.size(), shake);
    std::ranges::for_each(each->b, shake);
  }
  return problem;
}

/// Two heads, three positions, causal, all numbers small.
Problem causal_problem() {
  Problem problem;
  problem.shape = {1, 3, 3, 0, 4, 2, 2, 2, 2, 4};
  problem.X = PerSequence<Matrix<double>>({test::matrix({{1, 0, 1, 0}, {0, 1, 0, 1}, {1, 1, 0, 0}})});
  problem.scale = 0.5;
  problem.mask.queries_count = problem.mask.keys_count = 3;
  problem.mask.causal = Causal::top_left;
  return problem;
}

const IdentityFinding& finding(const std::vector<IdentityFinding>& findings, std::string_view name) {
  return *std::ranges::find_if(findings, [&](const IdentityFinding& each) { return each.identity->name == name; });
}

Problem without_rope(Problem problem) {
  problem.rope.reset();
  return problem;
}

std::string why_not(const Problem& problem, std::string_view name) {
  return finding(verify(problem), name).why_not;
}

} // namespace

TEST_CASE("every identity holds on any problem") {
  CHECK(rc::check([] { RC_ASSERT(first_broken(drawn_problem()) == ""); }));
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    const Problem problem = test::random_problem(test::Seeded(seed));
    CAPTURE(seed);
    REQUIRE(first_broken(problem) == "");
    REQUIRE(first_broken(with_digits(problem, seed)) == "");
  }
}

TEST_CASE("every identity holds with QK-norm, rotary positions, ALiBi, sinks and half precision") {
  CHECK(rc::check([] { RC_ASSERT(first_broken(test::drawn_problem_with_positions()) == ""); }));
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    const Problem problem = test::random_problem_with_positions(test::Seeded(seed));
    CAPTURE(seed);
    REQUIRE(first_broken(problem) == "");
    REQUIRE(first_broken(with_digits(problem, seed)) == "");
  }
}

TEST_CASE("with a sink the weights of a row sum to less than 1, and its share is what is missing") {
  Problem problem = causal_problem();
  problem.sinks = {0.5, -1};
  const Trace all = solve(problem, 0, every_step());
  CHECK(rows_sum_to_one(problem, 0, all).holds);
  CHECK(finding(verify(problem), "row_sums").sentence.find("sink") != std::string_view::npos);
  Problem without = problem;
  without.sinks.clear();
  CHECK_FALSE(rows_sum_to_one(without, 0, all).holds);
}

TEST_CASE("decoding counts positions on: the cache holds keys that are turned already") {
  Problem problem = causal_problem();
  problem.rope = Rope{10000, 2, false, 0};
  CHECK(finding(verify(problem), "step_by_step").holds());
  const Trace all = solve(problem, 0, every_step());
  CHECK_FALSE(agree(problem, 0, all, solve(without_rope(problem), 0, every_step()), {Step::weights}).holds);
}

TEST_CASE("all identities apply to a causal problem with heads, and hold") {
  for (const IdentityFinding& each : verify(causal_problem())) {
    CAPTURE(each.identity->name);
    CHECK(each.why_not == "");
    CHECK(each.holds());
    CHECK(each.agreement.compared > 0);
  }
}

TEST_CASE("bounds are near: what is off by a thousand roundings is found") {
  const Problem problem = causal_problem();
  const Trace plain = by_position(problem, 0), bounds = rounding_bounds(problem, 0, plain);
  for (const Stage& stage : stages()) {
    if (!stage.applies(problem) || stage.level == Level::head) continue;
    const View values = stage.pick(plain, problem.shape, 0), allowed = stage.pick(bounds, problem.shape, 0);
    for (std::size_t i = 0; i < values.rows; ++i)
      for (std::size_t j = 0; j < values.cols; ++j)
        CHECK(allowed(i, j) < 1000 * 0x1p-53 * (1 + std::fabs(values(i, j))));
  }
}

TEST_CASE("a number that is off is found, and where") {
  const Problem problem = causal_problem();
  const Trace plain = by_position(problem, 0), bounds = rounding_bounds(problem, 0, plain);
  Trace off = solve(problem, 0, every_step());
  CHECK(agree(problem, 0, plain, off, every_step(), &bounds).holds);
  off.heads[1].weights(2, 0) += 1e-13;
  const Agreement found = agree(problem, 0, plain, off, every_step(), &bounds);
  CHECK_FALSE(found.holds);
  CHECK(found.path == ".heads[1].weights[2][0]");
  CHECK(found.difference == Approx(1e-13).epsilon(0.01));
  CHECK(found.allowed < 1e-14);
}

TEST_CASE("to the bit means that the last bit counts") {
  const Problem problem = causal_problem();
  const Trace all = solve(problem, 0, every_step());
  Trace off = all;
  off.output(1, 3) = std::nextafter(off.output(1, 3), 2.0);
  const Agreement found = agree(problem, 0, all, off, {Step::output});
  CHECK_FALSE(found.holds);
  CHECK(found.path == ".output[1][3]");
  CHECK(found.compared == 12);
}

TEST_CASE("a score that is masked in one way only is found") {
  const Problem problem = causal_problem();
  const Trace all = solve(problem, 0, every_step());
  Trace off = all;
  off.heads[0].masked_scores(0, 2) = 5;
  CHECK_FALSE(agree(problem, 0, all, off, every_step()).holds);
  off = all;
  off.heads[0].scores(0, 2) = -std::numeric_limits<double>::infinity(); // too large in one dtype, blocked: no number
  CHECK(agree(problem, 0, all, off, every_step()).holds);
}

TEST_CASE("rows that do not sum to 1 are found") {
  const Problem problem = causal_problem();
  Trace trace = solve(problem, 0, every_step());
  CHECK(rows_sum_to_one(problem, 0, trace).holds);
  trace.heads[0].weights(1, 0) += 1e-12;
  CHECK(rows_sum_to_one(problem, 0, trace).path == ".heads[0].weights[1]");
  CHECK_FALSE(rows_sum_to_one(problem, 0, trace).holds);
}

TEST_CASE("a query that may see no key sums to 0, or with uniform weights to 1") {
  Problem problem = causal_problem();
  problem.mask.queries = {{1, 1, 3, 1}, {1, 0, 1}};
  CHECK(rows_sum_to_one(problem, 0, solve(problem, 0, every_step())).holds);
  problem.masked_row = MaskedRow::uniform;
  const Trace uniform = solve(problem, 0, every_step());
  CHECK(rows_sum_to_one(problem, 0, uniform).holds);
  problem.masked_row = MaskedRow::zero;
  CHECK_FALSE(rows_sum_to_one(problem, 0, uniform).holds);
}

TEST_CASE("an output outside of its values, and a negative weight, are found") {
  const Problem problem = causal_problem();
  const Trace all = solve(problem, 0, every_step());
  CHECK(outputs_between_values(problem, 0, all).holds);
  Trace off = all;
  off.concat(2, 1) = 1.25; // values of that column are 0 and 1
  CHECK(outputs_between_values(problem, 0, off).path == ".heads[0].output[2][1]");
  CHECK(outputs_between_values(problem, 0, off).difference == 0.25);
  off = all;
  off.heads[1].weights(2, 2) = -0.5;
  CHECK_FALSE(outputs_between_values(problem, 0, off).holds);
}

TEST_CASE("an output counts only the values that have a weight") {
  const Problem problem = causal_problem();
  Trace off = solve(problem, 0, every_step());
  off.concat(0, 1) = 0.5; // the first query sees its own value alone, which is 0 there
  CHECK(outputs_between_values(problem, 0, off).path == ".heads[0].output[0][1]");
}

TEST_CASE("of two differences the one that breaks is told, else the larger one") {
  Agreement agreement;
  agreement.see(0.5, 1, [] { return "allowed"; });
  agreement.see(0.25, 0.125, [] { return "broken"; });
  agreement.see(0.75, 1, [] { return "larger, allowed"; });
  CHECK(agreement.path == "broken");
  CHECK_FALSE(agreement.holds);
  Agreement both;
  both.see(3, 4, [] { return "here"; });
  both.take(agreement);
  CHECK(both.path == "broken");
  CHECK(both.compared == 4);
  agreement.take(Agreement{7, true, 9, 10, "elsewhere"});
  CHECK(agreement.path == "broken");
  CHECK(agreement.compared == 10);
}

TEST_CASE("given weights that do not sum to 1 break the identity") {
  Problem problem;
  problem.start = Start::weights;
  problem.shape = {1, 1, 2, 0, 0, 1, 1, 0, 0, 0};
  problem.weights = PerSequence<Matrix<double>>({test::matrix({{0.5, 0.25}})});
  CHECK_FALSE(finding(verify(problem), "row_sums").holds());
  CHECK(finding(verify(problem), "convex").why_not == "there are no values: the chain ends with the weights");
}

TEST_CASE("what does not apply says why") {
  Problem problem = causal_problem();
  problem.mask.causal = Causal::none;
  CHECK(why_not(problem, "step_by_step").starts_with("the mask is not causal"));
  problem.mask.causal = Causal::top_left;
  problem.masked_row = MaskedRow::uniform;
  problem.mask.queries = {{1, 1, 3, 1}, {1, 0, 1}};
  CHECK(why_not(problem, "step_by_step").starts_with("a query that may see no key"));
  problem = causal_problem();
  problem.context = PerSequence<Matrix<double>>({test::matrix({{1, 0, 1, 0}, {0, 1, 0, 1}, {1, 1, 0, 0}})});
  CHECK(why_not(problem, "step_by_step").starts_with("keys come from a context"));
  problem = causal_problem();
  problem.shape.heads = problem.shape.kv_heads = 1;
  problem.shape.d_k = problem.shape.d_v = 4;
  CHECK(why_not(problem, "head_by_head") == "there is one head, which is the whole matrix");
}

TEST_CASE("decoding has the bits of all at once on any problem that can be decoded") {
  std::size_t decoded = 0;
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    const Problem problem = test::random_problem(test::Seeded(seed));
    if (!why_not_decodable(problem).empty() || problem.shape.n < 2) continue;
    ++decoded;
    const Trace all = solve(problem, 0, every_step());
    CAPTURE(seed);
    REQUIRE(test::first_difference(problem, decode(problem, 0, {}), all,
                                   {Step::K, Step::V, Step::weights, Step::output}) == "");
  }
  CHECK(decoded > 100);
}

TEST_CASE("the outputs of heads that are problems of their own add up to the output") {
  Problem problem = causal_problem();
  problem.project_O = {false, test::matrix({{1, 2}, {0, 1}, {3, 0}, {1, 1}}), {}};
  problem.shape.d_out = 2;
  const Trace all = solve(problem, 0, every_step());
  const Trace first = solve(one_head(problem, 0), 0, every_step()),
              second = solve(one_head(problem, 1), 0, every_step());
  CHECK(test::same_bits(first.heads[0].weights, all.heads[0].weights));
  CHECK(test::same_bits(second.heads[0].weights, all.heads[1].weights));
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 2; ++j)
      CHECK(first.output(i, j) + second.output(i, j) == Approx(all.output(i, j)).epsilon(1e-14));
}
