// Two runs held against each other: numbers that a person can check.

#include "attention/solve.h"
#include "attention/stage.h"
#include "grade/difference.h"
#include "problem/json.h"
#include "problem/read.h"

#include <catch2/catch.hpp>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

namespace attn {
namespace {

constexpr Closeness close{"", 0.5, 0.25};
constexpr double infinity = std::numeric_limits<double>::infinity();

Dump dump(std::string_view result) {
  return dump_of(read_answer(source_of(result), "r.json"));
}

/// The one step that two dumps share.
StepDifference difference(std::string_view a, std::string_view b, const Closeness& closeness = close) {
  const Comparison comparison = compare_dumps(dump(a), dump(b), closeness);
  REQUIRE(comparison.steps.size() == 1);
  return comparison.steps[0];
}

TEST_CASE("numbers are the same within atol + rtol·|b|") {
  const StepDifference step = difference(R"({"output": [[1, 2], [4, 8]]})", R"({"output": [[1.5, 2], [4, 10]]})");
  CHECK(step.cells == 4);
  CHECK(step.beyond == 0); // 0.5 <= 0.5 + 0.25·1.5; 2 <= 0.5 + 0.25·10
  CHECK(step.same());
  CHECK(difference(R"({"output": [[1, 2], [4, 6.9]]})", R"({"output": [[1.5, 2], [4, 10]]})").beyond == 1);
}

TEST_CASE("the largest differences are told with their cells") {
  const StepDifference step = difference(R"({"output": [[1, 2], [4, 8]]})", R"({"output": [[1.5, 2], [4, 10]]})");
  REQUIRE(step.absolute);
  CHECK(step.absolute->absolute == 2);
  CHECK(step.absolute->row == 1);
  CHECK(step.absolute->col == 1);
  REQUIRE(step.relative);
  CHECK(step.relative->relative == 0.5 / 1.5);
  CHECK(step.relative->row == 0);
  CHECK_FALSE(difference(R"({"output": [[1]]})", R"({"output": [[1]]})").absolute);
}

TEST_CASE("masked is the same as masked, and nothing else") {
  for (const auto& [a, b] : {std::pair("[[1, null]]", "[[1, 2]]"), std::pair("[[1, 2]]", "[[1, null]]")}) {
    const auto step = difference("{\"output\": " + std::string(a) + "}", "{\"output\": " + std::string(b) + "}");
    CHECK(step.beyond == 1);
    CHECK(!step.same());
  }
  CHECK(difference(R"({"masked_scores": [[1, null]]})", R"({"masked_scores": [[1, null]]})").same());
  const StepDifference step = difference(R"({"masked_scores": [[1, null]]})", R"({"masked_scores": [[1, 2]]})");
  CHECK(step.beyond == 1);
  CHECK(step.absolute->absolute == infinity);
  CHECK(difference(R"({"weights": [[0.5, "x"]]})", R"({"weights": [[0.5, 0.5]]})").beyond == 1);
}

TEST_CASE("what is no number is the same as nothing, infinity as infinity only") {
  const auto same = [](double a, double b) {
    const auto one_cell = [](double value) {
      Dump made;
      made.steps.push_back({{Step::masked_scores, 0, 0}, Matrix<double>(1, 1)});
      made.steps[0].values.data()[0] = value;
      return made;
    };
    return compare_dumps(one_cell(a), one_cell(b), close).same();
  };
  constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
  for (const double other : {no_number, infinity, -infinity, 1.0}) {
    CHECK_FALSE(same(no_number, other));
    CHECK_FALSE(same(other, no_number));
  }
  CHECK(same(infinity, infinity));
  CHECK(same(-infinity, -infinity));
  for (const double other : {-infinity, 1.0}) CHECK_FALSE(same(infinity, other));
  CHECK_FALSE(difference(R"({"weights": [["abc"]]})", R"({"weights": [["abc"]]})").same());
}

TEST_CASE("masked scores of frameworks that mask by a large negative number are masked") {
  const StepDifference step = difference(R"({"masked_scores": [[1, null]]})", R"({"masked_scores": [[1, -10000]]})");
  CHECK(step.same());
  CHECK(step.masked_by_size == 1);
  CHECK_FALSE(difference(R"({"masked_scores": [[1, null]]})", R"({"masked_scores": [[1, -9999]]})").same());
  CHECK_FALSE(difference(R"({"scores": [[1, null]]})", R"({"scores": [[1, -10000]]})").same());
}

TEST_CASE("matrices of different shapes are not compared cell by cell") {
  const StepDifference step = difference(R"({"output": [[1, 2]]})", R"({"output": [[1], [2]]})");
  CHECK_FALSE(step.fits());
  CHECK_FALSE(step.same());
  CHECK(step.cells == 0);
}

TEST_CASE("the first step that differs is the first of the chain, not of the file") {
  const Comparison comparison = compare_dumps(
      dump(R"({"output": [[1]], "heads": [{"scores": [[1]], "weights": [[1]]}, {"scores": [[5]]}]})"),
      dump(R"({"output": [[9]], "heads": [{"scores": [[1]], "weights": [[9]]}, {"scores": [[9]]}]})"), close);
  REQUIRE(comparison.first() != nullptr);
  CHECK(comparison.first()->path == ".heads[1].scores");
  CHECK(comparison.steps.size() == 4);
}

TEST_CASE("steps that only one has are told") {
  const Comparison comparison = compare_dumps(dump(R"({"batch": [{"output": [[1]]}, {"output": [[2]]}]})"),
                                              dump(R"({"batch": [{"output": [[1]]}, {"weights": [[1]]}]})"), close);
  CHECK(comparison.first() == nullptr);
  CHECK(comparison.only_a == std::vector<std::string>{".batch[1].output"});
  CHECK(comparison.only_b == std::vector<std::string>{".batch[1].heads[0].weights"});
}

TEST_CASE("lists of matrices at the top level are those of the heads") {
  CHECK(difference(R"({"Q": [[1, 2]]})", R"({"Q": [[1, 2]]})").path == ".Q");
  const Comparison comparison =
      compare_dumps(dump(R"({"weights": [[[1]], [[1]]]})"), dump(R"({"heads": [{}, {"weights": [[1]]}]})"), close);
  REQUIRE(comparison.steps.size() == 1);
  CHECK(comparison.steps[0].path == ".heads[1].weights");
}

TEST_CASE("a row sum for each query is one column, however it is written") {
  CHECK(difference(R"({"row_sum": [1, 2]})", R"({"row_sum": [[1], [2]]})").same());
}

TEST_CASE("where b is 0 there is no relative difference, and where one is masked no difference at all") {
  const StepDifference step = difference(R"({"output": [[1, 2]]})", R"({"output": [[0, 2.5]]})");
  CHECK(step.absolute->absolute == 1);
  CHECK(step.relative->relative == 0.2);
  CHECK_FALSE(difference(R"({"output": [[1]]})", R"({"output": [[0]]})").relative);
}

TEST_CASE("heads or batches of another number are not the same, whatever those of the same number say") {
  const Comparison heads =
      compare_dumps(dump(R"({"heads": [{"weights": [[1]]}, {}]})"), dump(R"({"heads": [{"weights": [[1]]}]})"), close);
  CHECK(heads.first() == nullptr);
  CHECK_FALSE(heads.same());
  REQUIRE(heads.counts.size() == 1);
  CHECK(heads.counts[0].what == "heads");
  CHECK(heads.counts[0].a == 2);
  CHECK(heads.counts[0].b == 1);
  CHECK_FALSE(compare_dumps(dump(R"({"batch": [{"output": [[1]]}, {"output": [[1]]}]})"),
                            dump(R"({"batch": [{"output": [[1]]}]})"), close)
                  .same());
  CHECK(compare_dumps(dump(R"({"heads": [{"weights": [[1]]}, {"weights": [[2]]}]})"),
                      dump(R"({"heads": [{}, {"weights": [[2]]}]})"), close)
            .same());
  CHECK(compare_dumps(dump(R"({"output": [[1]], "heads": [{"weights": [[1]]}]})"), dump(R"({"output": [[1]]})"), close)
            .same());
}

TEST_CASE("what somebody wrote is the same up to half a unit of its last decimal") {
  constexpr Closeness exact{"", 0, 0};
  const auto as_written = [](std::string_view result) {
    return dump_of(read_answer(source_of(result), "r.json"), WrittenDigits::as_written);
  };
  const Dump truth = dump(R"({"weights": [[0.33333, 0.66667]]})");
  CHECK(compare_dumps(truth, as_written(R"({"weights": [[0.333, 0.667]]})"), exact).same());
  CHECK_FALSE(compare_dumps(truth, as_written(R"({"weights": [[0.333, 0.666]]})"), exact).same());
  CHECK_FALSE(compare_dumps(truth, dump(R"({"weights": [[0.333, 0.667]]})"), exact).same());
  CHECK_FALSE(compare_dumps(truth, as_written(R"({"weights": [[0, 1]]})"), exact).same());
}

TEST_CASE("what cannot be a step is refused") {
  CHECK_THROWS_AS(dump(R"({"output": [[1, 2], [3]]})"), Refusal);
  CHECK_THROWS_AS(dump(R"({"output": [[[[1]]]]})"), Refusal);
  CHECK_THROWS_AS(dump(R"({"weights": [[1]], "heads": [{"weights": [[2]]}]})"), Refusal); // twice
}

TEST_CASE("tolerances are those of the dtype, of two the coarser; one that is not known is float32") {
  CHECK(closeness_of("float64").rtol == 1e-7);
  CHECK(closeness_of("bfloat16").rtol == 1.6e-2);
  CHECK(closeness_of("").rtol == closeness_of("float32").rtol);
  CHECK(coarser(closeness_of("float16"), closeness_of("float64")).dtype == "float16");
  CHECK(coarser(closeness_of("float32"), closeness_of("bfloat16")).dtype == "bfloat16");
}

TEST_CASE("what is worked here, told as an answer and read again is the same to the bit") {
  const Problem problem = read_case(R"({"X": [[1, 0.3], [0.1, 2]], "heads": 2, "mask": "causal"})", "p.json").problem;
  StepSet all;
  for (const Stage& stage : stages()) all.add(stage.step);
  const Dump worked = dump_of(problem, {solve(problem, 0, all)});
  const Comparison comparison = compare_dumps(worked, dump_of(expectation_of(worked)), Closeness{"", 0, 0});
  CHECK(comparison.first() == nullptr);
  CHECK(comparison.only_a.empty());
  CHECK(comparison.only_b.empty());
  CHECK(comparison.steps.size() == worked.steps.size());
}

} // namespace
TEST_CASE("some of the heads, named one by one, are of as many as there are") {
  Dump whole, part;
  whole.heads = 2;
  part.heads = 1;
  CHECK(compare_dumps(whole, part, closeness_of("float64")).counts.size() == 1);
  part.all_heads = false;
  CHECK(compare_dumps(whole, part, closeness_of("float64")).counts.empty());
  CHECK(compare_dumps(part, whole, closeness_of("float64")).counts.empty());
  part.heads = 3;
  CHECK(compare_dumps(whole, part, closeness_of("float64")).counts.size() == 1);
}

TEST_CASE("it does not matter which of two runs masks by a large negative number") {
  CHECK(difference(R"({"masked_scores": [[1, -10000]]})", R"({"masked_scores": [[1, null]]})").same());
  CHECK_FALSE(difference(R"({"masked_scores": [[1, -9999]]})", R"({"masked_scores": [[1, null]]})").same());
}

TEST_CASE("a masked score beside a 0 differs by more than any number") {
  const StepDifference step = difference(R"({"masked_scores": [[null, 2]]})", R"({"masked_scores": [[0, 2]]})");
  REQUIRE(step.relative);
  CHECK(step.relative->relative == infinity);
  CHECK(step.beyond == 1);
}

TEST_CASE("a batch is named so if one of both is written as one") {
  const auto one = R"({"output": [[1]]})", batch = R"({"batch": [{"output": [[1]]}]})";
  CHECK(difference(one, batch).path == ".batch[0].output");
  CHECK(difference(batch, one).path == ".batch[0].output");
}

TEST_CASE("true is no number, and has no decimals") {
  CHECK(difference(R"({"weights": [[true]]})", R"({"weights": [[1]]})").beyond == 1);
  const Dump written = dump_of(read_answer(source_of(R"({"masked_scores": [[0.25, null]]})"), "r.json"),
                               WrittenDigits::as_written);
  CHECK(written.steps[0].slack == 0.005);
}

TEST_CASE("a dump as an answer: sequences keep theirs, masked is null, and what is no number is none") {
  Dump made;
  made.batched = true;
  made.steps.push_back({{Step::masked_scores, 1, 0}, Matrix<double>(1, 3)});
  made.steps[0].values(0, 0) = 0.5;
  made.steps[0].values(0, 1) = -infinity;
  made.steps[0].values(0, 2) = std::numeric_limits<double>::quiet_NaN();
  const Expectation expectation = expectation_of(made);
  REQUIRE(expectation.matrices.size() == 1);
  const GivenMatrix& given = expectation.matrices[0];
  CHECK(given.sequence == 1u);
  CHECK(given.head == 0u);
  CHECK(given.entries[0].value == 0.5);
  CHECK(given.entries[1].kind == Entry::Kind::null);
  CHECK(given.entries[2].kind == Entry::Kind::other);
}

} // namespace attn
