// Where entries come from, by the paths of other matrices.

#include "report/working.h"
#include "small_problems.h"

#include <catch2/catch.hpp>

namespace attn {

using Kind = Working::Kind;
using Paths = std::vector<std::string>;

TEST_CASE("with identity weights Q is X, else a product of X and the weights") {
  Problem problem = two_heads();
  CHECK(working(problem, Step::Q, 0, 0).kind == Kind::copy);
  problem.project_Q = weights(4, 4, {1, 2, 3, 4});
  const Working with_bias = working(problem, Step::Q, 0, 0);
  CHECK(with_bias.kind == Kind::product);
  CHECK(with_bias.sources == Paths{"X", "W_Q", "b_Q"});
}

TEST_CASE("a head has columns of its own, and heads stand side by side again") {
  const Problem problem = two_heads();
  const Working second = working(problem, Step::head_K, 0, 1);
  CHECK(second.sources == Paths{".K"});
  CHECK(second.first_col == 2);
  CHECK(working(problem, Step::concat, 0, 0).sources == Paths{".heads[0].output", ".heads[1].output"});
}

TEST_CASE("weights are a softmax of the last scores before them") {
  Problem problem = two_heads();
  CHECK(working(problem, Step::weights, 0, 1).sources == Paths{".heads[1].scaled_scores"});
  problem.mask.causal = Causal::top_left;
  CHECK(working(problem, Step::weights, 0, 1).sources == Paths{".heads[1].masked_scores"});
}

TEST_CASE("what is given comes from nothing") {
  const Problem problem = given_directly();
  CHECK(working(problem, Step::Q, 0, 0).kind == Kind::given);
  CHECK(given(problem, 0).empty());
}

TEST_CASE("what a problem holds: X, and weights that are no identity") {
  Problem problem = two_heads();
  problem.project_O = weights(4, 4, {1, 2, 3, 4});
  const std::vector<Section> sections = given(problem, 0);
  REQUIRE(sections.size() == 3);
  CHECK(sections[0].path == "X");
  CHECK(sections[1].path == "W_O");
  CHECK(sections[2].path == "b_O");
  CHECK(sections[2].block.values(0, 3) == 4);
}

} // namespace attn
