// Colours of values: even steps of lightness, and ink that can be read everywhere.

#include "format/color.h"
#include "format/heat.h"
#include "format/html_script.h"
#include "text_sink.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <rapidcheck.h>

namespace attn {
namespace {

/// CIE 1976 lightness, 0 to 100, from the contrast with black.
double lightness(Color color) {
  const double luminance = contrast(color, black) * 0.05 - 0.05;
  return 116 * std::cbrt(luminance) - 16;
}

Section section(const std::string& name, const Matrix<double>& matrix) {
  Section section;
  section.name = name;
  section.block.values = matrix;
  return section;
}

} // namespace

TEST_CASE("viridis begins dark violet, ends yellow, and grows lighter evenly") {
  CHECK(hex(viridis(0)) == "#440154");
  CHECK(hex(viridis(1)) == "#fde725");
  CHECK(viridis(-3) == viridis(0));
  CHECK(viridis(7) == viridis(1));
  constexpr int steps = 18;
  const double step = (lightness(viridis(1)) - lightness(viridis(0))) / steps;
  for (int k = 0; k < steps; ++k) {
    const double rise = lightness(viridis((k + 1.0) / steps)) - lightness(viridis(static_cast<double>(k) / steps));
    CHECK(rise == Approx(step).margin(0.3 * step));
  }
}

TEST_CASE("the signed scale has nearly white in its middle and grows darker to both sides") {
  CHECK(hex(diverging(0)) == "#f7f7f7");
  for (int k = 0; k < 10; ++k)
    for (const double sign : {-1.0, 1.0})
      CHECK(lightness(diverging(sign * (k + 1) / 10)) < lightness(diverging(sign * k / 10)));
}

TEST_CASE("contrast is that of the guidelines") {
  CHECK(contrast(black, white) == Approx(21));
  CHECK(contrast({0x77, 0x77, 0x77}, white) == Approx(4.48).margin(0.01));
}

TEST_CASE("numbers can be read on every colour, of pictures and of terminals") {
  for (int k = -1000; k <= 1000; ++k) {
    const double share = k / 1000.0;
    for (const Color ground : {viridis(share), diverging(share)}) {
      CHECK(contrast(ground, ink_on(ground)) >= 4.5);
      const Color shown = nearest_of_256(ground).shown;
      CHECK(contrast(shown, ink_on(shown)) >= 4.5);
    }
  }
}

TEST_CASE("a colour of the cube or a grey is its own nearest one") {
  CHECK(nearest_of_256({0, 0, 0}).number == 16);
  CHECK(nearest_of_256({255, 255, 255}).number == 231);
  CHECK(nearest_of_256({255, 0, 0}).number == 196);
  CHECK(nearest_of_256({95, 135, 175}).number == 67);
  CHECK(nearest_of_256({8, 8, 8}).number == 232);
  CHECK(nearest_of_256({238, 238, 238}).number == 255);
}

TEST_CASE("all matrices of a step share a scale; a negative number makes it signed") {
  const auto first = rows({{0.2, 0.5}}), second = rows({{1, 0}}), scores = rows({{-3, 2}});
  Report report;
  report.parts = {{{section("weights", first), section("weights", second), section("scores", scores)}, 2}};
  const HeatScales scales(report);
  const HeatScale& of_weights = scales.of(report.parts[0].sections[0]);
  CHECK_FALSE(of_weights.has_sign());
  CHECK(of_weights.high() == 1);
  CHECK(of_weights.color(0.5) == viridis(0.5));
  const HeatScale& of_scores = scales.of(report.parts[0].sections[2]);
  CHECK(of_scores.low() == -3);
  CHECK(of_scores.high() == 3);
  CHECK(of_scores.color(0) == diverging(0));
}

TEST_CASE("a masked cell has no number, or the 0 that its mask keeps there") {
  const auto values = rows({{-std::numeric_limits<double>::infinity(), 0, 0, 0.5}});
  Block block{.values = values, .row_labels = {}, .col_labels = {}, .only_row = {}};
  block.blocked = [](std::size_t, std::size_t col) { return col == 1 || col == 3; };
  CHECK(is_masked_cell(block, 0, 0));
  CHECK(is_masked_cell(block, 0, 1));
  CHECK_FALSE(is_masked_cell(block, 0, 2));
  CHECK_FALSE(is_masked_cell(block, 0, 3)); // a row without keys may be uniform all the same
}

namespace {

/// Every value that the style sheet of pages gives to a name: light, dark, in print.
std::vector<Color> colors_of_pages(const std::string& name) {
  std::vector<Color> colors;
  const std::string sheet(html_style), key = std::string("--").append(name).append(": #");
  for (std::size_t at = sheet.find(key); at != std::string::npos; at = sheet.find(key, at + 1)) {
    const unsigned long code = std::stoul(sheet.substr(at + key.size(), 6), nullptr, 16);
    const auto part = [code](int shift) { return static_cast<std::uint8_t>(code >> shift); };
    colors.push_back({part(16), part(8), part(0)});
  }
  return colors;
}

} // namespace

TEST_CASE("text of pages can be read on their paper: light, dark and in print") {
  const std::vector<Color> papers = colors_of_pages("paper");
  REQUIRE(papers.size() == 3);
  for (const std::string name : {"ink", "faint"}) {
    const std::vector<Color> inks = colors_of_pages(name);
    REQUIRE(inks.size() == papers.size());
    for (std::size_t k = 0; k < papers.size(); ++k) CHECK(contrast(papers[k], inks[k]) >= 4.5);
  }
  const std::vector<Color> outlines = colors_of_pages("from"); // no text: 3 is enough (section 1.4.11); not printed
  for (std::size_t k = 0; k < outlines.size(); ++k) CHECK(contrast(papers[k], outlines[k]) >= 3);
}

} // namespace attn
