#include "format/json.h"

#include "text_sink.h"

#include <catch2/catch.hpp>
#include <limits>
#include <nlohmann/json.hpp>

namespace attn {
namespace {

constexpr double masked = -std::numeric_limits<double>::infinity();

std::string indented(const Report& report) {
  return written([&](Sink& sink) { write_json(report, Style{}, sink); });
}
std::string compact(const Report& report) {
  return written([&](Sink& sink) { write_json(report, Layout::compact, sink); });
}

Section section(std::string key, const Matrix<double>& values, std::optional<std::size_t> head = {}) {
  Section section;
  section.key = std::move(key);
  section.head = head;
  section.block.values = values;
  return section;
}

Report small() {
  Report report;
  report.schema = "attn/1";
  return report;
}

/// The text of one JSON string.
std::string quoted(std::string words) {
  Report report;
  report.warnings = {std::move(words)};
  const std::string all = compact(report);
  return all.substr(std::string_view(R"({"warnings":[)").size(),
                    all.size() - std::string_view(R"({"warnings":[]}!)").size());
}

} // namespace

TEST_CASE("a result: a member a line, a matrix row a line") {
  const Matrix<double> Q = rows({{1, 0.5}, {-0.0, 1e200}});
  const Matrix<double> scores = rows({{1, masked}});
  const Matrix<double> sums = rows({{2.5}, {1}});
  Report report = small();
  report.title = "Two heads";
  report.facts = {{"id", Id{"7", true}},
                  {"shape", Fact::Counts{{"n", 2}, {"m", 2}}},
                  {"scale", 0.125},
                  {"mask", "none"},
                  {"tokens", Fact::Words{"a", "b"}, Audience::machines},
                  {"rounding", "each step", Audience::people}};
  Part part{{section("Q", Q), section("scores", scores, 0), section("row_sum", sums, 0), section("output", Q)}, 2};
  part.sections[2].block.is_vector = true;
  report.parts = {part};
  report.warnings = {"a note"};
  CHECK(indented(report) == R"({
  "schema": "attn/1",
  "title": "Two heads",
  "id": 7,
  "shape": {"n": 2, "m": 2},
  "scale": 0.125,
  "mask": "none",
  "tokens": ["a", "b"],
  "Q": [
    [1, 0.5],
    [0, 1e+200]
  ],
  "heads": [
    {
      "scores": [
        [1, null]
      ],
      "row_sum": [2.5, 1]
    },
    {}
  ],
  "output": [
    [1, 0.5],
    [0, 1e+200]
  ],
  "warnings": [
    "a note"
  ]
}
)");
  CHECK(compact(report) == R"({"schema":"attn/1","title":"Two heads","id":7,"shape":{"n":2,"m":2},"scale":0.125,)"
                           R"("mask":"none","tokens":["a","b"],"Q":[[1,0.5],[0,1e+200]],)"
                           R"("heads":[{"scores":[[1,null]],"row_sum":[2.5,1]},{}],)"
                           R"("output":[[1,0.5],[0,1e+200]],"warnings":["a note"]})"
                           "\n");
}

TEST_CASE("title and id only if given; a textual id is a string") {
  Report report = small();
  CHECK(compact(report) == "{\"schema\":\"attn/1\",\"warnings\":[]}\n");
  report.facts = {{"id", Id{"07", false}}};
  CHECK(compact(report) == "{\"schema\":\"attn/1\",\"id\":\"07\",\"warnings\":[]}\n");
}

TEST_CASE("a batch is a list of steps; what is shared stands above it") {
  const Matrix<double> one = rows({{1}}), two = rows({{2}});
  Report report = small();
  report.batched = true;
  report.facts = {{"tokens", Fact::WordLists{{"a"}, {"b"}}}};
  report.parts = {{{section("output", one)}, 0}, {{section("weights", two, 0)}, 1}};
  CHECK(compact(report) == R"({"schema":"attn/1","tokens":[["a"],["b"]],)"
                           R"("batch":[{"output":[[1]]},{"heads":[{"weights":[[2]]}]}],"warnings":[]})"
                           "\n");
}

TEST_CASE("heads that tell nothing stay in the list") {
  const Matrix<double> one = rows({{1}});
  Report report = small();
  report.parts = {{{section("scores", one, 1), section("concat", one)}, 3}};
  CHECK(compact(report) == R"({"schema":"attn/1","heads":[{},{"scores":[[1]]},{}],"concat":[[1]],"warnings":[]})"
                           "\n");
  report.parts = {{{}, 2}};
  CHECK(compact(report) == "{\"schema\":\"attn/1\",\"heads\":[{},{}],\"warnings\":[]}\n");
}

TEST_CASE("float32 is written in its own shortest text") {
  const Matrix<double> third = rows({{static_cast<double>(1.0f / 3)}});
  Report report = small();
  report.dtype = Dtype::float32;
  report.facts = {{"scale", static_cast<double>(0.1f)}};
  report.parts = {{{section("output", third)}, 0}};
  CHECK(compact(report) == R"({"schema":"attn/1","scale":0.1,"output":[[0.33333334]],"warnings":[]})"
                           "\n");
}

TEST_CASE("a head's columns and a transpose are written as they are seen") {
  const Matrix<double> whole = rows({{1, 2, 3}, {4, 5, 6}});
  Report report;
  report.parts = {{{section("a", whole), section("b", whole)}, 0}};
  report.parts[0].sections[0].block.values = whole.view().col_range(1, 2);
  report.parts[0].sections[1].block.values = whole.view().transposed();
  CHECK(compact(report) == R"({"a":[[2,3],[5,6]],"b":[[1,4],[2,5],[3,6]],"warnings":[]})"
                           "\n");
}

TEST_CASE("strings are escaped: quotes, controls, terminal commands, broken UTF-8") {
  CHECK(quoted("say \"hi\" \\ /") == R"("say \"hi\" \\ /")");
  CHECK(quoted("a\nb\t\x1b") == R"("a\nb\t\u001b")");
  CHECK(quoted("\x7f\u0085\u2028\u2029") == R"("\u007f\u0085\u2028\u2029")");
  CHECK(quoted("\u202e") == R"("\u202e")");
  CHECK(quoted("a\xff\xe6\x82") == R"("a\ufffd\ufffd\ufffd")");
  CHECK(quoted("患者 👩") == "\"患者 👩\"");
  CHECK(quoted("患a\"b\\c者\"") == R"("患a\"b\\c者\"")");
  CHECK(quoted(std::string(1, '\0')) == R"("\u0000")");
}

TEST_CASE("a strict reader takes what is written, larger than any buffer") {
  Matrix<double> large(300, 300);
  for (std::size_t i = 0; i < 300; ++i)
    for (std::size_t j = 0; j < 300; ++j) large(i, j) = static_cast<double>(i) / static_cast<double>(j + 1);
  Report report = small();
  report.parts = {{{section("output", large)}, 0}};
  const auto read = nlohmann::json::parse(indented(report));
  CHECK(read == nlohmann::json::parse(compact(report)));
  bool same = true;
  for (std::size_t i = 0; i < 300; ++i)
    for (std::size_t j = 0; j < 300; ++j) same = same && read["output"][i][j].get<double>() == large(i, j);
  CHECK(same);
}

} // namespace attn
