// Pages: what stands in them. What a browser does with them is tried in tests/shell/page.bats.

#include "format/format.h"
#include "format/html_data.h"
#include "text_sink.h"

#include <catch2/catch.hpp>
#include <limits>
#include <rapidcheck.h>

namespace attn {
namespace {

bool has(const std::string& text, std::string_view what) {
  return text.find(what) != std::string::npos;
}

Section section(const std::string& path, const Matrix<double>& matrix, Labels labels = {}) {
  Section section;
  section.name = section.title = section.path = path;
  section.block.values = matrix;
  section.block.row_labels = section.block.col_labels = labels;
  return section;
}

std::string page(const Report& report) {
  return written(write_html, report, Style{});
}

} // namespace

TEST_CASE("a page stands alone: its policy allows its own script and no network") {
  const auto weights = rows({{1}});
  Report report;
  report.title = "A title";
  report.parts = {{{section(".weights", weights)}, 0}};
  const std::string text = page(report);
  CHECK(text.starts_with("<!DOCTYPE html>"));
  CHECK(has(text, "default-src 'none'"));
  CHECK(has(text, "<title>A title</title>"));
  for (const char* outside : {"src=", "href=", "@import", "url("}) CHECK_FALSE(has(text, outside));
}

TEST_CASE("cells have heat, masked ones none, and one of each grid takes the Tab key") {
  const auto weights = rows({{1, 0}, {0.5, -std::numeric_limits<double>::infinity()}});
  Report report;
  report.parts = {{{section(".weights", weights)}, 0}};
  const std::string text = page(report);
  CHECK(has(text, "<td tabindex=\"0\" style=\"background:#fde725;color:#000000\">1.0</td>"));
  CHECK(has(text, "<td tabindex=\"-1\" class=\"masked\"><span>masked</span></td>"));
}

TEST_CASE("the data of a page are the numbers in full and where they come from") {
  const auto scores = rows({{0.1, 2}}), weights = rows({{0.3, 0.7}});
  Report report;
  report.parts = {{{section(".scores", scores), section(".weights", weights)}, 0}};
  report.parts[0].sections[1].working = {Working::Kind::softmax, {".scores"}};
  const std::string data = html_data(report);
  CHECK(has(data, R"(".weights":{"kind":"softmax","sources":[".scores"],)"));
  CHECK(has(data, R"("values":[[0.1,2]])"));
  CHECK_FALSE(has(data, "texts"));
}

TEST_CASE("work whose sources are not in the page comes in words") {
  const auto weights = rows({{0.3, 0.7}});
  Report report;
  report.parts = {{{section(".weights", weights)}, 0}};
  report.parts[0].sections[0].working = {Working::Kind::softmax, {".scores"}};
  report.parts[0].sections[0].derivation = [](std::size_t, std::size_t j) { return "w" + std::to_string(j); };
  CHECK(has(html_data(report), R"("texts":[["w0","w1"]])"));
}

TEST_CASE("no text can end the data or begin markup") {
  const auto weights = rows({{1}});
  CHECK(rc::check([&](const std::string& text) {
    Report report;
    report.parts = {{{section(".weights", weights)}, 0}};
    report.parts[0].sections[0].derivation = [&](std::size_t, std::size_t) { return text + "</script>"; };
    RC_ASSERT(!has(html_data(report), "<"));
  }));
  Report report;
  report.title = "<b>";
  report.parts = {{{section(".weights", weights, {"<i>"})}, 0}};
  report.passages = {{"<u>", "", Lines{"<s>"}}};
  const std::string text = page(report);
  for (const char* tag : {"<b>", "<i>", "<u>", "<s>"}) CHECK_FALSE(has(text, tag));
}

} // namespace attn
