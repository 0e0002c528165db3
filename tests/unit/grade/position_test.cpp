// Marking problems with rotary positions, QK-norm, ALiBi and sinks: what follows is carried, and a step that was left
// out gets its name.

#include "marked.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

using namespace attn;

namespace {

constexpr auto all = R"({"Q":[[1,0,2,1],[0,1,1,-1],[2,1,0,1]],"K":[[1,1,0,0],[0,1,0,2],[1,0,1,1]],
  "V":[[1,0],[0,1],[1,1]],"mask":"causal")";

std::string with(std::string_view members) {
  return fmt::format("{},{}}}", all, members);
}

/// The weights of another problem, with four decimals.
std::string weights_of(std::string problem) {
  const test::Asked asked(std::move(problem), "{}");
  const View weights = asked.truth[0].heads[0].weights;
  std::vector<std::string> rows;
  for (std::size_t i = 0; i < weights.rows; ++i) {
    std::vector<std::string> numbers;
    for (std::size_t j = 0; j < weights.cols; ++j) numbers.push_back(fmt::format("{:.4f}", weights(i, j)));
    rows.push_back(fmt::format("[{}]", fmt::join(numbers, ",")));
  }
  return fmt::format(R"({{"weights":[{}]}})", fmt::join(rows, ","));
}

test::Strings mistakes(std::string_view asked, std::string_view worked) {
  const Grade grade = test::graded(with(asked), weights_of(with(worked)));
  test::Strings names;
  for (const Finding& found : grade.mistakes) names.emplace_back(found.mistake->name);
  return names;
}

} // namespace

TEST_CASE("what was left out is named") {
  CHECK(mistakes(R"("rope":true)", R"("rope":false)") == test::Strings{"rope_left_out"});
  CHECK(mistakes(R"("rope":true)", R"("rope":{"interleaved":true})") == test::Strings{"rope_other_pairs"});
  CHECK(mistakes(R"("qk_norm":true)", R"("qk_norm":false)") == test::Strings{"qk_norm_left_out"});
  CHECK(mistakes(R"("alibi":[0.5])", R"("alibi":false)") == test::Strings{"alibi_left_out"});
  CHECK(mistakes(R"("sinks":[0.5])", R"("alibi":false)") == test::Strings{"sinks_left_out"});
  CHECK(mistakes(R"("rope":true,"sinks":[0.5])", R"("rope":true,"sinks":[0.5],"scale":"none")") ==
        test::Strings{"no_scale", "scores_counted_twice"}); // 1/sqrt(4) is a half
}

TEST_CASE("all right is all right, with every one of them") {
  const std::string everything = with(R"("rope":true,"qk_norm":true,"alibi":[0.5],"sinks":[0.5])");
  CHECK(test::graded(everything, weights_of(everything)).all_right);
}

TEST_CASE("what follows from a slip in a turned query is carried") {
  CHECK(test::off(R"({"Q":[[1,0]],"K":[[1,0],[1,0]],"scale":1,"rope":{"dims":2}})",
                  R"({"rotated_Q":[[0.5,0]],"scores":[[0.5,0.2702]]})") ==
        test::Strings{".heads[0].rotated_Q[0][0] wrong", ".heads[0].scores[0][0] carried",
                      ".heads[0].scores[0][1] carried"});
}

TEST_CASE("sums with the sink as plain e^s are taken, as are shifted ones") {
  constexpr auto problem = R"({"scores":[[1,2]],"scale":1,"sinks":[0]})";
  CHECK(test::off(problem, R"({"exponentials":[[2.7183,7.3891]],"row_sum":[11.1073]})").empty());
  CHECK(test::off(problem, R"({"exponentials":[[0.3679,1]],"row_sum":[1.5032]})").empty());
  CHECK_FALSE(test::off(problem, R"({"row_sum":[10.1074]})").empty());
}

TEST_CASE("a query that sees nothing gets nothing from its sink, in plain e^s too") {
  // The second query sees no key, the first only the second: e^2 + e^0.
  constexpr auto problem = R"({"scores":[[1,2],[1,2]],"scale":1,"sinks":[0],"mask":{"keep":[[0,1],[0,0]]}})";
  CHECK(test::off(problem, R"({"exponentials":[[0,7.3891],[0,0]],"row_sum":[8.3891,0]})").empty());
  CHECK(test::off(problem, R"({"exponentials":[[0,7.3891],[0,0]],"row_sum":[8.3891,1.0]})") ==
        test::Strings{".heads[0].row_sum[1][0] wrong"});
}

TEST_CASE("two coordinates are one pair, however they are paired") {
  CHECK(mistakes(R"("rope":{"dims":2})", R"("rope":{"dims":2,"interleaved":true})").empty());
}
