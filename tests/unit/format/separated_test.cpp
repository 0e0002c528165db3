// Results for spreadsheets and data frames.

#include "format/format.h"
#include "problem/character.h"
#include "text_sink.h"

#include <catch2/catch.hpp>
#include <limits>
#include <rapidcheck.h>

namespace attn {
namespace {

constexpr double masked = -std::numeric_limits<double>::infinity();

Section section(const std::string& name, std::optional<std::size_t> head, const Matrix<double>& matrix,
                Labels row_labels = {}, Labels col_labels = {}) {
  Section section;
  section.name = name;
  section.head = head;
  section.block = {.values = matrix, .row_labels = row_labels, .col_labels = col_labels, .only_row = {}};
  return section;
}

Report report(std::vector<Part> parts, bool batched = false) {
  Report report;
  report.parts = std::move(parts);
  report.batched = batched;
  return report;
}

std::string csv(const Report& report) {
  return written(write_csv, report, Style{});
}
std::string tsv(const Report& report) {
  return written(write_tsv, report, Style{});
}

/// The cells of RFC 4180 text.
std::vector<std::vector<std::string>> cells_of(const std::string& text) {
  std::vector<std::vector<std::string>> rows{{""}};
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string& cell = rows.back().back();
    if (text[i] == '"' && quoted && text[i + 1] == '"')
      cell += text[i++];
    else if (text[i] == '"')
      quoted = !quoted;
    else if (text[i] == ',' && !quoted)
      rows.back().emplace_back();
    else if (text[i] == '\n' && !quoted)
      rows.emplace_back(1);
    else
      cell += text[i];
  }
  rows.pop_back();
  return rows;
}

} // namespace

TEST_CASE("several matrices are one long table, counted from 1") {
  const auto weights = rows({{0.5, 0.5}}), output = rows({{2}});
  const Report two = report({{{section("weights", 0, weights), section("output", {}, output)}, 1}});
  CHECK(csv(two) == "step,head,row,column,value\n"
                    "weights,1,1,1,0.5\n"
                    "weights,1,1,2,0.5\n"
                    "output,,1,1,2\n");
  CHECK(tsv(two).starts_with("step\thead\trow\tcolumn\tvalue\nweights\t1\t1\t1\t0.5\n"));
}

TEST_CASE("one matrix alone keeps its shape and its labels") {
  const auto weights = rows({{0.25, 0.75}, {1, 0}});
  const Report one = report({{{section("weights", 0, weights, {"q1", "q2"}, {"k1", "k2"})}, 1}});
  CHECK(csv(one) == ",k1,k2\nq1,0.25,0.75\nq2,1,0\n");
  CHECK(tsv(one) == "\tk1\tk2\nq1\t0.25\t0.75\nq2\t1\t0\n");
}

TEST_CASE("rows and columns without labels are numbered") {
  const auto output = rows({{0.25, 0.75}, {1, 0}});
  CHECK(csv(report({{{section("output", {}, output)}, 0}})) == ",1,2\n1,0.25,0.75\n2,1,0\n");
}

TEST_CASE("a batch has a column for its sequences, also with one matrix each") {
  const auto output = rows({{7}});
  const Part part{{section("output", {}, output)}, 0};
  CHECK(csv(report({part, part}, true)) == "sequence,step,head,row,column,value\n1,output,,1,1,7\n2,output,,1,1,7\n");
}

TEST_CASE("a masked cell is empty") {
  const auto scores = rows({{1, masked}});
  CHECK(csv(report({{{section("scores", 0, scores)}, 1}})) == ",1,2\n1,1,\n");
}

TEST_CASE("numbers are in full, whatever a screen asks for") {
  const auto output = rows({{1.0 / 3, -0.0}});
  CHECK(written(write_csv, report({{{section("output", {}, output)}, 0}}), Style{.decimals = 2}) ==
        ",1,2\n1,0.3333333333333333,0\n");
}

TEST_CASE("labels that a spreadsheet would work are text; negative numbers stay numbers") {
  const auto output = rows({{-1}});
  for (const std::string sign : {"=", "+", "-", "@", "＝", "＋", "－", "＠"})
    CHECK(csv(report({{{section("output", {}, output, {sign + "A1"}, {"k1"})}, 0}})) == ",k1\n'" + sign + "A1,-1\n");
  CHECK(csv(report({{{section("output", {}, output, {"a=b"}, {"k1"})}, 0}})) == ",k1\na=b,-1\n");
}

TEST_CASE("blanks of any kind before such a sign change nothing: spreadsheets pass over them") {
  const auto output = rows({{-1}});
  const auto label_of = [&](const std::string& label) {
    return tsv(report({{{section("output", {}, output, {label}, {"k1"})}, 0}}));
  };
  for (const std::string blank : {" ", "  ", "\u00a0", "\u2003", "\u3000", "\u200b", "\ufeff", " \ufeff "})
    CHECK(label_of(blank + "=1+1") == "\tk1\n'" + blank + "=1+1\t-1\n");
  CHECK(label_of(" a") == "\tk1\n a\t-1\n");
  CHECK(label_of("\t=1") == "\tk1\n\\t=1\t-1\n");
  CHECK(label_of("\r=1") == "\tk1\n\\r=1\t-1\n");
}

TEST_CASE("a label that a reader splits at another separator begins no formula behind it") {
  const auto output = rows({{5}});
  const auto labelled = [&](const std::string& label) {
    return report({{{section("output", {}, output, {label}, {"k"})}, 0}});
  };
  CHECK(csv(labelled("a;=1")) == ",k\n\"a;'=1\",5\n");
  CHECK(csv(labelled("a; \"=1\"")) == ",k\n\"a;' \"\"=1\"\"\",5\n");
  CHECK(csv(labelled("=1;=2;b")) == ",k\n\"'=1;'=2;b\",5\n");
  CHECK(csv(labelled("a;b")) == ",k\n\"a;b\",5\n");
  CHECK(csv(labelled("a,=1")) == ",k\n\"a,=1\",5\n"); // who splits at commas heeds the quotation marks
  CHECK(tsv(labelled("a;=1")) == "\tk\na;'=1\t5\n");
  CHECK(tsv(labelled("a,=1")) == "\tk\na,'=1\t5\n");
  CHECK(tsv(labelled("a,b;c")) == "\tk\na,b;c\t5\n");
}

TEST_CASE("what no spreadsheet works is left as it is") {
  const auto output = rows({{5}});
  for (const std::string label : {"|x", "%1", "a=1", "/x", "!x"})
    CHECK(csv(report({{{section("output", {}, output, {label}, {"k"})}, 0}})) == ",k\n" + label + ",5\n");
}

TEST_CASE("a label of a tsv opens no quotation that would take the tabs behind it for its inside") {
  const auto output = rows({{5}});
  CHECK(tsv(report({{{section("output", {}, output, {"\"a"}, {"b\""})}, 0}})) == "\tb\"\n'\"a\t5\n");
  CHECK(csv(report({{{section("output", {}, output, {"\"a"}, {"k"})}, 0}})) == ",k\n\"\"\"a\",5\n");
}

TEST_CASE("any label stays in its cell and cannot begin a formula") {
  const auto output = rows({{5}});
  const auto any_label = rc::gen::container<std::string>(
      rc::gen::oneOf(rc::gen::elementOf(std::string(" ;,=+-@'\"ab")), rc::gen::arbitrary<char>()));
  const auto plain = [](std::string text) {
    std::erase(text, '\'');
    return text;
  };
  CHECK(rc::check([&] {
    const std::string label = *any_label;
    const Report one = report({{{section("output", {}, output, {label}, {label})}, 0}});
    const auto cells = cells_of(csv(one));
    RC_ASSERT(cells.size() == 2u);
    RC_ASSERT(cells[1].size() == 2u);
    const std::string& cell = cells[1][0];
    RC_ASSERT(cells[0][1] == cell);
    RC_ASSERT(plain(cell) == plain(printable(label)));
    for (std::size_t i = 0; i < cell.size(); ++i)
      if (i == 0 || cell[i - 1] == ';') RC_ASSERT(std::string_view("=+-@").find(cell[i]) == std::string_view::npos);

    const std::string tabbed = tsv(one);
    RC_ASSERT(std::count(tabbed.begin(), tabbed.end(), '\t') == 2);
    RC_ASSERT(std::count(tabbed.begin(), tabbed.end(), '\n') == 2);
  }));
}

TEST_CASE("without matrices the table for machines is written, else those for people without their sums") {
  Report marks;
  TextTable table;
  table.columns = {{"step"}, {"marks"}};
  table.rows = {{"a, b", "1"}, {"all", "1"}};
  table.has_total = true;
  marks.passages = {{"", "", table}, {"", "", Lines{"words"}}, {"", "", table}};
  CHECK(csv(marks) == "step,marks\n\"a, b\",1\n\nstep,marks\n\"a, b\",1\n");
  marks.list = TextTable{{{"answer"}}, {{"say \"x\""}}, false};
  CHECK(csv(marks) == "answer\n\"say \"\"x\"\"\"\n");
}

} // namespace attn
