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

TEST_CASE("marks for a step that the problem does not have are refused with those that it has") {
  try {
    graded(R"({"scores":[[1,2]],"scale":1})", R"({"weights":[[0.27,0.73]]})", {.marks = {{"output", 1}}});
    FAIL("it was marked");
  } catch (const Refusal& refusal) {
    CHECK(refusal.errors.front().message == "--marks: this problem has no output");
    CHECK(refusal.errors.front().hint == "it has scores, scaled_scores, exponentials, row_sum, weights");
  }
}

TEST_CASE("a step with marks that the answer leaves out is told, one worth nothing is not") {
  const GradeOptions options{.marks = {{"output", 2}, {"scores", 1}, {"weights", 1}, {"concat", 0}}};
  const Grade marked = graded(two, R"({"weights":[[0.6225,0.3775],[0.3775,0.6225]]})", options);
  CHECK(marked.missing == Strings{"output", "scores"});
  CHECK(marked.possible == 1);
  CHECK(graded(two, R"({"weights":[[0.6225,0.3775],[0.3775,0.6225]]})").missing.empty());
}

TEST_CASE("a slip in a step that counts nothing takes a thousandth off full marks") {
  const Grade marked = graded(two, R"({"scores":[[1,0],[0,3]],"weights":[[0.6225,0.3775],[0.3775,0.6225]]})",
                              {.marks = {{"weights", 2}}});
  CHECK(marked.possible == 2);
  CHECK(marked.earned == 2 * 0.999);
}

TEST_CASE("numbers copied from the problem are no work") {
  constexpr auto scores = R"({"scores":[[1,2]],"scale":1})";
  CHECK(graded(scores, R"({"scores":[[1,2]]})").only_given);
  CHECK(graded(two, R"({"Q":[[1,0],[0,1]],"K":[[1,0],[0,1]]})").only_given);
  CHECK_FALSE(graded(scores, R"({"scores":[[1,2]],"weights":[[0.27,0.73]]})").only_given);
  CHECK_FALSE(graded(scores, "{}").only_given);
  // of weights without values nothing is left to work
  CHECK_FALSE(graded(R"({"weights":[[0.5,0.5]]})", R"({"weights":[[0.5,0.5]]})").only_given);
}

TEST_CASE("an empty answer is not all right") {
  const Grade marked = graded(two, "{}");
  CHECK(marked.given == 0);
  CHECK(marked.possible == 0);
  CHECK_FALSE(marked.all_right);
}

TEST_CASE("a step that cannot be read all through has no mistake of a name") {
  REQUIRE_FALSE(graded(two, R"({"scores":[[1.0,0.0],[0.0,-1.0]]})").mistakes.empty()); // the sign
  CHECK(graded(two, R"({"scores":[["?",0.0],[0.0,-1.0]]})").mistakes.empty());
}

TEST_CASE("marked leniently, what is nearly right is no part of a mistake") {
  // One cell is wrong and another off by one in the last place: two wrong cells, or with lenience one.
  constexpr auto answer = R"({"weights":[[0.6225,0.3776],[0.4000,0.6225]]})";
  CHECK(graded(two, answer).mistakes.empty());
  const Grade lenient = graded(two, answer, {.lenient = true});
  REQUIRE(lenient.mistakes.size() == 1);
  CHECK(lenient.mistakes.front().mistake->name == "one_cell");
  CHECK(lenient.right == 3);
}

} // namespace attn::test
