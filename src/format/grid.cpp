#include "format/grid.h"

#include "format/notation.h"
#include "format/paint.h"
#include "format/shade.h"
#include "format/width.h"
#include "problem/character.h"

#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <utility>
#include <vector>

namespace attn {
namespace {

constexpr std::size_t gap = 2; ///< blanks between columns; half of it after the bar
constexpr std::size_t bar_width = 2 + gap / 2;
constexpr std::size_t least_label = 8; ///< columns that a label keeps, however narrow the screen
constexpr std::string_view to_fill_in = "______";

struct Label {
  explicit Label(std::string shown) : text(std::move(shown)), width(display_width(text)) {}
  std::string text;
  std::size_t width;
};

/// On a screen a label takes at most half of the columns, so that one of a row and one of a column fit side by side.
std::vector<Label> labels(const Labels& names, std::size_t first, std::size_t count, std::size_t indent,
                          const Style& style) {
  std::vector<Label> labels;
  if (names.empty()) return labels;
  const std::size_t taken = indent + bar_width + gap / 2, width = style.width.value_or(0);
  const std::size_t most = std::max(least_label, width > taken ? (width - taken) / 2 : 0);
  const std::string mark = words(style, "…");
  for (std::size_t i = first; i < first + count; ++i)
    labels.emplace_back(style.width ? shortened(names[i], most, mark) : printable(names[i]));
  return labels;
}

/// Columns [first, end) of a matrix.
struct Columns {
  std::size_t first, end;
};

class LabelledMatrix {
public:
  LabelledMatrix(const Block& block, Dtype dtype, std::size_t indent, const Style& style, const HeatScale& scale)
      : style_(style), block_(block), scale_(scale), indent_(indent, ' '), values_(shown(block)),
        row_labels_(labels(block.row_labels, block.only_row.value_or(0), values_.rows, indent, style)),
        col_labels_(labels(block.col_labels, 0, values_.cols, indent, style)), is_blank_(block.is_blank),
        notation_(is_blank_ ? Notation{} : choose_notation(values_, block.dtype_in(dtype), style.decimals)),
        col_widths_(measure()) {
    if (is_blank_) style_.heat = Heat::none;
    for (const Label& label : row_labels_) label_width_ = std::max(label_width_, label.width);
  }

  void write(Sink& sink) const {
    for (Columns columns{0, 0}; columns.end < values_.cols;) {
      columns = next_block(columns.end);
      if (columns.first != 0) sink.write("\n");
      if (columns.end - columns.first < values_.cols) sink.write(caption(columns));
      write_block(columns, sink);
    }
  }

  /// The mark that masked cells have, as the legend explains it; without such cells nothing.
  std::string masked_legend() const {
    for (std::size_t i = 0; i < values_.rows; ++i)
      for (std::size_t j = 0; j < values_.cols; ++j)
        if (is_dim(i, j)) return fmt::format("   {} masked", has_ground(style_) ? "no colour:" : masked_swatch);
    return "";
  }

private:
  static View shown(const Block& block) {
    const auto [first, count] = shown_rows(block);
    return block.values.row_range(first, count);
  }

  /// The width of each column: of its label or its longest entry.
  std::vector<std::size_t> measure() const {
    std::vector<std::size_t> widths(values_.cols, 0);
    for (std::size_t j = 0; j < col_labels_.size(); ++j) widths[j] = col_labels_[j].width;
    for (std::size_t i = 0; i < values_.rows; ++i)
      for (std::size_t j = 0; j < values_.cols; ++j) widths[j] = std::max(widths[j], cell(i, j).size() + shade_width());
    return widths;
  }

  std::string cell(std::size_t i, std::size_t j) const {
    return is_blank_ ? std::string(to_fill_in) : text(values_(i, j), notation_);
  }

  /// Columns of a swatch after a number, and of the blank before it.
  std::size_t shade_width() const { return style_.heat == Heat::characters ? 1 + swatch_width : 0; }

  /// Columns left of the first entry's own.
  std::size_t margin() const {
    return row_labels_.empty() ? indent_.size() : indent_.size() + label_width_ + bar_width;
  }

  /// As many columns from `first` on as fit into the style's width; the ground of a tile ends a blank behind it.
  Columns next_block(std::size_t first) const {
    if (!style_.width) return {first, values_.cols};
    std::size_t used = margin() + col_widths_[first] + (has_ground(style_) ? gap / 2 : 0);
    std::size_t end = first + 1;
    while (end < values_.cols && used + gap + col_widths_[end] <= *style_.width) used += gap + col_widths_[end++];
    return {first, end};
  }

  std::string caption(Columns columns) const {
    const std::string which = columns.end - columns.first == 1
                                  ? fmt::format("column {}", columns.end)
                                  : fmt::format("columns {}-{}", columns.first + 1, columns.end);
    return indent_ + paint(style_, Paint::dim, fmt::format("{} of {}", which, values_.cols)) + '\n';
  }

  void write_block(Columns columns, Sink& sink) const {
    if (!col_labels_.empty()) {
      sink.write(heads(columns));
      sink.write(rule(columns));
    }
    for (std::size_t i = 0; i < values_.rows; ++i) sink.write(row(i, columns));
  }

  std::string heads(Columns columns) const {
    std::string line = row_labels_.empty() ? indent_ : indent_ + std::string(label_width_, ' ') + bar();
    for (std::size_t j = columns.first; j < columns.end; ++j)
      append_cell(line, j, columns, col_labels_[j].text, col_labels_[j].width);
    return line + '\n';
  }

  std::string rule(Columns columns) const {
    std::size_t length = row_labels_.empty() ? 0 : gap / 2;
    for (std::size_t j = columns.first; j < columns.end; ++j) length += col_widths_[j] + (j == columns.first ? 0 : gap);
    std::string line = row_labels_.empty() ? "" : dashes(label_width_ + 1) + "┼";
    return indent_ + paint(style_, Paint::dim, words(style_, line + dashes(length))) + '\n';
  }

  std::string row(std::size_t i, Columns columns) const {
    std::string line = indent_;
    if (!row_labels_.empty())
      line += row_labels_[i].text + std::string(label_width_ - row_labels_[i].width, ' ') + bar();
    if (has_ground(style_)) line.pop_back(); // the ground of the first cell begins a blank before it
    for (std::size_t j = columns.first; j < columns.end; ++j)
      has_ground(style_) ? append_tile(line, i, j) : append_number(line, i, j, columns);
    return line.erase(line.find_last_not_of(' ') + 1) + '\n';
  }

  bool is_dim(std::size_t i, std::size_t j) const {
    if (is_blank_) return false;
    return style_.heat == Heat::none ? is_masked(values_(i, j))
                                     : is_masked_cell(block_, shown_rows(block_).first + i, j);
  }

  void append_number(std::string& line, std::size_t i, std::size_t j, Columns columns) const {
    const std::string number = cell(i, j);
    std::string shown = is_dim(i, j) ? paint(style_, Paint::dim, number) : number;
    if (style_.heat == Heat::characters) {
      shown += ' ';
      shown += is_dim(i, j) ? std::string(masked_swatch) : swatch(style_, scale_.share(values_(i, j)));
    }
    append_cell(line, j, columns, shown, number.size() + shade_width());
  }

  /// A cell on its colour, which takes the blanks around it too.
  void append_tile(std::string& line, std::size_t i, std::size_t j) const {
    const std::string number = cell(i, j);
    const std::string tile =
        std::string(gap / 2 + col_widths_[j] - number.size(), ' ') + number + std::string(gap / 2, ' ');
    line += is_dim(i, j) ? paint(style_, Paint::dim, tile) : on_ground(style_, scale_.color(values_(i, j)), tile);
  }

  /// `width` is that of the text on a screen; it ends where its column ends.
  void append_cell(std::string& line, std::size_t j, Columns columns, std::string_view cell, std::size_t width) const {
    line.append((j == columns.first ? 0 : gap) + col_widths_[j] - width, ' ');
    line += cell;
  }

  std::string bar() const { return ' ' + paint(style_, Paint::dim, words(style_, "│")) + std::string(gap / 2, ' '); }

  static std::string dashes(std::size_t count) {
    std::string line;
    while (count-- != 0) line += "─";
    return line;
  }

  Style style_;
  const Block& block_;
  const HeatScale& scale_;
  std::string indent_;
  View values_;
  std::vector<Label> row_labels_;
  std::vector<Label> col_labels_;
  bool is_blank_;
  Notation notation_;
  std::vector<std::size_t> col_widths_;
  std::size_t label_width_ = 0;
};

} // namespace

void write_grid(const Block& block, Dtype dtype, std::size_t indent, const Style& style, const HeatScale& scale,
                Sink& sink) {
  const LabelledMatrix matrix(block, dtype, indent, style, scale);
  matrix.write(sink);
  if (style.heat == Heat::none || block.is_blank) return;
  sink.write('\n' + std::string(indent, ' ') + heat_legend(style, scale) + matrix.masked_legend() + '\n');
}

} // namespace attn
