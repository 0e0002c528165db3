// Pictures: what stands in them, and that no text of a user's can be anything but text there.

#include "format/format.h"
#include "format/png.h"
#include "format/svg_text.h"
#include "format/width.h"
#include "format/xml.h"
#include "problem/character.h"
#include "text_sink.h"

#include <catch2/catch.hpp>
#include <limits>
#include <rapidcheck.h>

namespace attn {
namespace {

std::size_t count(std::string_view text, std::string_view what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != std::string_view::npos; at = text.find(what, at + 1)) ++found;
  return found;
}

Report picture_of(const Matrix<double>& matrix, Labels labels = {}) {
  Section section;
  section.key = section.name = "weights";
  section.path = ".heads[0].weights";
  section.title = "weights of head 1";
  section.formula = "softmax";
  section.block = {.values = matrix, .row_labels = labels, .col_labels = labels, .only_row = {}};
  section.block.row_axis = "query";
  section.block.col_axis = "key";
  Report report;
  report.title = "A title";
  report.parts = {{{section}, 1}};
  return report;
}

std::string svg(const Report& report) {
  return written(write_svg, report, Style{.decimals = 2});
}

/// The text with every escape of in_xml undone.
std::string unescaped(std::string text) {
  for (const auto& [escape, plain] :
       {std::pair("&lt;", "<"), {"&gt;", ">"}, {"&quot;", "\""}, {"&#39;", "'"}, {"&amp;", "&"}})
    for (std::size_t at = text.find(escape); at != std::string::npos; at = text.find(escape, at + 1))
      text.replace(at, std::string_view(escape).size(), plain);
  return text;
}

} // namespace

TEST_CASE("a cell has its number, its colour and a tooltip; axes and scale are named") {
  const auto weights = rows({{1, 0}, {0.25, 0.75}});
  const std::string text = svg(picture_of(weights, {"q", "r"}));
  CHECK(count(text, "<title>query ") == 4);
  CHECK(text.find("fill=\"#fde725\"><title>query q, key q: 1\n.heads[0].weights   softmax</title>") !=
        std::string::npos);
  CHECK(count(text, ">0.25</text>") == 1);
  CHECK(text.find("key →") != std::string::npos);
  CHECK(text.find("← query") != std::string::npos);
  CHECK(text.find("<title id=\"title\">A title</title>") != std::string::npos);
  CHECK(text.find("<desc id=\"description\">Heat maps. .heads[0].weights: 2 x 2, query down, key across, colours from "
                  "0 to 1.</desc>") != std::string::npos);
  CHECK(text.find("<script") == std::string::npos);
  CHECK(text.find("masked</text>") == std::string::npos);
}

TEST_CASE("a title that the widest picture holds is never cut") {
  const auto weights = rows({{1}});
  Report report = picture_of(weights);
  for (std::size_t length = 1; length <= 110; ++length) {
    report.title = std::string(length, 'n');
    INFO(length);
    CHECK(svg(report).find(">" + report.title + "</text>") != std::string::npos);
  }
}

TEST_CASE("a tooltip tells how its cell is worked, if the report can") {
  const auto weights = rows({{1}});
  Report report = picture_of(weights);
  report.parts[0].sections[0].derivation = [](std::size_t, std::size_t) { return "e^0 / e^0 < 2"; };
  CHECK(svg(report).find("query 1, key 1: 1\ne^0 / e^0 &lt; 2</title>") != std::string::npos);
}

TEST_CASE("masked cells are hatched, have no number, and stand in the legend") {
  const auto weights = rows({{1, -std::numeric_limits<double>::infinity()}});
  const std::string text = svg(picture_of(weights));
  CHECK(count(text, "fill=\"url(#masked)\"") == 2); // the cell and the legend
  CHECK(text.find("key 2: masked") != std::string::npos);
  CHECK(text.find("masked</text>") != std::string::npos);
}

TEST_CASE("long labels are turned, and cut only where a tooltip has all of them") {
  const auto weights = rows({{0.5}});
  const std::string text = svg(picture_of(weights, {"antidisestablishmentarianism"}));
  CHECK(text.find("rotate(-90)\">antidisestablishmentari…<title>antidisestablishmentarianism</title></text>") !=
        std::string::npos);
  CHECK(svg(picture_of(weights, {"short"})).find("rotate(-90)\">short") == std::string::npos);
}

TEST_CASE("numbers stand in the cells while they fit; above 100 x 100 cells there is one image") {
  const Matrix<double> wide(2, 60), large(100, 101), all(100, 100);
  CHECK(svg(picture_of(wide)).find("pointer-events") == std::string::npos);
  CHECK(count(svg(picture_of(Matrix<double>(2, 35))), ">0</text>") == 70 + 2); // and both of the legend
  CHECK(count(svg(picture_of(all)), "<title>query ") == 10000);
  const std::string text = svg(picture_of(large));
  CHECK(count(text, "<image ") == 1);
  CHECK(count(text, "data:image/png;base64,iVBORw0KGgo") == 1);
  CHECK(count(text, "<title>query ") == 0);
}

TEST_CASE("only the row that was asked for is drawn, in the colours of all") {
  const auto weights = rows({{1, 0}, {0.25, 0.75}});
  Report report = picture_of(weights);
  report.parts[0].sections[0].block.only_row = 1;
  const std::string text = svg(report);
  CHECK(count(text, "<title>query ") == 2);
  CHECK(text.find("query 2, key 1: 0.25") != std::string::npos);
  CHECK(text.find("colours from 0 to 1.") != std::string::npos);
}

TEST_CASE("any text is text in XML, and comes back as it was") {
  rc::check([](const std::string& text) {
    const std::string escaped = in_xml(text);
    RC_ASSERT(escaped.find_first_of("<>\"'") == std::string::npos);
    RC_ASSERT(unescaped(escaped) == printable(text));
    for (const char c : escaped) RC_ASSERT(static_cast<unsigned char>(c) >= 0x20);
  });
  CHECK(in_xml("<b a=\"1\">&'") == "&lt;b a=&quot;1&quot;&gt;&amp;&#39;");
  CHECK(in_xml("\uFFFF\x01") == "\\uffff\\u0001");
}

TEST_CASE("a shortened label takes no more columns than it may") {
  CHECK(shortened("abc", 3) == "abc");
  CHECK(shortened("abcd", 3) == "ab…");
  CHECK(shortened("华法林", 6) == "华法林");
  CHECK(shortened("华法林x", 6) == "华法…");
  rc::check([](const std::string& text) { RC_ASSERT(display_width(shortened(text, 8)) <= 8u); });
}

TEST_CASE("base 64 is that of RFC 4648") {
  CHECK(base64("") == "");
  CHECK(base64("f") == "Zg==");
  CHECK(base64("fo") == "Zm8=");
  CHECK(base64("foobar") == "Zm9vYmFy");
  CHECK(base64("\xff\xfe") == "//4=");
}

TEST_CASE("a PNG is a signature and five chunks") {
  const std::string bytes =
      png({.width = 2, .height = 1, .pixels = {0, 1}, .palette = {black, white}, .first_is_clear = true});
  CHECK(bytes.starts_with("\x89PNG\r\n\x1a\n"));
  for (const char* chunk : {"IHDR", "PLTE", "tRNS", "IDAT", "IEND"}) CHECK(count(bytes, chunk) == 1);
  CHECK(bytes.ends_with("IEND\xae\x42\x60\x82")); // the check of an empty IEND
}

} // namespace attn
