// From text to a problem: the reader and resolving together, with places as a person sees them.

#include "problem/read.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <fmt/format.h>

using namespace attn;

namespace {

/// Each fault as `attn` prints it: place, message, and an indented hint.
std::string refusal(std::string_view text) {
  std::string lines;
  try {
    read_case(text, "p.json");
  } catch (const Refusal& refusal) {
    for (const auto& [place, message, hint] : refusal.errors)
      lines += fmt::format("{}:{}:{}: {}: {}\n  {}\n", place.file, place.position.line, place.position.column,
                           place.pointer, message, hint);
  }
  return lines;
}

} // namespace

TEST_CASE("A problem with what its writer expects") {
  const Case both = read_case(R"({"X":[[1,0],[0,1]],"expect":{"output":[[1,0],[0,1]]}})", "p.json");
  CHECK(both.problem.shape.n == 2);
  REQUIRE(both.expectation);
  CHECK(both.expectation->matrices[0].key == "output");
  CHECK_FALSE(read_case(R"({"X":[[1]]})", "p.json").expectation);
}

TEST_CASE("A problem is read whatever its expect is, and why that is not taken is kept") {
  const Case both = read_case(R"({"X":[[1]],"expect":{"weights":[[1]],"outptu":[[1]]}})", "p.json");
  CHECK(both.problem.shape.n == 1);
  CHECK(both.expectation->matrices.size() == 1);
  REQUIRE(both.expectation_faults.size() == 1);
  CHECK(both.expectation_faults[0].place.pointer == "/expect/outptu");
  CHECK(both.expectation_faults[0].hint == "did you mean output?");
  CHECK(read_case(R"({"X":[[1]]})", "p.json").expectation_faults.empty());
}

TEST_CASE("A name of another library does not draw faults of what it stands for") {
  const std::string faults =
      refusal(R"({"X": [[1, 2]], "in_proj_weight": [[1, 2], [3, 4], [5, 6]], "out_proj.weight": [[1], [2]]})");
  CHECK(std::count(faults.begin(), faults.end(), '\n') == 4);
  CHECK_THAT(faults, Catch::Contains("/in_proj_weight: in_proj_weight is not taken"));
  CHECK_THAT(faults, Catch::Contains("/out_proj.weight: out_proj.weight is not taken"));
}

TEST_CASE("A source may hand over its bytes one by one") {
  std::string_view text = R"({"X":[[1,0],[0,1]]})";
  const Source drops = [&text](std::span<char> buffer) {
    const std::size_t count = text.copy(buffer.data(), 1);
    text.remove_prefix(count);
    return count;
  };
  CHECK(read_case(drops, "-").problem.shape.d_model == 2);
}

TEST_CASE("A fault is at its list, by line, column and pointer") {
  CHECK(refusal(R"({
  "X": [[1, 0, 1, 0],
        [0, 1, 0, 1]],
  "layout": "out_in",
  "W_Q": [[1, 0, 1],
          [0, 1, 0]],
  "W_K": "identity",
  "W_V": "identity",
  "heads": 2
})") == "p.json:5:11: /W_Q/0: expected 4 numbers, as d_model of X is 4, found 3\n"
        "  X is 2 x 4 and W_Q is 2 x 3: y = x·W_Qᵀ with \"layout\": \"out_in\": W_Q needs a column for each column "
        "that it meets\n"
        "p.json:7:10: /W_K: expected 2 columns, as 2·d_k of W_Q is 2, found 4\n"
        "  W_Q is 2 x 3 and W_K is \"identity\": the rows of Q and K are multiplied number by number\n");
}

TEST_CASE("A fault calls a key as it was written") {
  CHECK(refusal("{\"x\": [[1, 2]],\n\"Wq\": [[1]], \"Wk\": [[1],[2]], \"Wv\": [[1],[2]]}") ==
        "p.json:2:7: /Wq: expected 2 rows, as d_model of x is 2, found 1\n"
        "  x is 1 x 2 and Wq is 1 x 1: y = x·Wq: Wq needs a row for each column that it meets\n");
}

TEST_CASE("Faults of values and of sizes are told together, in the order of the file") {
  const std::string faults = refusal(R"({"tokens": ["a"],
"X": [[1, 2], [3, 4]],
"softcap": -1,
"W_O": [[1]]})");
  CHECK_THAT(faults, Catch::Contains("p.json:1:12: /tokens: expected 2 labels"));
  CHECK_THAT(faults, Catch::Contains("p.json:3:12: /softcap: "));
  CHECK_THAT(faults, Catch::Contains("p.json:4:8: /W_O: expected 2 rows"));
  CHECK(faults.find("tokens") < faults.find("softcap"));
  CHECK(faults.find("softcap") < faults.find("W_O"));
}

TEST_CASE("A text that breaks off is told once: what is missing may stand further on") {
  const std::string faults = refusal(R"({"W_Q": [[1]], "X": [[1, 2]], "tokens": ["a", "b"], )");
  CHECK(std::count(faults.begin(), faults.end(), '\n') == 2);
}

TEST_CASE("A misspelt key does not draw faults of what it was meant to be") {
  const std::string faults = refusal(R"({"X": [[1, 2]], "layuot": "out_in", "W_Q": [[1, 2]], "W_K": [[1, 2]],
                                         "W_V": [[1, 2]]})");
  CHECK_THAT(faults, Catch::StartsWith("p.json:1:17: /layuot: unknown key"));
  CHECK(std::count(faults.begin(), faults.end(), '\n') == 2);
}

TEST_CASE("One position must be a matrix too") {
  CHECK_THAT(refusal(R"({"X": [1, 0]})"), Catch::StartsWith("p.json:1:7: /X: expected"));
}

TEST_CASE("A fraction is a scale, and so is none") {
  CHECK(read_case(R"({"X":[[1]],"scale":"1/8"})", "p.json").problem.scale == 0.125);
  CHECK(read_case(R"({"X":[[1,2]],"scale":"none"})", "p.json").problem.scale == 1);
}

TEST_CASE("Faults of one text are told each, though they stand at one place of the file") {
  CHECK(refusal(R"({"X": "[[1,2],[3],[4]]"})") ==
        "p.json:1:7: /X/1: expected 2 numbers, as row /X/0 has 2, found 1 (line 1, column 8 of the text)\n"
        "  all rows of a matrix have the same number of entries, all matrices of a list the same shape\n"
        "p.json:1:7: /X/2: expected 2 numbers, as row /X/0 has 2, found 1 (line 1, column 12 of the text)\n"
        "  all rows of a matrix have the same number of entries, all matrices of a list the same shape\n");
}

TEST_CASE("A word that ends as a name of another library does is none without a dot") {
  CHECK_THAT(refusal(R"({"X": [[1]], "myquery": 1})"), Catch::Contains("/myquery: unknown key \"myquery\""));
  CHECK_THAT(refusal(R"({"X": [[1]], "my.query": 1})"), Catch::Contains("/my.query: my.query is not taken"));
}

TEST_CASE("A key that stands there already is not called faulty for a misspelt one beside it") {
  CHECK(refusal(R"({"X": [[1, 2]], "heads": 2, "head": 3})") ==
        "p.json:1:29: /head: unknown key \"head\"\n  did you mean heads?\n");
  CHECK(refusal(R"({"X": [[1]], "W_Q": [[1]], "W_K": [[1]], "W_V": [[1]], "q_proj": [[1]]})") ==
        "p.json:1:56: /q_proj: q_proj is not taken\n  write W_Q, with \"layout\": \"out_in\" as nn.Linear stores it\n");
}
