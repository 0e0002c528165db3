// How a mistake gets its name: what counts as evidence, what is left unsaid, and what a finding tells.

#include "grade/blame.h"
#include "marked.h"

#include <algorithm>
#include <catch2/catch.hpp>

using namespace attn;
using test::graded;

namespace {

/// Names in the order in which they are told; of a pair "one + other".
test::Strings names(const Grade& grade) {
  test::Strings names;
  for (const Finding& found : grade.mistakes)
    names.push_back(std::string(found.mistake->name) +
                    (found.together_with ? " + " + std::string(found.together_with->name) : ""));
  return names;
}

test::Strings names(const char* problem, const char* answer) {
  return names(graded(problem, answer));
}

/// The rows of Q are the scores.
constexpr auto plain = R"({"Q":[[0.5,0.3,0.1],[0.2,0.4,0.9],[1.0,-0.5,0.2]],"K":[[1,0,0],[0,1,0],[0,0,1]],"scale":1})";
constexpr auto causal = R"({"Q":[[0.5,0.3,0.1],[0.2,0.4,0.9],[1.0,-0.5,0.2]],"K":[[1,0,0],[0,1,0],[0,0,1]],"scale":1,
                           "mask":"causal"})";

} // namespace

TEST_CASE("a finding tells the first wrong matrix and what is known of it") {
  // The last row is that of the scores 1, 1, 2 without their scale 1/2.
  const Grade grade = graded(R"({"Q":[[2,0,1],[0,2,1],[1,1,2]],"K":[[1,0,0],[0,1,0],[0,0,1]],"scale":0.5})",
                             R"({"weights":[[0.506,0.186,0.307],[0.186,0.506,0.307],[0.212,0.212,0.576]]})");
  REQUIRE(names(grade) == test::Strings{"scale_left_out_in_one_row"});
  const Finding& found = grade.mistakes.front();
  CHECK(found.path == ".heads[0].weights");
  CHECK(found.spot.step == Step::weights);
  CHECK(found.facts.row == 2);
}

TEST_CASE("a step that was written and then not used is seen through") {
  // The scaled scores are right, and the weights are the softmax of the unscaled ones.
  CHECK(names(R"({"Q":[[4,0],[0,4]],"K":[[1,0],[0,1]],"scale":0.25})",
              R"({"scaled_scores":[[1.0,0.0],[0.0,1.0]],"weights":[[0.982,0.018],[0.018,0.982]]})") ==
        test::Strings{"no_scale"});
}

TEST_CASE("one wrong e^x is worked back, and it is not e^0") {
  const Grade grade = graded(R"({"Q":[[1,0]],"K":[[1,0],[0,1]]})", R"({"weights":[[0.69,0.31]]})");
  REQUIRE(names(grade) == test::Strings{"exponential_wrong"});
  const auto wrong = *grade.mistakes.front().facts.exponential;
  CHECK(wrong.col == 0);
  CHECK(wrong.exponent == Approx(0.7071).epsilon(1e-3));
  CHECK(wrong.truth == Approx(2.028).epsilon(1e-3));
  CHECK(wrong.given == Approx(2.23).epsilon(1e-2));
}

TEST_CASE("only one row has its one wrong e^x: two of them are two stories") {
  CHECK(names(plain, R"({"weights":[[0.3468,0.4207,0.2325],[0.1966,0.2401,0.5633],[0.5979,0.1334,0.2687]]})").empty());
}

TEST_CASE("another query's scores meet the mask of the row in which they stand") {
  const Grade grade = graded(causal, R"({"weights":[[1,0,0],[0.8176,0.1824,0],[0.5979,0.1334,0.2687]]})");
  REQUIRE(names(grade) == test::Strings{"wrong_query_row"});
  CHECK(grade.mistakes.front().facts.row == 1);
  CHECK(grade.mistakes.front().facts.other == 2);
}

TEST_CASE("a scale that the problem gives was no wrong choice of d_k") {
  // Divided by 3 = d_k: with the scale of its own the numbers are those of scale_by_d_k.
  const std::string problem = R"({"Q":[[0.5,0.3,0.1],[0.2,0.4,0.9],[1.0,-0.5,0.2]],"K":[[1,0,0],[0,1,0],[0,0,1]])";
  const char* const answer =
      R"({"scaled_scores":[[0.1667,0.1000,0.0333],[0.0667,0.1333,0.3000],[0.3333,-0.1667,0.0667]]})";
  CHECK(names(graded(problem + "}", answer)) == test::Strings{"scale_by_d_k"});
  CHECK(names(graded(problem + ",\"scale\":0.9}", answer)).empty());
}

TEST_CASE("of the surest kind only: a cell that follows from a method is not one wrong cell as well") {
  // One score changes under the softcap that was left out: 3 for 2·tanh(3/2).
  const char* const problem = R"({"scores":[[3,0],[0,0]],"scale":1,"softcap":2})";
  CHECK(names(problem, R"({"capped_scores":[[3.00,0.00],[0.00,0.00]]})") == test::Strings{"softcap_left_out"});
  CHECK(names(problem, R"({"capped_scores":[[1.18,0.00],[0.00,0.00]]})") == test::Strings{"one_cell"});
}

TEST_CASE("two mistakes at once are told together when they explain four cells") {
  const char* const problem = R"({"X":[[1,2],[3,4]],"W_Q":[[1,1],[0,2]],"W_K":[[2,0],[1,1]],"W_V":[[1,0],[0,1]],
                                  "b_Q":[1,0],"mask":"none"})";
  // Q without b_Q is [[1,5],[3,11]], K with W_Kᵀ [[2,3],[6,7]]: their products.
  const Grade grade = graded(problem, R"({"scores":[[17,41],[39,95]]})");
  REQUIRE(names(grade) == test::Strings{"weights_matrix_transposed + bias_left_out"});
  CHECK(grade.mistakes.front().where == "W_K");
}

TEST_CASE("numbers of no method get no name, and pass nothing on") {
  CHECK(names(plain, R"({"weights":[[0.11,0.22,0.33],[0.44,0.55,0.66],[0.77,0.88,0.99]]})").empty());
  CHECK(names(plain, R"({"weights":[[0,0,0],[0,0,0],[0,0,0]]})").empty());
}

TEST_CASE("where the truth explains the numbers too, under rounding on the way, nobody is blamed") {
  const test::Asked asked(plain,
                          R"({"weights":[[0.4018,0.3289,0.2693],[0.2361,0.2884,0.4755],[0.5979,0.1334,0.2687]]})");
  const Answer answer = asked.answer();
  const Tolerance tolerance;
  const Truth truth(asked.read.problem, asked.truth, answer, tolerance);
  const Paper paper(asked.read.problem, truth);
  const Sheet sheet{paper, tolerance};
  const Wrong wrong{&answer.claims.front(), {{0, 0}, {0, 1}, {0, 2}, {1, 0}}};
  CHECK(blame(sheet, {&wrong, 1}).empty());
}

TEST_CASE("a sequence of a batch meets its own mask") {
  // The second sequence has one real key; with the mask the wrong way round only the padded one is seen.
  const Grade grade = graded(R"({"X":[[[0],[0]],[[0],[0]]],"mask":{"lengths":[2,1]}})",
                             R"({"batch":[{"weights":[[0.5,0.5],[0.5,0.5]]},{"weights":[[0,1],[0,1]]}]})");
  REQUIRE(std::ranges::count(names(grade), "mask_inverted") == 1);
  CHECK(grade.mistakes.front().path == ".batch[1].heads[0].weights");
}

// What is made of weights that are not written shows mistakes in them. V is written so that outputs can be checked.

namespace {

/// Scores 0 1 2 and 2 0 1: e^s is 1, 2.718, 7.389; the weights 0.0900 0.2447 0.6652.
constexpr auto outputs_only = R"({"scores":[[0,1,2],[2,0,1]],"scale":1,"V":[[1,0,2],[0,1,4],[3,5,0]]})";

} // namespace

TEST_CASE("one wrong exponential shows in a row of the output") {
  // e^1 = 3 instead of 2.718 in the first row: 1, 3, 7.389 of 11.389.
  const Grade grade = graded(outputs_only, R"({"output":[[2.0342,3.5073,1.2293],[1.3994,1.3137,1.6906]]})");
  REQUIRE(names(grade) == test::Strings{"exponential_wrong"});
  const Facts& facts = grade.mistakes.front().facts;
  CHECK(facts.row == 0);
  CHECK(facts.exponential->path == ".heads[0].weights");
  CHECK(facts.exponential->col == 1);
  CHECK(facts.exponential->given == Approx(3).epsilon(0.01));
}

TEST_CASE("a sum without one of its terms shows in a row of the output") {
  // Without e^0 = 1 the first sum is 10.107.
  const Grade grade = graded(outputs_only, R"({"output":[[2.2921,3.9242,1.2736],[1.3994,1.3137,1.6906]]})");
  REQUIRE(names(grade) == test::Strings{"denominator_incomplete"});
  CHECK(grade.mistakes.front().facts.other == 0);
  // and in the sum itself
  const Grade sums =
      graded(outputs_only, R"({"exponentials":[[1.00,2.72,7.39],[7.39,1.00,2.72]],"row_sum":[10.11,11.11]})");
  CHECK(names(sums) == test::Strings{"denominator_incomplete"});
}

TEST_CASE("rows that do not sum to 1 show in the output") {
  // The first row divided by 10, the usual sum being 11.107.
  CHECK(names(outputs_only, R"({"output":[[2.3167,3.9664,1.2873],[1.3994,1.3137,1.6906]]})") ==
        test::Strings{"row_not_normalised"});
  // Nothing is divided at all: 1·V1 + e·V2 + e²·V3.
  CHECK(names(outputs_only, R"({"output":[[23.1672,39.6636,12.8731],[15.5439,14.5914,18.7781]]})") ==
        test::Strings{"row_not_normalised"});
}

TEST_CASE("a single number of the output tells no row of weights") {
  CHECK(names(R"({"scores":[[0,1,2],[2,0,1]],"scale":1,"V":[[1],[0],[3]]})", R"({"output":[[2.5000],[1.3994]]})") ==
        test::Strings{"one_cell"});
}

TEST_CASE("negated scores show in what is made of them") {
  CHECK(names(R"({"scores":[[0,1,2],[2,0,1]],"scale":1})",
              R"({"weights":[[0.6652,0.2447,0.0900],[0.0900,0.6652,0.2447]]})") == test::Strings{"sign_slip"});
  const Grade one = graded(R"({"scores":[[0,1,3],[2,0,1]],"scale":1})",
                           R"({"weights":[[0.7054,0.2595,0.0351],[0.6652,0.0900,0.2447]]})");
  REQUIRE(names(one) == test::Strings{"sign_slip"});
  CHECK(one.mistakes.front().facts.row == 0);
}

TEST_CASE("of several heads it is told in which one the mistake is") {
  // The weights of head 2 in the first row are 0.5 0.5, and with 3 for the first e^0 they are 0.75 0.25.
  const Grade grade =
      graded(R"({"scores":[[[1,1],[0,0]],[[0,0],[1,1]]],"scale":1,"V":[[1,0,1,0],[0,1,3,2]],"heads":2})",
             R"({"output":[[0.5,0.5,1.5,0.5],[0.5,0.5,2.0,1.0]]})");
  REQUIRE(names(grade) == test::Strings{"exponential_wrong"});
  CHECK(grade.mistakes.front().facts.head == 1);
  CHECK(grade.mistakes.front().facts.exponential->path == ".heads[1].weights");
}

TEST_CASE("each of a pair tells where it was made") {
  // Q without b_Q is 5 2.5, 1 0.5; K by the transposed W_K is 2.5 3, 0.5 -1.5.
  const Grade grade = graded(
      R"({"X":[[1,2],[3,-1]],"W_Q":[[1,0.5],[2,1]],"W_K":[[0.5,1],[0,1.5]],"W_V":[[1,0],[2,1]],"b_Q":[0.3,0.1]})",
      R"({"scores":[[20,-1.25],[4,-0.25]]})");
  CHECK(std::ranges::any_of(grade.mistakes, [](const Finding& found) {
    return found.together_with && found.where == "W_K" && found.where_together == "b_Q";
  }));
}

TEST_CASE("a pair is told once, at the first place in which it may have been made") {
  // Q without b_Q is 3 5, 7 11; K by the transposed W_K is 2 3, 6 7. W_Q and W_V are their own transposes, so that all
  // three transposed give the same.
  const Grade grade = graded(
      R"({"X":[[1,2],[3,4]],"W_Q":[[1,1],[1,2]],"W_K":[[2,0],[1,1]],"W_V":[[1,0],[0,1]],"b_Q":[1,0]})",
      R"({"scores":[[21,53],[47,119]]})");
  REQUIRE(names(grade) == test::Strings{"weights_matrix_transposed + bias_left_out"});
  CHECK(grade.mistakes.front().where == "W_K");
  CHECK(grade.mistakes.front().where_together == "b_Q");
}

namespace {

/// Each row has e^s of 1, 2.718, 7.389 in another order: weights 0.0900 0.2447 0.6652.
constexpr auto three_rows = R"({"scores":[[0,1,2],[2,0,1],[1,2,0]],"scale":1})";

} // namespace

TEST_CASE("two mistakes may share the wrong rows between them") {
  // The first row has 3 for e^1, of 11.389; in the second the term e^0 is missing in the sum, which is 10.107.
  const Grade grade = graded(
      three_rows, R"({"weights":[[0.0878,0.2634,0.6488],[0.7311,0.0989,0.2689],[0.2447,0.6652,0.0900]]})");
  REQUIRE(names(grade) == test::Strings{"denominator_incomplete + exponential_wrong"});
  CHECK(grade.mistakes.front().facts.row == 1);
  CHECK(grade.mistakes.front().facts.other == 1);
}

TEST_CASE("of a pair, too, only one row has its one wrong e^x") {
  // As above, and the third row has 3 for e^1 as well.
  CHECK(names(three_rows, R"({"weights":[[0.0878,0.2634,0.6488],[0.7311,0.0989,0.2689],[0.2634,0.6488,0.0878]]})")
            .empty());
}

TEST_CASE("a mistake in the weights shows in a head's own output as well") {
  // Without e^0 = 1 the first sum is 10.107.
  const Grade grade =
      graded(outputs_only, R"({"heads":[{"output":[[2.2921,3.9242,1.2736],[1.3994,1.3137,1.6906]]}]})");
  REQUIRE(names(grade) == test::Strings{"denominator_incomplete"});
  CHECK(grade.mistakes.front().path == ".heads[0].output");
  CHECK(grade.mistakes.front().facts.other == 0);
}

TEST_CASE("a pattern must be in every wrong head") {
  constexpr auto heads = R"({"scores":[[[1,2],[3,4]],[[5,6],[7,8]]],"scale":0.5,"heads":2})";
  CHECK(names(heads, R"({"scaled_scores":[[[0.5,1.5],[1.0,2.0]],[[2.5,3.5],[3.0,4.0]]]})") ==
        test::Strings{"answer_transposed"});
  CHECK(names(heads, R"({"scaled_scores":[[[0.5,1.5],[1.0,2.0]],[[2.5,3.0],[3.7,4.1]]]})").empty());
}

TEST_CASE("a sum is incomplete if it is off by one of its terms, and by nothing else") {
  CHECK(names(three_rows, R"({"row_sum":[8.39,11.11,11.11]})") == test::Strings{"denominator_incomplete"});
  CHECK(std::ranges::count(names(graded(three_rows, R"({"row_sum":[8.99,11.11,11.11]})")), "denominator_incomplete") ==
        0);
}

TEST_CASE("of exponentials that are written the only wrong one is told") {
  const Grade one = graded(three_rows, R"({"exponentials":[[1.00,3.72,7.39],[7.39,1.00,2.72],[2.72,7.39,1.00]]})");
  REQUIRE(names(one) == test::Strings{"exponential_wrong"});
  CHECK(one.mistakes.front().facts.exponential->path == ".heads[0].exponentials");
  CHECK(one.mistakes.front().facts.exponential->exponent == Approx(1));
  CHECK(one.mistakes.front().facts.exponential->given == 3.72);
  CHECK(names(three_rows, R"({"exponentials":[[1.00,3.72,6.11],[7.39,1.00,2.72],[2.72,7.39,1.00]]})").empty());
  // e^s of a masked score is 0: no exponential is wrong there
  CHECK(names(R"({"scores":[[1,2],[0,0]],"scale":1,"mask":"causal"})",
              R"({"exponentials":[[2.72,4.10],[1.00,1.00]]})") == test::Strings{"one_cell"});
}

namespace {

/// Four positions of so many columns, in which all numbers are 0 but the first: so are the scores, and the first is 16.
std::string wide(std::size_t columns) {
  std::string rows;
  for (int i = 0; i < 4; ++i) {
    rows += i == 0 ? "[4" : ",[0";
    for (std::size_t j = 1; j < columns; ++j) rows += ",0";
    rows += ']';
  }
  return "{\"Q\":[" + rows + "],\"K\":[" + rows + "],\"scale\":0.25}";
}

} // namespace

TEST_CASE("a large chain is not worked again under mistakes: only written numbers are looked at") {
  // 16 for 4: the scale of the only score was left out, and in any case one cell is wrong.
  const std::string answer = R"({"scaled_scores":[[16,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]})";
  CHECK(names(graded(wide(2), answer)) == test::Strings{"no_scale", "scale_left_out_in_one_row"});
  CHECK(names(graded(wide(70'000), answer)) == test::Strings{"one_cell"});
}

TEST_CASE("of large scores the exponent is told as everybody takes it, less the largest of the row") {
  // e^-1, e^0, e^-2 of 1.5032; with 0.5 for the first they are 0.5, 1, 0.1353 of 1.6353.
  const Grade grade = graded(R"({"scores":[[30,31,29]],"scale":1})", R"({"weights":[[0.3057,0.6115,0.0828]]})");
  REQUIRE(names(grade) == test::Strings{"exponential_wrong"});
  const auto wrong = *grade.mistakes.front().facts.exponential;
  CHECK(wrong.col == 0);
  CHECK(wrong.exponent == -1);
  CHECK(wrong.given == Approx(0.5).epsilon(0.01));
}

TEST_CASE("where the problem gives the weights no exponential was wrong, but a row may have been scaled") {
  // Right are 1.7 2.8 1.6. With twice the first weight, and of 1.2, 1.5833 2.3333 1.6667.
  constexpr auto weights = R"({"weights":[[0.2,0.3,0.5]],"V":[[1,0,2],[0,1,4],[3,5,0]]})";
  CHECK(names(weights, R"({"output":[[1.5833,2.3333,1.6667]]})").empty());
  CHECK(names(weights, R"({"output":[[2.55,4.20,2.40]]})") == test::Strings{"row_not_normalised"});
}

TEST_CASE("a softcap after the mask is no story where ALiBi stands between them") {
  // tanh makes -1 of what the mask blocks, and 0.7616 of 1.
  CHECK(names(R"({"scores":[[0,5],[0,1]],"scale":1,"softcap":1,"mask":"causal"})",
              R"({"masked_scores":[[0.0000,-1.0000],[0.0000,0.7616]]})") == test::Strings{"softcap_after_mask"});
  const auto found = names(R"({"scores":[[0,5],[0,1]],"scale":1,"softcap":1,"mask":"causal","alibi":[0.5]})",
                           R"({"masked_scores":[[0.0000,-1.0000],[-0.5000,0.7616]]})");
  CHECK(std::ranges::count(found, "softcap_after_mask") == 0);
}

TEST_CASE("two mistakes are told where they explain four cells, and not of three") {
  // Q without b_Q is 1 5; keys by the transposed W_K are 2 3, 6 7, 2 1, 0 1.
  const auto told = [](const std::string& context, const char* answer) {
    return names(graded(R"({"X":[[1,2]],"context":[)" + context +
                            R"(],"W_Q":[[1,1],[0,2]],"W_K":[[2,0],[1,1]],"W_V":[[1,0],[0,1]],"b_Q":[1,0]})",
                        answer));
  };
  CHECK(told("[1,2],[3,4],[1,0],[0,1]", R"({"scores":[[17,41,7,5]]})") ==
        test::Strings{"weights_matrix_transposed + bias_left_out"});
  CHECK(told("[1,2],[3,4],[1,0]", R"({"scores":[[17,41,7]]})").empty());
}
