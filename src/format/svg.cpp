// A Report as a picture: each step a row of heat maps, one for each head, over a legend of their common scale. Plain
// SVG 1.1: no script, no style sheet, nothing from elsewhere. Printed on white, whatever surrounds it.

#include "error.h"
#include "format/format.h"
#include "format/heat_map.h"
#include "format/svg_text.h"
#include "format/width.h"
#include "format/xml.h"
#include "report/numeral.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <list>
#include <string>
#include <vector>

namespace attn {
namespace {

// In pixels.
constexpr double margin = 20, between = 32; ///< around the picture, between maps
constexpr double widest = 1240;             ///< maps stand side by side up to this
constexpr double title_line = 26, above_legend = 16, legend_height = 28;
constexpr double bar_width = 200, bar_height = 12, masked_width = between + 80;

/// Tooltips tell how a cell is worked while the whole picture has no more cells than this.
constexpr std::size_t most_derivations = 10'000;

/// The maps of one step, and their legend below.
struct Group {
  const HeatScale* scale;
  std::string name;
  std::list<HeatMap> maps = {};
  std::size_t per_line = 1;
  double x = 0, y = 0;                  ///< upper left corner
  double map_width = 0, map_height = 0; ///< of the largest

  std::size_t lines() const { return (maps.size() + per_line - 1) / per_line; }
  double maps_height() const { return static_cast<double>(lines()) * (map_height + above_legend); }
  double width() const {
    const double legend = bar_width + (has_masked_cells() ? masked_width : 0);
    return std::max(static_cast<double>(per_line) * (map_width + between) - between, legend);
  }
  double height() const { return maps_height() + legend_height; }
  bool has_masked_cells() const { return std::ranges::any_of(maps, &HeatMap::has_masked_cells); }

  /// So many side by side as fit, and the same on each line as far as that goes.
  void settle() {
    for (const HeatMap& map : maps) {
      map_width = std::max(map_width, map.width());
      map_height = std::max(map_height, map.height());
    }
    const double area = static_cast<double>(maps.size()) * map_width * map_height;
    const double line = std::max(widest, std::sqrt(area * 1.5)); // of many large ones more: not a tower
    const auto fit = static_cast<std::size_t>(std::max(1.0, (line + between) / (map_width + between)));
    const std::size_t needed = (maps.size() + fit - 1) / fit;
    per_line = (maps.size() + needed - 1) / needed;
  }
};

class Picture {
public:
  Picture(const Report& report, const Style& style, Sink& sink) : report_(report), scales_(report), sink_(sink) {
    std::size_t cells = 0;
    for_each_section(
        [&](const Section& section, std::size_t) { cells += section.block.values.rows * section.block.values.cols; });
    for_each_section([&](const Section& section, std::size_t part) {
      HeatMapStyle own{style.decimals, report.dtype, cells <= most_derivations, section.title, "url(#masked)"};
      if (report.batched) own.title = fmt::format("sequence {}: {}", part + 1, section.title);
      group_of(section).maps.emplace_back(section, scales_.of(section), own);
    });
    if (groups_.empty())
      throw Refusal("there is no matrix to draw", "svg is for the steps of run and plot; take another --format");
    for (Group& group : groups_) group.settle();
    place();
  }

  void write() {
    open();
    write_definitions();
    if (!report_.title.empty()) sink_.write(heading(margin, margin + heading_size, shown_title()));
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      write_maps(groups_[g]);
      write_legend(g);
    }
    sink_.write("</g>\n</svg>\n");
  }

private:
  template <class Visit>
  void for_each_section(Visit visit) const {
    for (std::size_t p = 0; p < report_.parts.size(); ++p)
      for (const Section& section : report_.parts[p].sections)
        if (!section.block.is_blank) visit(section, p);
  }

  Group& group_of(const Section& section) {
    const auto found = std::ranges::find(groups_, section.name, &Group::name);
    if (found != groups_.end()) return *found;
    return groups_.emplace_back(Group{&scales_.of(section), section.name});
  }

  /// Steps stand side by side as far as they fit, like words on lines.
  void place() {
    double x = margin, y = margin + (report_.title.empty() ? 0 : title_line), line = 0;
    for (Group& group : groups_) {
      if (x > margin && x + group.width() > margin + widest) {
        x = margin;
        y += line + between;
        line = 0;
      }
      group.x = x;
      group.y = y;
      x += group.width() + between;
      line = std::max(line, group.height());
      width_ = std::max(width_, group.x + group.width() + margin);
      height_ = y + line + margin;
    }
    width_ = std::max(width_, 2 * margin + std::min(widest, heading_width(report_.title)));
  }

  /// A title as long as the picture at most.
  std::string shown_title() const {
    if (heading_width(report_.title) <= widest) return report_.title; // place() made room
    return shortened(report_.title, static_cast<std::size_t>((width_ - 2 * margin) / heading_width("m")));
  }

  void open() {
    sink_.write(fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
                            "width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" role=\"img\" "
                            "style=\"max-width:100%;height:auto\" "
                            "aria-labelledby=\"title description\">\n",
                            std::ceil(width_), std::ceil(height_)));
    sink_.write(fmt::format("<title id=\"title\">{}</title>\n<desc id=\"description\">{}</desc>\n",
                            in_xml(report_.title.empty() ? "Attention" : report_.title), in_xml(description())));
  }

  /// What the picture shows, for those who do not see it.
  std::string description() const {
    std::string text = "Heat maps.";
    for_each_section([&](const Section& section, std::size_t) {
      const Block& block = section.block;
      const ShownRows rows = shown_rows(block);
      text += fmt::format(" {}: {} x {}", section.path, rows.count, block.values.cols);
      if (!block.row_axis.empty()) text += fmt::format(", {} down, {} across", block.row_axis, block.col_axis);
      const HeatScale& scale = scales_.of(section);
      text += fmt::format(", colours from {} to {}.", numeral(scale.low(), 4), numeral(scale.high(), 4));
    });
    if (std::ranges::any_of(groups_, &Group::has_masked_cells)) text += " Masked cells are hatched.";
    return text;
  }

  void write_definitions() {
    sink_.write("<defs>\n<pattern id=\"masked\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\">"
                "<rect width=\"6\" height=\"6\" fill=\"#f4f4f4\"/>"
                "<path d=\"M-1 1L1 -1M0 6L6 0M5 7L7 5\" stroke=\"#8a8a8a\" stroke-width=\"1\"/></pattern>\n");
    constexpr int steps = 20;
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      const HeatScale& scale = *groups_[g].scale;
      sink_.write(fmt::format("<linearGradient id=\"scale{}\">", g + 1));
      for (int k = 0; k <= steps; ++k) {
        const double place = static_cast<double>(k) / steps;
        sink_.write(fmt::format("<stop offset=\"{:.2f}\" stop-color=\"{}\"/>", place,
                                hex(scale.at(scale.has_sign() ? 2 * place - 1 : place))));
      }
      sink_.write("</linearGradient>\n");
    }
    sink_.write(fmt::format("</defs>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
                            "<g font-family=\"{}\" font-size=\"{}\" fill=\"#1a1a1a\">\n",
                            fixed_width_faces, font_size));
  }

  void write_maps(const Group& group) {
    std::size_t k = 0;
    for (const HeatMap& map : group.maps) {
      const double column = static_cast<double>(k % group.per_line), line = static_cast<double>(k / group.per_line);
      map.write(group.x + column * (group.map_width + between), group.y + line * (group.map_height + above_legend),
                sink_);
      ++k;
    }
  }

  /// A bar from the least to the largest value, and what hatching means.
  void write_legend(std::size_t g) {
    const HeatScale& scale = *groups_[g].scale;
    const double x = groups_[g].x, y = groups_[g].y + groups_[g].maps_height();
    sink_.write(fmt::format("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{}\" height=\"{}\" fill=\"url(#scale{})\"/>\n", x,
                            y, bar_width, bar_height, g + 1));
    const double below = y + bar_height + line_height - 1;
    const auto mark = [&](double at, const char* anchor, double value) {
      sink_.write(fmt::format("<text x=\"{:.2f}\" y=\"{:.2f}\" text-anchor=\"{}\">{}</text>\n", at, below, anchor,
                              numeral(value, 4)));
    };
    mark(x, "start", scale.low());
    if (scale.has_sign()) mark(x + bar_width / 2, "middle", 0);
    mark(x + bar_width, "end", scale.high());
    if (!groups_[g].has_masked_cells()) return;
    sink_.write(fmt::format("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"24\" height=\"{}\" fill=\"url(#masked)\" "
                            "stroke=\"#8a8a8a\"/>\n",
                            x + bar_width + between, y, bar_height));
    sink_.write(label(x + bar_width + between + 32, y + bar_height - 1.5, "masked", "masked"));
  }

  const Report& report_;
  HeatScales scales_;
  Sink& sink_;
  std::vector<Group> groups_;
  double width_ = 0, height_ = 2 * margin + title_line;
};

} // namespace

void write_svg(const Report& report, const Style& style, Sink& sink) {
  Picture(report, style, sink).write();
}

} // namespace attn
