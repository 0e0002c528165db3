#include "attention/stage.h"

#include <catch2/catch.hpp>

#include <set>

using namespace attn;

TEST_CASE("every step has a row at its own place, with a name of its own") {
  std::set<std::string_view> names;
  CHECK(stages().size() == step_count);
  for (std::size_t i = 0; i < stages().size(); ++i) {
    const Stage& row = stages()[i];
    CHECK(static_cast<std::size_t>(row.step) == i);
    CHECK(find_step(row.name) == row.step);
    CHECK(names.insert(row.name).second);
    CHECK_FALSE(row.title.empty());
    CHECK_FALSE(row.formula.empty());
    CHECK_FALSE(row.latex.empty());
    for (const Step input : row.inputs) CHECK(input < row.step);
  }
  CHECK(find_step("attention") == std::nullopt);
}

TEST_CASE("output, Q, K and V are those of the sequence, a head's own have heads. before them") {
  CHECK(find_step("Q") == Step::Q);
  CHECK(find_step("heads.Q") == Step::head_Q);
  CHECK(find_step("heads.weights") == Step::weights);
  CHECK(find_step("heads.concat") == std::nullopt);
  CHECK(find_step("output") == Step::output);
  CHECK(find_step("heads.output") == Step::head_output);
  CHECK(stage(Step::head_output).key == "output");
}

TEST_CASE("only exponentials and their sums wait until they are asked for") {
  for (const Stage& row : stages())
    CHECK(row.on_demand == (row.step == Step::exponentials || row.step == Step::row_sum));
}

TEST_CASE("a step that the problem lacks hands on what feeds it") {
  Problem problem;
  problem.shape.d_v = 1;
  CHECK_FALSE(stage(Step::capped_scores).applies(problem));
  CHECK(source(problem, Step::masked_scores) == Step::scaled_scores);
  problem.softcap = 5;
  CHECK(source(problem, Step::masked_scores) == Step::capped_scores);
  problem.mask.causal = Causal::top_left;
  CHECK(source(problem, Step::masked_scores) == Step::masked_scores);
  CHECK(sources(problem, Step::head_output) == std::vector{Step::weights, Step::head_V});
}

TEST_CASE("a chain that starts in the middle has no steps before, and no values without V") {
  Problem problem;
  problem.start = Start::scores;
  CHECK_FALSE(stage(Step::Q).applies(problem));
  CHECK(stage(Step::scores).applies(problem));
  CHECK(sources(problem, Step::scores).empty());
  CHECK_FALSE(stage(Step::output).applies(problem));
  problem.start = Start::weights;
  CHECK_FALSE(stage(Step::exponentials).applies(problem));
  CHECK(stage(Step::weights).applies(problem));
  CHECK(sources(problem, Step::weights).empty());
}

TEST_CASE("paths are jq's") {
  Problem problem;
  CHECK(path(problem, Step::scores, 0, 1) == ".heads[1].scores");
  CHECK(path(problem, Step::head_Q, 0, 1) == ".heads[1].Q");
  CHECK(path(problem, Step::concat, 0, 1) == ".concat");
  problem.batched = true;
  CHECK(path(problem, Step::row_sum, 2, 0) == ".batch[2].heads[0].row_sum");
}
