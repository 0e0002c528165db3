// What an answer becomes: entries as they were written, right or wrong.

#include "unit/problem/reading.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

namespace attn::test {
namespace {

using Kind = Entry::Kind;
using Sizes = std::vector<std::size_t>;

Expectation answer_of(std::string_view text) {
  return read_answer(pieces_of(text), "a.json");
}

/// The one matrix of an answer.
GivenMatrix matrix_of(std::string_view value) {
  const Expectation answer = answer_of("{\"weights\": " + std::string(value) + "}");
  REQUIRE(answer.matrices.size() == 1);
  return answer.matrices[0];
}

std::vector<Kind> kinds_of(const GivenMatrix& matrix) {
  std::vector<Kind> kinds;
  for (const Entry& entry : matrix.entries) kinds.push_back(entry.kind);
  return kinds;
}

TEST_CASE("a text in a row is an entry, also with a comma; one that is a matrix in brackets or lines is none") {
  CHECK(kinds_of(matrix_of(R"([["0,5", 0.5]])")) == std::vector{Kind::text, Kind::number});
  CHECK(matrix_of(R"([["0,5", 0.5]])").row_sizes == Sizes{2});
  CHECK(matrix_of(R"(["0,5", "1,0"])").row_sizes == Sizes{2, 2});
  CHECK(matrix_of(R"(["[0 5; 1 0]"])").row_sizes == Sizes{2, 2});
  CHECK(matrix_of(R"([["1 2\n3 4"]])").levels == 4);
}

TEST_CASE("an entry keeps its value and the digits it was written with") {
  const GivenMatrix matrix = matrix_of("[[0.40, 2, 1e-3, -12.50]]");
  REQUIRE(matrix.entries.size() == 4);
  CHECK(matrix.entries[0].value == 0.4);
  CHECK(matrix.entries[0].decimals == 2);
  CHECK(matrix.entries[0].significant == 2);
  CHECK_FALSE(matrix.entries[0].whole);
  CHECK(matrix.entries[1].value == 2);
  CHECK(matrix.entries[1].decimals == 0);
  CHECK(matrix.entries[1].significant == 1);
  CHECK(matrix.entries[1].whole);
  CHECK(matrix.entries[2].decimals == 3);
  CHECK(matrix.entries[3].significant == 4);
}

TEST_CASE("a fraction is its value and whole, \"-inf\" is null") {
  const GivenMatrix matrix = matrix_of(R"([["1/3", "-inf", null]])");
  CHECK(kinds_of(matrix) == std::vector{Kind::number, Kind::null, Kind::null});
  CHECK(matrix.entries[0].value == 1.0 / 3.0);
  CHECK(matrix.entries[0].whole);
}

TEST_CASE("what is no number is a wrong entry, not a fault") {
  CHECK(kinds_of(matrix_of(R"([["a", "0.5", "1/0", true, {"b": [1, {"c": 2}]}, 1]])")) ==
        std::vector{Kind::text, Kind::text, Kind::text, Kind::other, Kind::other, Kind::number});
}

TEST_CASE("levels and rows are those that were written") {
  const GivenMatrix lone = matrix_of("3");
  CHECK(lone.levels == 0);
  CHECK(lone.row_sizes == Sizes{1});
  const GivenMatrix vector = matrix_of("[1, 2, 3]");
  CHECK(vector.levels == 1);
  CHECK(vector.row_sizes == Sizes{3});
  const GivenMatrix ragged = matrix_of("[[1, 2], [3], []]");
  CHECK(ragged.levels == 2);
  CHECK(ragged.row_sizes == Sizes{2, 1, 0});
  CHECK(ragged.lists.empty());
  const GivenMatrix heads = matrix_of("[[[1, 2], [3, 4]], [[5, 6]]]");
  CHECK(heads.levels == 3);
  CHECK(heads.lists == Sizes{2, 1});
  CHECK(heads.row_sizes == Sizes{2, 2, 2});
  CHECK(heads.entries.size() == 6);
}

TEST_CASE("an entry beside lists is a wrong row of its own") {
  const GivenMatrix after = matrix_of("[[1, 2], 3]");
  CHECK(after.row_sizes == Sizes{2, 1});
  CHECK(kinds_of(after) == std::vector{Kind::number, Kind::number, Kind::other});
  const GivenMatrix before = matrix_of("[3, 4, [1, 2]]");
  CHECK(before.row_sizes == Sizes{2, 2});
  CHECK(kinds_of(before) == std::vector{Kind::other, Kind::other, Kind::number, Kind::number});
  const GivenMatrix outside = matrix_of("[[[1]], 2]");
  CHECK(outside.lists == Sizes{1, 1});
}

TEST_CASE("a matrix knows its head, its sequence and its place") {
  const Expectation answer = answer_of("{\"heads\": [{}, {\"scores\": [[1]]}],\n \"output\": [[2]]}");
  REQUIRE(answer.matrices.size() == 2);
  CHECK(answer.matrices[0].key == "scores");
  CHECK(answer.matrices[0].head == 1);
  CHECK_FALSE(answer.matrices[0].sequence);
  CHECK(answer.matrices[0].place.pointer == "/heads/1/scores");
  CHECK(answer.matrices[1].place.file == "a.json");
  CHECK(answer.matrices[1].place.position.line == 2);
  CHECK(answer.matrices[1].place.position.column == 12);
  CHECK_FALSE(answer.matrices[1].head);
}

TEST_CASE("a batch has an object for each sequence") {
  const Expectation answer = answer_of(R"({"batch": [{}, {"concat": [[1]], "heads": [{"weights": [[1]]}]}]})");
  REQUIRE(answer.matrices.size() == 2);
  CHECK(answer.matrices[0].sequence == 1);
  CHECK(answer.matrices[1].sequence == 1);
  CHECK(answer.matrices[1].head == 0);
  CHECK(answer.matrices[1].place.pointer == "/batch/1/heads/0/weights");
}

TEST_CASE("every step may stand at the top level, or under its head") {
  for (const char* key : {"Q", "K", "V", "scores", "scaled_scores", "capped_scores", "masked_scores", "exponentials",
                          "row_sum", "weights", "output"}) {
    CHECK(answer_of("{\"" + std::string(key) + "\": [[1]]}").matrices[0].key == key);
    CHECK(answer_of("{\"heads\": [{\"" + std::string(key) + "\": [[1]]}]}").matrices[0].head == 0);
  }
}

TEST_CASE("the small keys of a result are passed over, its id is kept") {
  const Expectation answer = answer_of(
      R"({"schema": "attn/1", "title": "t", "id": 7, "shape": {"n": 3}, "dtype": "float64", "scale": 0.5, "line": 3,
          "mask": "none", "tokens": ["a"], "context_tokens": [], "warnings": [], "comment": 1, "_mine": [1]})");
  CHECK(answer.matrices.empty());
  CHECK(answer.id->text == "7");
  CHECK(answer.id->is_number);
}

TEST_CASE("keys that are no steps are faults, all told at once") {
  CHECK(answer_faults_of(R"({"wieghts": [[1]], "heads": [{"concat": [[1]], "weights": 1, "weights": 2}]})") ==
        "a.json:1:2: /wieghts: unknown key \"wieghts\"\n    did you mean weights?\n"
        "a.json:1:31: /heads/0/concat: unknown key \"concat\"\n    the keys of an answer are those of a result\n"
        "a.json:1:62: /heads/0/weights: weights is given twice\n    keep one of the two\n");
}

TEST_CASE("heads and batch are lists of objects") {
  const std::string hint = "\n    entries are objects with keys of the result; {} claims nothing\n";
  CHECK(answer_faults_of(R"({"heads": 2})") == "a.json:1:11: /heads: expected a list with an object for each head\n"
                                               "    write [{\"weights\": ...}, {}]; a head not worked is {}\n");
  CHECK(answer_faults_of(R"({"heads": [{}, [[1]], null]})") ==
        "a.json:1:16: /heads/1: expected an object" + hint + "a.json:1:23: /heads/2: expected an object" + hint);
}

TEST_CASE("a key of a problem is no step; id, heads and batch hold what they hold") {
  CHECK(answer_faults_of(R"({"X": [[1]]})") ==
        "a.json:1:2: /X: unknown key \"X\"\n    it belongs to a problem; an answer holds steps of the result, such as "
        "scores, weights, output\n");
  for (const char* id : {"[1]", "{}", "true", "null"})
    CHECK(answer_faults_of(fmt::format(R"({{"id": {}}})", id)) ==
          "a.json:1:8: /id: expected text or a number\n    write \"id\": \"a1\"\n");
  CHECK(answer_of(R"({"id": "a1"})").id->text == "a1");
  const std::string batch = "a.json:1:11: /batch: expected a list with an object for each sequence\n    write "
                            "[{\"output\": ...}, {\"output\": ...}]\n";
  CHECK(answer_faults_of(R"({"batch": 3})") == batch);
  CHECK(answer_faults_of(R"({"batch": {"output": [[1]]}})") == batch);
  CHECK(answer_faults_of(R"({"heads": {"output": [[1]]}})")
            .starts_with("a.json:1:11: /heads: expected a list with an object for each head\n"));
}

TEST_CASE("numbers where heads belong are told one by one") {
  CHECK(answer_faults_of(R"({"heads": [1, 2, 3]})").find("a.json:1:18: /heads/2: expected an object\n") !=
        std::string::npos);
}

TEST_CASE("settings of a result are kept as they are written, if they are words or numbers") {
  const Expectation answer = answer_of(R"({"dtype": "float32", "scale": 0.50, "mask": null, "_x": 1})");
  CHECK(answer.settings.size() == 2);
  CHECK(answer_of(R"({"mask": ["causal"], "scale": {"a": [1]}})").settings.empty());
}

TEST_CASE("the grammar of an answer speaks of an answer") {
  CHECK(answer_faults_of("[]") == "a.json:1:1: expected an object, found a list\n    an answer is one object, such as "
                                  "{\"weights\": [[0.4, 0.6], [0.7, 0.3]]}\n");
  CHECK(answer_faults_of("{} 3") == "a.json:1:4: 3 stands after the end of the answer\n    an answer is one object and "
                                    "nothing after it\n");
  CHECK(answer_faults_of("{} {}") ==
        "a.json:1:4: a second JSON text begins here\n    a file holds one answer: give each its own\n");
}

TEST_CASE("a bare NaN is refused") {
  CHECK(answer_faults_of(R"({"weights": [[NaN]]})").starts_with("a.json:1:15: /weights: NaN is not a JSON number"));
}

TEST_CASE("the faults of expect are kept apart: the problem has none") {
  const auto kept = [](std::string_view text) {
    const Document document = document_of(text);
    CHECK(told(document.errors) == "");
    CHECK(document.faulty.empty());
    return told(document.expectation_faults);
  };
  CHECK(kept(R"({"expect": {"wieghts": [[1]], "heads": 2}})") ==
        "p.json:1:13: /expect/wieghts: unknown key \"wieghts\"\n    did you mean weights?\n"
        "p.json:1:40: /expect/heads: expected a list with an object for each head\n"
        "    write [{\"weights\": ...}, {}]; a head not worked is {}\n");
  CHECK(kept(R"({"expect": 3})") ==
        "p.json:1:12: /expect: expected an object, found 3\n    write keys of the result: {\"output\": [[1, 0]]}\n");
  CHECK(kept(R"({"expect": [[1]]})").starts_with("p.json:1:12: /expect: expected an object, found a list\n"));
  CHECK(kept(R"({"expect": null})").starts_with("p.json:1:12: /expect: expected an object, found null\n"));
  CHECK(kept(R"({"expect": {"output": [[1]]}})") == "");
}

TEST_CASE("a fault of the grammar inside of expect is one of the text") {
  CHECK(faults_of(R"({"expect": {"output": [[NaN]]}})").starts_with("p.json:1:25: /expect/output: NaN is not"));
}

} // namespace
} // namespace attn::test
