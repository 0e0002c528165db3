#include "format/heat_map.h"

#include "format/png.h"
#include "format/svg_text.h"
#include "format/width.h"
#include "format/xml.h"
#include "report/numeral.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace attn {
namespace {

// In pixels.
constexpr double widest_numbers = 1000;     ///< cells grow for their numbers while all of a row takes no more
constexpr double widest = 1400;             ///< of the cells of a row without numbers
constexpr double row_of_numbers = 28;       ///< height of a cell with a number
constexpr double small_cell = 14;           ///< a label still fits beside it
constexpr double picture_side = 800;        ///< of an embedded picture
constexpr double widest_upright_label = 88; ///< cells grow to this for labels that need not be turned
constexpr std::size_t longest_label = 24;   ///< in columns of text; tooltips have all of it
constexpr double title_height = 24, axis_height = 18, gap = 6;

/// At most `longest_label` columns of a label.
std::vector<std::string> drawn(const Labels& labels, std::size_t first, std::size_t count) {
  std::vector<std::string> texts;
  for (std::size_t i = first; !labels.empty() && i < first + count; ++i)
    texts.push_back(shortened(labels[i], longest_label));
  return texts;
}

double widest_of(const std::vector<std::string>& texts) {
  double width = 0;
  for (const std::string& text : texts) width = std::max(width, text_width(text));
  return width;
}

/// Of labels that stand too close, every so many is drawn.
std::size_t label_step(double distance) {
  constexpr double closest = 13;
  return static_cast<std::size_t>(std::max(1.0, std::ceil(closest / distance)));
}

std::string label_of(std::string_view axis, const Labels& labels, std::size_t i) {
  const std::string name = labels.empty() ? std::to_string(i + 1) : labels[i];
  return axis.empty() ? name : fmt::format("{} {}", axis, name);
}

} // namespace

HeatMap::HeatMap(const Section& section, const HeatScale& scale, HeatMapStyle style)
    : section_(section), scale_(scale), style_(std::move(style)), rows_(shown_rows(section.block)),
      notation_(choose_notation(block().values, block().dtype_in(style_.dtype), style_.decimals)),
      row_labels_(drawn(block().row_labels, rows_.first, rows_.count)),
      col_labels_(drawn(block().col_labels, 0, cols())) {
  settle_cells();
  settle_margins();
}

/// As large as the numbers need, if that is not too much; else just large enough for labels; else smaller.
void HeatMap::settle_cells() {
  const View values = block().values;
  double number_width = 0;
  for (std::size_t i = 0; i < values.rows; ++i)
    for (std::size_t j = 0; j < values.cols; ++j)
      if (!is_masked(values(i, j))) number_width = std::max(number_width, text_width(text(values(i, j), notation_)));
  const double columns = static_cast<double>(cols()), lines = static_cast<double>(rows_.count);
  cell_width_ = std::max(row_of_numbers, number_width + 2 * gap);
  cell_height_ = row_of_numbers;
  has_numbers_ = columns * cell_width_ <= widest_numbers && lines * cell_height_ <= widest;
  if (values.rows * values.cols > most_shapes)
    cell_width_ = cell_height_ = std::max(1.0, picture_side / std::max(columns, lines));
  else if (!has_numbers_)
    cell_width_ = cell_height_ = std::clamp(widest / std::max(columns, lines), 3.0, small_cell);
  has_numbers_ = has_numbers_ && values.rows * values.cols <= most_shapes;

  const double upright = widest_of(col_labels_) + gap;
  if (has_numbers_ && upright <= widest_upright_label && columns * upright <= widest_numbers)
    cell_width_ = std::max(cell_width_, upright);
  turned_ = upright > cell_width_;
}

void HeatMap::settle_margins() {
  left_ = (block().row_axis.empty() ? 0 : axis_height) + (row_labels_.empty() ? 0 : widest_of(row_labels_) + gap);
  const double labels = turned_ ? widest_of(col_labels_) + gap : line_height + gap / 2;
  top_ = title_height + (block().col_axis.empty() ? 0 : axis_height) + (col_labels_.empty() ? 0 : labels) + gap / 2;
  right_ = std::max(0.0, heading_width(style_.title) - cell_width_ * static_cast<double>(cols()));
  if (turned_ && cell_width_ < line_height) right_ = std::max(right_, line_height - cell_width_);
}

bool HeatMap::has_masked_cells() const {
  for (std::size_t i = rows_.first; i < rows_.first + rows_.count; ++i)
    for (std::size_t j = 0; j < cols(); ++j)
      if (is_masked_cell(block(), i, j)) return true;
  return false;
}

void HeatMap::write(double x, double y, Sink& sink) const {
  sink.write(fmt::format("<g transform=\"translate({:.2f} {:.2f})\">\n", x, y));
  sink.write(heading(left_, title_height - 10, style_.title));
  write_axes(sink);
  write_row_labels(sink);
  write_col_labels(sink);
  if (rows_.count * cols() > most_shapes)
    write_picture(sink);
  else
    write_cells(sink);
  if (has_numbers_) write_numbers(sink);
  sink.write("</g>\n");
}

void HeatMap::write_axes(Sink& sink) const {
  const double middle = (row_edge(0) + row_edge(rows_.count)) / 2;
  if (!block().col_axis.empty())
    sink.write(fmt::format("<text class=\"axis\" font-style=\"italic\" x=\"{:.2f}\" y=\"{:.2f}\">{} →</text>\n", left_,
                           title_height + 11, in_xml(block().col_axis)));
  if (!block().row_axis.empty())
    sink.write(fmt::format("<text class=\"axis\" font-style=\"italic\" text-anchor=\"middle\" "
                           "transform=\"translate(11 {:.2f}) rotate(-90)\">← {}</text>\n",
                           middle, in_xml(block().row_axis)));
}

void HeatMap::write_row_labels(Sink& sink) const {
  if (row_labels_.empty()) return;
  sink.write("<g text-anchor=\"end\">\n");
  for (std::size_t i = 0; i < row_labels_.size(); i += label_step(cell_height_))
    sink.write(label(left_ - gap, row_edge(i) + cell_height_ / 2 + half_of_a_line, row_labels_[i],
                     block().row_labels[rows_.first + i]));
  sink.write("</g>\n");
}

void HeatMap::write_col_labels(Sink& sink) const {
  if (col_labels_.empty()) return;
  sink.write(turned_ ? "<g>\n" : "<g text-anchor=\"middle\">\n");
  for (std::size_t j = 0; j < col_labels_.size(); j += turned_ ? label_step(cell_width_) : 1) {
    const double x = column_edge(j) + cell_width_ / 2, y = top_ - gap;
    sink.write(turned_ ? turned_label(x + half_of_a_line, y, col_labels_[j], block().col_labels[j])
                       : label(x, y, col_labels_[j], block().col_labels[j]));
  }
  sink.write("</g>\n");
}

/// A shape for each cell, that bears its tooltip.
void HeatMap::write_cells(Sink& sink) const {
  const double seam = cell_width_ >= small_cell && cell_height_ >= small_cell ? 1 : 0; // of background between cells
  sink.write("<g shape-rendering=\"crispEdges\">\n");
  for (std::size_t i = 0; i < rows_.count; ++i)
    for (std::size_t j = 0; j < cols(); ++j) {
      const std::size_t row = rows_.first + i;
      const std::string fill =
          is_masked_cell(block(), row, j) ? std::string(style_.hatching) : hex(scale_.color(block().values(row, j)));
      sink.write(fmt::format("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill=\"{}\">"
                             "<title>{}</title></rect>\n",
                             column_edge(j), row_edge(i), cell_width_ - seam, cell_height_ - seam, fill,
                             in_xml_lines(tooltip(row, j))));
    }
  sink.write("</g>\n");
}

void HeatMap::write_numbers(Sink& sink) const {
  sink.write("<g text-anchor=\"middle\" pointer-events=\"none\">\n");
  for (std::size_t i = 0; i < rows_.count; ++i)
    for (std::size_t j = 0; j < cols(); ++j) {
      const double value = block().values(rows_.first + i, j);
      if (is_masked_cell(block(), rows_.first + i, j)) continue;
      sink.write(fmt::format("<text x=\"{:.2f}\" y=\"{:.2f}\" fill=\"{}\">{}</text>\n",
                             column_edge(j) + cell_width_ / 2 - 0.5, row_edge(i) + cell_height_ / 2 + half_of_a_line,
                             hex(ink_on(scale_.color(value))), in_xml(text(value, notation_))));
    }
  sink.write("</g>\n");
}

/// One pixel a cell; masked ones let the hatching behind shine through.
void HeatMap::write_picture(Sink& sink) const {
  constexpr std::size_t shades = 255;
  IndexedPicture picture{.width = cols(), .height = rows_.count, .pixels = {}, .palette = {white}};
  picture.first_is_clear = true;
  const double low = scale_.has_sign() ? -1 : 0;
  for (std::size_t k = 0; k < shades; ++k)
    picture.palette.push_back(scale_.at(low + (1 - low) * static_cast<double>(k) / (shades - 1)));
  for (std::size_t i = rows_.first; i < rows_.first + rows_.count; ++i)
    for (std::size_t j = 0; j < cols(); ++j) {
      const double share = is_masked_cell(block(), i, j) ? low : scale_.share(block().values(i, j));
      const auto shade = static_cast<std::uint8_t>(1 + std::lround((share - low) / (1 - low) * (shades - 1)));
      picture.pixels.push_back(is_masked_cell(block(), i, j) ? std::uint8_t{0} : shade);
    }
  const std::string box =
      fmt::format("x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\"", left_, top_,
                  cell_width_ * static_cast<double>(cols()), cell_height_ * static_cast<double>(rows_.count));
  if (has_masked_cells()) sink.write(fmt::format("<rect {} fill=\"{}\"/>\n", box, style_.hatching));
  sink.write(fmt::format("<image {} preserveAspectRatio=\"none\" image-rendering=\"optimizeSpeed\" "
                         "style=\"image-rendering:pixelated\" xlink:href=\"data:image/png;base64,",
                         box));
  sink.write(base64(png(picture)));
  sink.write(
      fmt::format("\"><title>{}</title></image>\n", in_xml(section_.path + "   " + plain_text(section_.formula))));
}

/// "query q1, key k2: 0.1978", and on a second line how it is worked, or else by which formula.
std::string HeatMap::tooltip(std::size_t row, std::size_t col) const {
  constexpr int decimals = 4;
  const double value = block().values(row, col);
  const std::string number = is_masked_cell(block(), row, col) ? "masked" : numeral(value, decimals);
  const std::string where = fmt::format("{}, {}: {}\n", label_of(block().row_axis, block().row_labels, row),
                                        label_of(block().col_axis, block().col_labels, col), number);
  if (style_.derive && section_.derivation) return where + section_.derivation(row, col);
  return where + fmt::format("{}   {}", section_.path, plain_text(section_.formula));
}

} // namespace attn
