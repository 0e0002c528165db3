// Counts and marks.

#include "marked.h"

#include <catch2/catch.hpp>

namespace attn::test {

TEST_CASE("each given matrix counts the same, by its fraction of right cells") {
  const Grade marked = graded(two, R"({"scores":[[1,0],[0,3]],"weights":[[0.6225,0.3775],[0.3775,0.6225]]})");
  CHECK(marked.given == 8);
  CHECK(marked.right == 7);
  CHECK(marked.possible == 2);
  CHECK(marked.earned == 1.75);
  CHECK_FALSE(marked.all_right);
}

TEST_CASE("all right is exactly 100 %") {
  const Grade marked = graded(R"({"Q":[[0]],"K":[[1],[2],[3]],"V":[[3],[6],[9]]})",
                              R"({"weights":[[0.333,0.333,0.333]],"scores":[[0,0,0]],"output":[[6]]})",
                              {.marks = {{"weights", 0.1}, {"scores", 0.2}, {"output", 0.7}}});
  CHECK(marked.all_right);
  CHECK_FALSE(marked.by_hand);
  CHECK(marked.earned == marked.possible);
}

TEST_CASE("all right by hand rounding is said") {
  const Grade marked = graded(two, R"({"weights":[[0.62,0.38],[0.38,0.62]],"output":[[13.80],[16.20]]})");
  CHECK(marked.all_right);
  CHECK(marked.by_hand);
  CHECK(marked.earned == marked.possible);
}

TEST_CASE("marks of a step are shared by its matrices; a step without marks counts nothing") {
  const Grade marked = graded(R"({"X":[[1,0,2,1],[0,1,1,3]],"heads":2})",
                              R"({"heads":[{"scores":[[1,0],[0,1]]},{"scores":[[5,5],[5,9]]}],"concat":[[0,0,0,0]]})",
                              {.marks = {{"scores", 2}}});
  CHECK(marked.possible == 2);
  CHECK(marked.earned == 1.75); // 5 for 10, once
}

TEST_CASE("a whole with carried cells never gets full marks") {
  const auto slip = R"({"weights":[[0.6225,0.3775],[0.5000,0.5000]],"output":[[13.775],[15.000]]})";
  const Grade marked = graded(two, slip, {.marks = {{"output", 2}}});
  CHECK_FALSE(marked.all_right);
  CHECK(marked.possible == 2);
  CHECK(marked.earned == 1);
}

TEST_CASE("a cell that is off bears what was given, what is true and what follows") {
  const Grade marked = graded(two, R"({"scores":[[1,0],[0,3]],"scaled_scores":[[0.5,0.0],["?",1.6]]})");
  const auto& off = marked.steps.at(1).off;
  REQUIRE(off.size() == 2);
  CHECK(std::isnan(off[0].given));
  CHECK(off[1].given == 1.6);
  CHECK(off[1].truth == 0.5);
  CHECK(off[1].follows == 1.5);
  CHECK(std::isnan(marked.steps.at(0).off.at(0).follows)); // nothing is given before the scores
}

} // namespace attn::test
