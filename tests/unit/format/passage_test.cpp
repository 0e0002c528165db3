// What is no matrix: passages for people, a tree for machines.

#include "format/json.h"

#include "text_sink.h"

#include <catch2/catch.hpp>
#include <limits>

namespace attn {
namespace {

using enum TextTable::Align;

std::string table(const Report& report, const Style& style = {}) {
  return written([&](Sink& sink) { write_table(report, style, sink); });
}

Report marks() {
  TextTable steps;
  steps.columns = {{"step"}, {"right", right}, {"where"}};
  steps.rows = {{"数学", "3/4", ".a[0]"}, {".output", "12/12", ""}, {"all", "15/16", ""}};
  steps.has_total = true;
  Report report;
  report.title = "ada.json";
  report.passages = {{"", "", steps}, {"Mistake: no_scale", ".weights", Lines{"Divide by √2.", "Then go on."}}};
  return report;
}

std::string json(Tree tree, Layout layout) {
  Report report;
  report.schema = "never told";
  report.tree = std::move(tree);
  return written([&](Sink& sink) { write_json(report, layout, sink); });
}

} // namespace

TEST_CASE("passages: a table aligned by width without blanks at the end, a total under a rule, lines under a title") {
  CHECK(table(marks()) == R"(ada.json

step     right  where
─────────────────────
数学       3/4  .a[0]
.output  12/12
─────────────────────
all      15/16

Mistake: no_scale   .weights
Divide by √2.
Then go on.
)");
}

TEST_CASE("passages in ASCII: our words change, names pass as they are") {
  Report report = marks();
  report.passages[0].title = "naïf · name";
  const std::string text = table(report, {.ascii = true});
  CHECK(text.find("naïf · name\nstep     right  where\n---------------------\n数学") != std::string::npos);
  CHECK(text.find("Divide by sqrt(2).") != std::string::npos);
}

TEST_CASE("no name commands the terminal") {
  Report report;
  report.title = "\x1b[2Ja";
  report.passages = {{"b\x1b]0;t\a", "", Lines{"c\x1b[1m"}}, {"", "", TextTable{{{"answer"}}, {{"d\x1b[1m\n"}}}}};
  CHECK(table(report) == "\\u001b[2Ja\n\nb\\u001b]0;t\\u0007\nc\\u001b[1m\n\nanswer\n────────────\nd\\u001b[1m\\n\n");
}

TEST_CASE("a tree: small values together on a line, all else a line each") {
  const Tree tree = Tree::Object{
      {"schema", std::string("s/1")},
      {"none", Tree::List{}},
      {"id", Id{"007", false}},
      {"list", Tree::List{std::size_t{3}, 0.5, std::numeric_limits<double>::quiet_NaN(), Tree{}, true}},
      {"off", Tree::List{Tree::Object{{"path", std::string(".a[0]")}, {"given", 1e-7}, {"id", Id{"1.50", true}}}}},
      {"long", Tree::Object{{"sentence", std::string(61, 'x')}}}};
  CHECK(json(tree, Layout::indented) == R"({
  "schema": "s/1",
  "none": [],
  "id": "007",
  "list": [3, 0.5, null, null, true],
  "off": [
    {"path": ".a[0]", "given": 1e-07, "id": 1.50}
  ],
  "long": {
    "sentence": ")" + std::string(61, 'x') + "\"\n  }\n}\n");
}

TEST_CASE("a tree in one line has no blanks") {
  const Tree tree = Tree::Object{{"a", Tree::List{1.0, 2.5}}, {"b\t", std::string("\x1b \"")}};
  CHECK(json(tree, Layout::compact) == "{\"a\":[1,2.5],\"b\\t\":\"\\u001b \\\"\"}\n");
}

} // namespace attn
