// The rules, one by one. `two` has the weights 0.6225 0.3775 and the outputs 13.775 and 16.225 (13.7754, 16.2246).

#include "marked.h"

#include <catch2/catch.hpp>

namespace attn::test {
namespace {

/// One query, scores 0 1 2: e^s is 1, 2.72, 7.39, the weights 0.0900 0.2447 0.6652.
constexpr auto ramp = R"({"scores":[[0,1,2]],"scale":1})";
constexpr auto causal = R"({"scores":[[1,9],[0,1]],"scale":1,"mask":"causal"})"; // weights 1 0, 0.2689 0.7311

} // namespace

TEST_CASE("a cell that follows from a wrong one is carried and earns its marks") {
  const Asked asked(two, R"({"weights":[[0.6225,0.3775],[0.5000,0.5000]],"output":[[13.775],[15.000]]})");
  const Verdicts marked = verdicts(asked);
  CHECK(marked.off ==
        Strings{".heads[0].weights[1][0] wrong", ".heads[0].weights[1][1] wrong", ".output[1][0] carried"});
  CHECK(marked.right == 3);
  CHECK(marked.earned == 4);
}

TEST_CASE("what follows is worked from right cells in full, and wrong ones within half a unit") {
  const auto outputs = [](const std::string& output) {
    return off(two, R"({"weights":[[0.62,0.38],[0.38,0.60]],"output":[[13.775],[)" + output + "]]}").back();
  };
  CHECK(outputs("15.775") == ".output[1][0] carried"); // 0.37754·10 + 0.6·20
  CHECK(outputs("15.800") == ".output[1][0] carried"); // 0.38·10 + 0.6·20
  CHECK(outputs("15.870") == ".output[1][0] carried"); // 0.37754·10 + 0.6047·20
  CHECK(outputs("15.890") == ".output[1][0] wrong");
}

TEST_CASE("steps that are not given are worked from the last given ones") {
  CHECK(off(two, R"({"scores":[[1,0],[0,2]],"output":[[13.775],[17.311]]})") ==
        Strings{".heads[0].scores[1][1] wrong", ".output[1][0] carried"});
}

TEST_CASE("the mask is the problem's, whatever was written") {
  CHECK(off(causal, R"({"masked_scores":[[1,7.5],[0,1]],"weights":[[1.0,0.0],[0.2689,0.7311]]})") ==
        Strings{".heads[0].masked_scores[0][1] wrong"});
  constexpr auto three = R"({"scores":[[1,9,9],[0,1,9],[0,1,2]],"scale":1,"mask":"causal"})";
  // The slip in row 2 goes on under the mask, although row 1 was not masked.
  CHECK(off(three, R"({"masked_scores":[[1,5,null],[0,2,5],[0,1,2]],
                       "weights":[[1.000,0.000,0.000],[0.119,0.881,0.000],[0.090,0.245,0.665]]})") ==
        Strings{".heads[0].masked_scores[0][1] wrong", ".heads[0].masked_scores[1][1] wrong",
                ".heads[0].masked_scores[1][2] wrong", ".heads[0].weights[1][0] carried",
                ".heads[0].weights[1][1] carried"});
}

TEST_CASE("who wrote numbers where the mask blocks, and went on from them, is not blamed again") {
  CHECK(off(causal, R"({"masked_scores":[[1,1.0],[0,1]],"weights":[[0.5000,0.5000],[0.2689,0.7311]]})") ==
        Strings{".heads[0].masked_scores[0][1] wrong", ".heads[0].weights[0][0] carried",
                ".heads[0].weights[0][1] carried"});
}

TEST_CASE("an unreadable cell counts as the truth in what follows") {
  CHECK(off(two, R"({"weights":[["?",0.3775],[0.5000,0.5000]],"output":[[13.775],[15.000]]})") ==
        Strings{".heads[0].weights[0][0] unreadable", ".heads[0].weights[1][0] wrong", ".heads[0].weights[1][1] wrong",
                ".output[1][0] wrong"});
}

TEST_CASE("a step of which less than half is right passes nothing on, unless a known mistake gives it") {
  const auto zeros = R"({"weights":[[0.0000,0.0000],[0.0000,0.0000]],"output":[[0.000],[0.000]]})";
  CHECK(off(two, zeros).back() == ".output[1][0] wrong");
  CHECK(off(two, zeros, {}, true).back() == ".output[1][0] carried");
  CHECK(off(two, R"({"weights":[[0.6225,0.3775],[0.0000,0.0000]],"output":[[13.775],[0.000]]})").back() ==
        ".output[1][0] carried");
}

TEST_CASE("exponentials may be plain e^s, however large the scores") {
  constexpr auto far = R"({"scores":[[-0.4673,-20.1]],"scale":1})";
  CHECK(off(far, R"({"exponentials":[[0.6267,0.0000]]})").empty());
  CHECK(off(far, R"({"exponentials":[[1.0000,0.0000]]})").empty());
}

TEST_CASE("one number again and again passes nothing on, however near it lies") {
  CHECK(off(two, R"({"weights":[[0.5,0.5],[0.5,0.5]],"output":[[15.0],[15.0]]})").back() == ".output[1][0] wrong");
}

TEST_CASE("whole numbers claim to be exact: zeros are no weights that were rounded by hand") {
  for (const std::string& cell : off(two, R"({"weights":[[0,0],[0,0]],"output":[[0],[0]]})"))
    CHECK(cell.ends_with(" wrong"));
}

TEST_CASE("what follows from one wrong exponential is carried, and not cut off by chance") {
  const Grade marked = graded(R"({"scores":[[1,0.3]],"scale":1,"V":[[2,3],[4,5]]})",
                              R"({"weights":[[0.70,0.30]],"output":[[2.6,3.6]]})");
  REQUIRE(marked.mistakes.size() == 1);
  CHECK(marked.mistakes[0].mistake->name == "exponential_wrong");
  CHECK(marked.steps[1].off[0].verdict == Verdict::carried);
}

TEST_CASE("cells that are off in the last place alone get no mistake") {
  const Grade marked = graded(two, R"({"weights":[[0.6226,0.3775],[0.3775,0.6225]]})");
  CHECK(marked.steps[0].off[0].verdict == Verdict::last_digit);
  CHECK(marked.mistakes.empty());
}

TEST_CASE("what the mask decides does not count towards that half") {
  constexpr auto window = R"({"scores":[[1,1,1],[1,1,1],[1,2,1]],"scale":1,"mask":{"window":{"left":0,"right":0}},
                             "V":[[1],[2],[3]]})";
  CHECK(off(window, R"({"weights":[[0.0,0.0,0.0],[0.0,0.0,0.0],[0.0,0.0,1.0]],"output":[[0.0],[0.0],[3.0]]})") ==
        Strings{".heads[0].weights[0][0] wrong", ".heads[0].weights[1][1] wrong", ".output[0][0] wrong",
                ".output[1][0] wrong"});
}

TEST_CASE("right although the step before is wrong is right, and said so") {
  const Asked again(two, R"({"weights":[[0.6225,0.3775],[0.5000,0.5000]],"output":[[13.775],[16.225]]})");
  CHECK(verdicts(again).right_after_wrong);
  CHECK(verdicts(again).right == 4);
  const Asked carried(two, R"({"weights":[[0.6225,0.3775],[0.5000,0.5000]],"output":[[13.775],[15.000]]})");
  CHECK_FALSE(verdicts(carried).right_after_wrong);
}

TEST_CASE("what follows from rounded steps is rounded by hand") {
  const Asked asked(two, R"({"weights":[[0.62,0.38],[0.38,0.62]],"output":[[13.80],[16.20]]})");
  CHECK(verdicts(asked).off == Strings{".output[0][0] rounded_by_hand", ".output[1][0] rounded_by_hand"});
  CHECK(verdicts(asked).right == 6);
}

TEST_CASE("steps that are not written are rounded too, by some") {
  CHECK(off(ramp, R"({"weights":[[0.09,0.25,0.66]]})") == // 1, 0.37, 0.14 of 1.51
        Strings{".heads[0].weights[0][1] rounded_by_hand", ".heads[0].weights[0][2] rounded_by_hand"});
  CHECK(off(two, R"({"output":[[13.80],[16.20]]})", {.tolerance = {.decimals = 2}}) == // exactly 13.7754
        Strings{".output[0][0] rounded_by_hand", ".output[1][0] rounded_by_hand"});
  CHECK(off(R"({"Q":[[0.5,0.5,0.5]],"K":[[0.3,0.3,0.3]]})", R"({"scores":[[0.6]]})") == // 0.15 is 0.2, three times
        Strings{".heads[0].scores[0][0] rounded_by_hand"});
}

TEST_CASE("with decimals of its own, a step may follow from every step rounded, or from those written") {
  CHECK(off(two, R"({"output":[[13.80],[16.20]]})") ==
        Strings{".output[0][0] rounded_by_hand", ".output[1][0] rounded_by_hand"});
  CHECK(off(two, R"({"weights":[[0.6225,0.3775],[0.3775,0.6225]],"output":[[13.80],[16.20]]})").back() ==
        ".output[1][0] wrong");
  CHECK(off(two, R"({"weights":[[0.6225,0.3775],[0.3775,0.6225]],"output":[[13.80],[16.20]]})",
            {.tolerance = {.decimals = 2}})
            .back() == ".output[1][0] rounded_by_hand");
}

TEST_CASE("the numbers of the problem, and those written with more digits, are not rounded on the way") {
  CHECK(off(R"({"Q":[[0.44]],"K":[[10]]})", R"({"scores":[[4.0]]})") == Strings{".heads[0].scores[0][0] wrong"});
  CHECK(off(R"({"X":[[0.5]],"W_Q":[[0.88]],"W_K":[[20]],"W_V":[[1]]})", R"({"Q":[[0.44]],"scores":[[4.0]]})") ==
        Strings{".heads[0].scores[0][0] wrong"});
}

TEST_CASE("products are rounded with ties away from zero, to even, or as the binary number lies") {
  // Three times 0.125, in all 0.375: 0.13 or 0.12 each.
  constexpr auto eighths = R"({"Q":[[0.5,0.5,0.5]],"K":[[0.25,0.25,0.25]]})";
  CHECK(off(eighths, R"({"scores":[[0.39]]})") == Strings{".heads[0].scores[0][0] rounded_by_hand"});
  CHECK(off(eighths, R"({"scores":[[0.36]]})") == Strings{".heads[0].scores[0][0] rounded_by_hand"});
  // Three times 0.155, in all 0.465: 0.16 each, also to even, but as stored 0.155 is a little less.
  constexpr auto stored = R"({"Q":[[0.5,0.5,0.5]],"K":[[0.31,0.31,0.31]]})";
  CHECK(off(stored, R"({"scores":[[0.48]]})") == Strings{".heads[0].scores[0][0] rounded_by_hand"});
  CHECK(off(stored, R"({"scores":[[0.45]]})") == Strings{".heads[0].scores[0][0] rounded_by_hand"});
  CHECK(off(stored, R"({"scores":[[0.44]]})") == Strings{".heads[0].scores[0][0] wrong"});
}

TEST_CASE("people write e^s also where scores are large") {
  // e^-21 is 0.00 and e^0.3, e^0.5 are 1.35, 1.65: 0.00 0.45 0.55.
  CHECK(off(R"({"scores":[[-21,0.3,0.5]],"scale":1})", R"({"weights":[[0.0000,0.4500,0.5500]]})").size() == 2);
  CHECK(off(R"({"scores":[[-21,0.3,0.5]],"scale":1})",
            R"({"exponentials":[[0.00,1.35,1.65]],"row_sum":[3.00],"weights":[[0.0000,0.4500,0.5500]]})") ==
        Strings{".heads[0].weights[0][1] rounded_by_hand", ".heads[0].weights[0][2] rounded_by_hand"});
}

TEST_CASE("exponentials may be written rounded, and used in full") {
  // 1, 2.718, 7.389 of 11.107; by what is written, 1.0 of 11.1 would be 0.0901.
  CHECK(off(ramp, R"({"exponentials":[[1.0,2.7,7.4]],"row_sum":[11.1],"weights":[[0.0900,0.2447,0.6652]]})").empty());
  CHECK(off(R"({"scores":[[0.04,1.04,2.04]],"scale":1})",
            R"({"scaled_scores":[[0.0,1.0,2.0]],"exponentials":[[1.000,2.718,7.389]],"row_sum":[11.107]})") ==
        Strings{".heads[0].exponentials[0][0] rounded_by_hand", ".heads[0].exponentials[0][1] rounded_by_hand",
                ".heads[0].exponentials[0][2] rounded_by_hand", ".heads[0].row_sum[0][0] rounded_by_hand"});
}

TEST_CASE("what a wrong number near 0 divides may lie anywhere, and follows from nothing") {
  CHECK(off(ramp, R"({"exponentials":[[1.00,2.72,7.39]],"row_sum":[0.01],"weights":[[0.3000,0.2447,0.6652]]})") ==
        Strings{".heads[0].row_sum[0][0] wrong", ".heads[0].weights[0][0] wrong"});
}

TEST_CASE("an absolute or relative tolerance knows no rounding by hand") {
  CHECK(off(two, R"({"weights":[[0.63,0.37],[0.38,0.62]],"output":[[13.70],[16.22]]})",
            {.tolerance = {.atol = 0.01}}) == Strings{".output[0][0] wrong"});
}

TEST_CASE("what follows from a wrong step may be rounded on the way") {
  // Softmax of 0 1 2 with e^s rounded: 1, 2.72, 7.39 of 11.11 with two decimals; 1, 0.37, 0.14 of 1.51.
  CHECK(
      off(R"({"scores":[[0,1,2],[0,1,1]],"scale":1})",
          R"({"scaled_scores":[[0.000,1.000,2.000],[0.000,1.000,2.000]],"weights":[[0.09,0.24,0.67],[0.09,0.25,0.66]]})") ==
      Strings{".heads[0].scaled_scores[1][2] wrong", ".heads[0].weights[1][0] carried",
              ".heads[0].weights[1][1] carried", ".heads[0].weights[1][2] carried"});
}

TEST_CASE("a way of rounding that gives one cell of many is chance") {
  // e^s rounded: 1.35 1.11 1.35 1.35 of 5.16 give 0.22 for the second, and 0.26 for the others.
  CHECK(off(R"({"scores":[[0.3,0.1,0.3,0.3]],"scale":1})", R"({"weights":[[0.27,0.22,0.27,0.27]]})")[1] ==
        ".heads[0].weights[0][1] last_digit");
}

TEST_CASE("cut off, nudged and off in the last place have words of their own") {
  CHECK(off(ramp, R"({"weights":[[0.090,0.244,0.665]]})") == Strings{".heads[0].weights[0][1] cut_off"});
  CHECK(off(ramp, R"({"weights":[[0.090,0.246,0.665]]})") == Strings{".heads[0].weights[0][1] last_digit"});
  CHECK(off(ramp, R"({"weights":[[0.090,0.247,0.665]]})") == Strings{".heads[0].weights[0][1] wrong"});
  CHECK(off(R"({"scores":[[1,1,1]],"scale":1})", R"({"weights":[[0.33,0.33,0.34]]})") ==
        Strings{".heads[0].weights[0][2] nudged"});
  CHECK(off(R"({"Q":[[1]],"K":[["1/3"],["1/3"],["1/3"]]})", R"({"scores":[[0.33,0.33,0.34]]})") == // no weights
        Strings{".heads[0].scores[0][2] last_digit"});
  CHECK(off(R"({"scores":[[1,0],[0,1]],"scale":0.5,"V":[[1],[7.018]]})", // 0.62 + 0.38·7.018 = 3.2868, exactly 3.2720
            R"({"weights":[[0.62,0.38],[0.38,0.62]],"output":[[3.28],[4.75]]})") == Strings{".output[0][0] cut_off"});
  CHECK(off(R"({"scores":[[1,1,1]],"scale":1})", R"({"weights":[[0.32,0.34,0.34]]})") == // two are changed
        Strings{".heads[0].weights[0][0] last_digit", ".heads[0].weights[0][1] last_digit",
                ".heads[0].weights[0][2] last_digit"});
}

TEST_CASE("lenient marking takes them, and what is worked from them") {
  const auto cut = R"({"weights":[[0.622,0.377],[0.378,0.622]],"output":[[13.760],[16.220]]})";
  CHECK(off(two, cut) ==
        Strings{".heads[0].weights[0][1] cut_off", ".output[0][0] carried", ".output[1][0] rounded_by_hand"});
  const Verdicts lenient = verdicts(Asked(two, cut), {.lenient = true});
  CHECK(lenient.off.at(1) == ".output[0][0] rounded_by_hand");
  CHECK(lenient.right == lenient.given);
}

TEST_CASE("exponentials are e^s or e^(s - largest)") {
  CHECK(off(ramp, R"({"exponentials":[[1.00,2.72,7.39]],"row_sum":[11.11]})").empty());
  CHECK(off(ramp, R"({"exponentials":[[0.14,0.37,1.00]],"row_sum":[1.50]})").empty());
  CHECK(off(ramp, R"({"row_sum":[11.11],"weights":[[0.0900,0.2447,0.6652]]})").empty());
  CHECK(off(ramp, R"({"exponentials":[[1.00,2.72,8.39]],"weights":[[0.08,0.22,0.69]]})") ==
        Strings{".heads[0].exponentials[0][2] wrong", ".heads[0].weights[0][0] carried",
                ".heads[0].weights[0][1] carried", ".heads[0].weights[0][2] carried"});
}

TEST_CASE("only wrong and last_digit blame; carried earns; lenient forgives what is nearly right") {
  using enum Verdict;
  for (const Verdict verdict : {right, rounded_by_hand, carried, nudged, cut_off, last_digit, wrong, unreadable}) {
    CAPTURE(word(verdict));
    CHECK(blamed(verdict) == (verdict == wrong || verdict == last_digit));
    CHECK(counts_as_right(verdict, false) == (verdict <= rounded_by_hand));
    CHECK(counts_as_right(verdict, true) == (verdict <= last_digit && verdict != carried));
    CHECK(earns(verdict, false) == (verdict <= carried));
  }
}

TEST_CASE("true and false are no numbers") {
  CHECK(off(two, R"({"scores":[[true,false],[0,1]]})") ==
        Strings{".heads[0].scores[0][0] unreadable", ".heads[0].scores[0][1] unreadable"});
}

TEST_CASE("a lone number passes on: it is no repetition") {
  // Q is 0.344 and K 3.44; 0.35·3.44 = 1.204.
  CHECK(off(R"({"X":[[0.344]],"W_Q":[[1]],"W_K":[[10]],"W_V":[[1]]})", R"({"Q":[[0.35]],"scores":[[1.20]]})") ==
        Strings{".Q[0][0] last_digit", ".heads[0].scores[0][0] carried"});
}

TEST_CASE("a weight is nudged also beside one that was rounded by hand") {
  // e^(s-2) rounded are 0.14, 0.37, 1, 1 of 2.51: 0.06 0.15 0.40 0.40, which is 0.01 too much.
  CHECK(off(R"({"scores":[[0,1,2,2]],"scale":1})", R"({"weights":[[0.06,0.15,0.40,0.39]]})") ==
        Strings{".heads[0].weights[0][0] rounded_by_hand", ".heads[0].weights[0][3] nudged"});
}

TEST_CASE("in a chain that nobody works by hand nothing is rounded by hand") {
  // Weights of three keys are 0.33, and two of them 0.66.
  const auto outputs = [](std::size_t queries) {
    std::string scores = "[1,1,1]", written = "[0.66]";
    for (std::size_t i = 1; i < queries; ++i) scores += ",[1,1,1]", written += ",[0.67]";
    return off("{\"scores\":[" + scores + "],\"scale\":1,\"V\":[[1],[1],[0]]}", "{\"output\":[" + written + "]}");
  };
  CHECK(outputs(2) == Strings{".output[0][0] rounded_by_hand"});
  CHECK(outputs(20'000) == Strings{".output[0][0] cut_off"});
}

TEST_CASE("whole numbers of one matrix were printed with as many digits as the others") {
  // The scores are 1.0000001 and 2.0000002.
  constexpr auto problem = R"({"Q":[[1.0000001]],"K":[[1],[2]],"scale":1})";
  CHECK(off(problem, R"({"scores":[[1,2]]})").size() == 2);
  CHECK(off(problem, R"({"scores":[[1,2]],"weights":[[0.2689414,0.7310586]]})").empty());
}

} // namespace attn::test
