#include "report/derivation.h"

#include "report/numeral.h"
#include "report/relation.h"
#include "unit/grade/marked.h"

#include <catch2/catch.hpp>

namespace attn {
namespace {

/// The line of one entry, of the first sequence and head.
std::string line(std::string problem, Step step, std::size_t row, std::size_t col, bool plain = false) {
  const test::Asked asked(std::move(problem), "{}");
  return plain_text(derivation(asked.read.problem, asked.truth[0], {step, 0, 0, row, col, plain}));
}

constexpr auto projected = R"({"X":[[1,2],[3,-4]],"W_Q":[[1,0.5],[0,-1]],"b_Q":[0.25,0],"W_K":"identity",
  "W_V":"identity","W_O":[[1],[2]],"mask":"causal"})";

} // namespace

TEST_CASE("projections: a dot product term by term and the bias; the identity is a copy; what is given is given") {
  CHECK(line(projected, Step::Q, 1, 0) == ".Q[1][0] = 3·1 + (-4)·0 + 0.25 = 3.25");
  CHECK(line(projected, Step::K, 1, 0) == ".K[1][0] = X[1][0] = 3");
  CHECK(line(projected, Step::head_K, 1, 0) == ".heads[0].K[1][0] = .K[1][0] = X[1][0] = 3");
  CHECK(line(test::two, Step::K, 1, 0) == ".K[1][0] = 0, as given");
  const auto cached = R"({"Q":[[1]],"K":[[2]],"V":[[3]],"past":{"K":[[4]],"V":[[5]]}})";
  CHECK(line(cached, Step::K, 0, 0) == ".K[0][0] = 4, as cached");
  CHECK(line(cached, Step::K, 1, 0) == ".K[1][0] = 2, as given");
}

TEST_CASE("scores: a dot product, the usual scale as a root, any other as it is, the cap, the mask") {
  CHECK(line(projected, Step::scores, 0, 1) == ".heads[0].scores[0][1] = 1.25·3 + (-1.5)·(-4) = 9.75");
  CHECK(line(projected, Step::scaled_scores, 0, 1) == ".heads[0].scaled_scores[0][1] = 9.75 / √2 ≈ 6.8943");
  CHECK(line(test::two, Step::scaled_scores, 0, 0) == ".heads[0].scaled_scores[0][0] = 1·0.5 = 0.5");
  CHECK(line(R"({"scores":[[2]],"scale":1,"softcap":4})", Step::capped_scores, 0, 0) ==
        ".heads[0].capped_scores[0][0] = 4·tanh(2 / 4) ≈ 1.8485");
  CHECK(line(projected, Step::masked_scores, 0, 1) ==
        ".heads[0].masked_scores[0][1] = masked, as query 1 may not see key 2 (causal mask)");
  CHECK(line(R"({"scores":[[2]],"scale":1,"mask":{"add":[[-3]]}})", Step::masked_scores, 0, 0) ==
        ".heads[0].masked_scores[0][0] = 2 + (-3) = -1");
  CHECK(line(R"({"scores":[[2,1],[1,1]],"scale":1,"mask":"causal"})", Step::masked_scores, 0, 0) ==
        ".heads[0].masked_scores[0][0] = .heads[0].scaled_scores[0][0] = 2·1 = 2");
}

TEST_CASE("softmax: exponentials shifted or plain, their sum, the fraction over the keys that may be seen") {
  CHECK(line(test::two, Step::exponentials, 0, 1) == ".heads[0].exponentials[0][1] = e^(0 − 0.5) = e^-0.5 ≈ 0.6065");
  CHECK(line(test::two, Step::exponentials, 0, 0, true) == ".heads[0].exponentials[0][0] = e^0.5 ≈ 1.6487");
  CHECK(line(test::two, Step::row_sum, 1, 0, true) == ".heads[0].row_sum[1] = e^0 + e^0.5 ≈ 1 + 1.6487 = 2.6487");
  CHECK(line(test::two, Step::weights, 0, 1) == ".heads[0].weights[0][1] = e^0 / (e^0.5 + e^0) ≈ 1 / 2.6487 ≈ 0.3775");
  CHECK(line(projected, Step::weights, 0, 1) ==
        ".heads[0].weights[0][1] = 0, as query 1 may not see key 2 (causal mask)");
  CHECK(line(R"({"scores":[[30,29]],"scale":1})", Step::weights, 0, 1) ==
        ".heads[0].weights[0][1] = e^-1 / (e^0 + e^-1) ≈ 0.3679 / 1.3679 ≈ 0.2689");
  CHECK(line(R"({"scores":[[1,1]],"scale":1,"mask":{"padding":[0,0]}})", Step::weights, 0, 1) ==
        ".heads[0].weights[0][1] = 0, as query 1 may see no key");
}

TEST_CASE("outputs: weighted values; heads side by side and an identity are followed to where the work is") {
  CHECK(line(test::two, Step::head_output, 0, 0) == ".heads[0].output[0][0] ≈ 0.6225·10 + 0.3775·20 ≈ 13.7754");
  CHECK(line(test::two, Step::output, 0, 0) ==
        ".output[0][0] = .concat[0][0] = .heads[0].output[0][0] ≈ 0.6225·10 + 0.3775·20 ≈ 13.7754");
  CHECK(line(projected, Step::output, 0, 0) == ".output[0][0] = 1·1 + 2·2 = 5");
  const auto second_head = R"({"Q":[[1,1]],"K":[[1,1]],"V":[[5,6]],"heads":2})";
  CHECK(line(second_head, Step::concat, 0, 1) == ".concat[0][1] = .heads[1].output[0][0] = 1·6 = 6");
}

TEST_CASE("of a long sum the first terms and the last are shown") {
  CHECK(line(R"({"Q":[[1,1,1,1,1,1,1,1,9]],"K":[[1,1,1,1,1,1,1,1,1]]})", Step::scores, 0, 0) ==
        ".heads[0].scores[0][0] = 1·1 + 1·1 + 1·1 + 1·1 + … + 9·1 = 17 (9 terms)");
}

TEST_CASE("a number in a sentence has the fewest decimals that show it, and never looks like zero") {
  CHECK(numeral(2, 4) == "2");
  CHECK(numeral(0.1 + 0.2, 4) == "0.3");
  CHECK(numeral(1.0 / 3, 4) == "0.3333");
  CHECK(numeral(-0.0, 4) == "0");
  CHECK(numeral(1.25e-7, 4) == "1.25e-07");
  CHECK(numeral(3e20, 4) == "3e+20");
  CHECK(numeral(-std::numeric_limits<double>::infinity(), 4) == "masked");
}

TEST_CASE("= stands where both sides as shown are the same number, ≈ everywhere else") {
  using Kind = Maths::Kind;
  const auto n = [](const char* text) { return Maths(Kind::number, text); };
  const auto sign = [](const Maths& left, const Maths& right) { return plain_text(sign_between(left, right)); };
  CHECK(sign(Maths(Kind::sum, {n("0.2483"), n("0.5035")}), n("0.7518")) == "=");
  CHECK(sign(Maths(Kind::sum, {n("0.2483"), n("0.5035")}), n("0.7517")) == "≈");
  CHECK(sign(Maths(Kind::fraction, {n("1"), n("8")}), n("0.125")) == "=");
  CHECK(sign(Maths(Kind::fraction, {n("1"), n("3")}), n("0.3333")) == "≈");
  CHECK(sign(Maths(Kind::fraction, {n("112"), Maths(Kind::root, {n("64")})}), n("14")) == "=");
  CHECK(sign(Maths(Kind::fraction, {n("1"), Maths(Kind::root, {n("2")})}), n("0.7071")) == "≈");
  CHECK(sign(Maths(Kind::power, {Maths(Kind::letter, "e"), n("0")}), n("1")) == "=");
  CHECK(sign(Maths(Kind::product, {n("0.333333333333333"), n("3")}), n("1")) == "≈");
  CHECK(sign(Maths(Kind::letter, "z1"), number(0.5, 4)) == "=");
  CHECK(sign(Maths(Kind::letter, "z1"), number(1.0 / 3, 4)) == "≈");
  CHECK(sign(Maths(Kind::letter, "z1"), number(1.0 / 3, 12)) == "≈");
}

} // namespace attn
