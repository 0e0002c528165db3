#include "format/format.h"

#include "attention/stage.h"
#include "format/symbol.h"
#include "text_sink.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <limits>
#include <sstream>

namespace attn {
namespace {

constexpr double masked = -std::numeric_limits<double>::infinity();

std::string table(const Report& report, const Style& style = {}) {
  return written([&](Sink& sink) { write_table(report, style, sink); });
}

/// A report of one section without words around it.
Report plain(View values, std::vector<std::string> row_labels, std::vector<std::string> col_labels = {}) {
  Section section;
  section.title = "t";
  section.block = {values, std::move(row_labels), std::move(col_labels), std::nullopt, false};
  Report report;
  report.parts = {{{section}, 0}};
  return report;
}

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// The lines of the matrix of a plain report, under its title and a blank line.
std::string grid(const Report& report, const Style& style = {}) {
  const std::string all = table(report, style);
  const std::string head = " 1. t\n\n";
  REQUIRE(all.starts_with(head));
  return all.substr(head.size());
}

bool is_ascii(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 128; });
}

Report two_steps(View scores, View output) {
  Report report;
  report.schema = "attn/1";
  report.title = "Two heads";
  report.facts = {{"id", Id{"ex-7", false}},
                  {"shape", Fact::Counts{{"n", 2}, {"heads", 2}}},
                  {"dtype", "float64", Audience::machines},
                  {"scale", 0.7071067811865475},
                  {"mask", "causal (top-left)"}};
  Section first{"scores", 0, ".heads[0].scores", "scores of head 1", "Q·Kᵀ   [2,1]·[1,2] = [2,2]", {}};
  first.block = {scores, {"q1", "q2"}, {"k1", "k2"}, std::nullopt, false};
  Section second{"output", std::nullopt, ".output", "output", "", {}};
  second.block = {output, {"q1", "q2"}, {}, std::nullopt, false};
  report.parts = {{{first, second}, 2}};
  report.warnings = {"W_Q is not square"};
  return report;
}

} // namespace

TEST_CASE("a table: what the problem is, a block for each step, notes") {
  const Matrix<double> scores = rows({{1, 0}, {-2, 10}}), output = rows({{0.5, 1.0 / 3}, {1, 1e-9}});
  const Report report = two_steps(scores, output);
  CHECK(table(report) == R"(Two heads

id     ex-7
shape  n 2, heads 2
scale  0.7071
mask   causal (top-left)

 1. scores of head 1   .heads[0].scores
    Q·Kᵀ   [2,1]·[1,2] = [2,2]

       │ k1  k2
    ───┼───────
    q1 │  1   0
    q2 │ -2  10

 2. output   .output

    q1 │ 0.5000   0.3333
    q2 │ 1.0000  <0.0001

note: W_Q is not square
)");
}

TEST_CASE("in ASCII no byte is above 127") {
  const Matrix<double> scores = rows({{1, 0}, {-2, masked}}), output = rows({{0.5}, {1}});
  const std::string text = table(two_steps(scores, output), {.ascii = true});
  CHECK(is_ascii(text));
  CHECK(text.find(R"( 1. scores of head 1   .heads[0].scores
    Q*K^T   [2,1]*[1,2] = [2,2]

       | k1      k2
    ---+-----------
    q1 |  1       0
    q2 | -2  masked
)") != std::string::npos);
}

TEST_CASE("every title and formula of the table of steps has an ASCII form") {
  for (const Stage& stage : stages()) CHECK(is_ascii(in_ascii(std::string(stage.title) + std::string(stage.formula))));
}

TEST_CASE("in ASCII labels and the title pass as they are") {
  const Matrix<double> one = rows({{1}});
  Report report = plain(one, {"患者"});
  report.title = "naïf · title";
  const std::string text = table(report, {.ascii = true});
  CHECK(text == "naïf · title\n\n 1. t\n\n    患者 | 1\n");
}

TEST_CASE("labels align by what the screen shows") {
  const Matrix<double> m = rows({{1, masked, masked}, {0.5, 0.5, masked}, {1.0 / 3, 1.0 / 3, 1.0 / 3}});
  const std::vector<std::string> tokens{"患者", "cafe\u0301", "👩\u200D👩\u200D👧"};
  CHECK(grid(plain(m, tokens, tokens)) == "         │   患者    cafe\u0301      👩\u200D👩\u200D👧\n"
                                          "    ─────┼───────────────────────\n"
                                          "    患者 │ 1.0000  masked  masked\n"
                                          "    cafe\u0301 │ 0.5000  0.5000  masked\n"
                                          "    👩\u200D👩\u200D👧   │ 0.3333  0.3333  0.3333\n");
}

TEST_CASE("a label longer than its numbers widens the column") {
  const Matrix<double> m = rows({{1, 2}});
  CHECK(grid(plain(m, {"q"}, {"华法林", "k"})) == "      │ 华法林  k\n"
                                                  "    ──┼──────────\n"
                                                  "    q │      1  2\n");
}

TEST_CASE("labels cannot command the terminal") {
  const Matrix<double> m = rows({{1}, {2}});
  const std::string text = grid(plain(m, {"\x1b[31m", "a\nb"}, {"\u202e"}));
  CHECK(text == R"(               │ \u202e
    ───────────┼───────
    \u001b[31m │      1
    a\nb       │      2
)");
}

TEST_CASE("title, id and notes cannot either") {
  Report report;
  report.title = "\x1b]0;owned\x07";
  report.facts = {{"id", Id{"\u009b2J", false}}};
  report.warnings = {"a\r\x1b[2K"};
  CHECK(table(report) == "\\u001b]0;owned\\u0007\n\nid  \\u009b2J\n\nnote: a\\r\\u001b[2K\n");
}

TEST_CASE("one row of a matrix stands under its own label") {
  const Matrix<double> m = rows({{1.0 / 3, 1}, {3, 4}});
  Report report = plain(m, {"q1", "q2"}, {"k1", "k2"});
  report.parts[0].sections[0].block.only_row = 1;
  CHECK(grid(report) == R"(       │ k1  k2
    ───┼───────
    q2 │  3   4
)");
}

TEST_CASE("without labels only the numbers stand there") {
  const Matrix<double> m = rows({{1, 20}, {-3, 4}});
  CHECK(grid(plain(m, {})) == "     1  20\n    -3   4\n");
}

TEST_CASE("a matrix too wide for the screen is split into blocks of columns, each with its labels") {
  const Matrix<double> m = rows({{1, 2, 3, 4, 5}, {6, 7, 8, 9, 10}});
  const Report report = plain(m, {"q1", "q2"}, {"k1", "k2", "k3", "k4", "k5"});
  CHECK(grid(report, {.width = 19}) == R"(    columns 1-3 of 5
       │ k1  k2  k3
    ───┼───────────
    q1 │  1   2   3
    q2 │  6   7   8

    columns 4-5 of 5
       │ k4  k5
    ───┼───────
    q1 │  4   5
    q2 │  9  10
)");
  CHECK(grid(report, {.width = 18}).starts_with("    columns 1-2 of 5\n"));
}

TEST_CASE("a matrix that just fits is not split") {
  const Matrix<double> m = rows({{1, 2}});
  const Report report = plain(m, {"q1"}, {"k1", "k2"});
  CHECK(grid(report, {.width = 15}) == grid(report));
  CHECK(grid(report, {.width = 14}) != grid(report));
}

TEST_CASE("however narrow the screen, a block has one column") {
  const Matrix<double> m = rows({{1, 2}});
  CHECK(grid(plain(m, {"q"}), {.width = 1}) == R"(    column 1 of 2
    q │ 1

    column 2 of 2
    q │ 2
)");
}

TEST_CASE("labels too long for the screen are cut, so that no line is wider") {
  const Matrix<double> m = rows({{1, 2}});
  const Report report = plain(m, {"a_token_of_twenty_ch"}, {"another_of_twenty_ch", "注意機構の説明"});
  CHECK(grid(report, {.width = 32}) == R"(    column 1 of 2
                 │ another_of_…
    ─────────────┼─────────────
    a_token_of_… │            1

    column 2 of 2
                 │ 注意機構の…
    ─────────────┼────────────
    a_token_of_… │           2
)");
}

TEST_CASE("the ground of the last cell counts too") {
  const Matrix<double> m = rows({{1, 2}});
  const Report report = plain(m, {"q"}, {"k1", "k2"});
  const auto is_split = [&](const Style& style) {
    return table(report, style).find("column 1 of 2") != std::string::npos;
  };
  CHECK_FALSE(is_split({.width = 14}));
  CHECK(is_split({.color = true, .heat = Heat::full, .width = 14}));
  CHECK_FALSE(is_split({.color = true, .heat = Heat::full, .width = 15}));
}

TEST_CASE("without a width nothing is cut or wrapped") {
  Matrix<double> m(40, 40);
  std::vector<std::string> tokens;
  for (std::size_t i = 0; i < 40; ++i) {
    tokens.push_back(std::to_string(i));
    for (std::size_t j = 0; j < 40; ++j) m(i, j) = 1 / static_cast<double>(i + j + 1);
  }
  const std::string text = grid(plain(m, tokens, tokens));
  CHECK(lines(text).size() == 42);
  CHECK(text.find("...") == std::string::npos);
  CHECK(text.find("…") == std::string::npos);
  CHECK(std::count(text.begin(), text.end(), '.') == 40 * 40);
}

TEST_CASE("rows of one matrix end in the same column, and no line in a blank") {
  const Matrix<double> m = rows({{1, masked, -1e-7}, {0.125, 22, 3}, {1.0 / 3, 0, 100}});
  for (const auto& line : lines(grid(plain(m, {"a", "long label", ""}, {"x", "y", "a longer label"}), {.ascii = true})))
    CHECK(line.size() == 48);
}

TEST_CASE("a batch has a heading for each sequence, and steps are numbered in each") {
  const Matrix<double> one = rows({{1}});
  Report report = plain(one, {"q1"});
  report.batched = true;
  report.parts.push_back(report.parts[0]);
  CHECK(table(report) == R"(Sequence 1 of 2

 1. t

    q1 │ 1

Sequence 2 of 2

 1. t

    q1 │ 1
)");
}

TEST_CASE("people are told what is for them") {
  Report report;
  report.facts = {{"tokens", Fact::Words{"a"}, Audience::machines}, {"rounding", "every step", Audience::people}};
  CHECK(table(report) == "rounding  every step\n");
}

TEST_CASE("a long count of steps does not shift the titles") {
  const Matrix<double> one = rows({{1}});
  Report report = plain(one, {});
  report.parts[0].sections.resize(10, report.parts[0].sections[0]);
  CHECK(table(report).find("\n10. t\n") != std::string::npos);
}

TEST_CASE("colour is used only when asked for, and takes no room") {
  const Matrix<double> m = rows({{1, masked}});
  Report report = plain(m, {"q1"});
  report.parts[0].sections[0].formula = "Q + K";
  CHECK(table(report).find('\x1b') == std::string::npos);
  CHECK(table(report, {.color = true}) == "\x1b[1m 1. t\x1b[0m\n    \x1b[2mQ + K\x1b[0m\n\n"
                                          "    q1 \x1b[2m│\x1b[0m 1  \x1b[2mmasked\x1b[0m\n");
}

TEST_CASE("a float32 number shows the digits of float32") {
  const Matrix<double> m = rows({{static_cast<double>(0.1f)}});
  Report report = plain(m, {});
  report.dtype = Dtype::float32;
  CHECK(grid(report) == "    0.1\n");
}

} // namespace attn
