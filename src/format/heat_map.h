#pragma once
// One matrix as a picture: cells by value, labels, axes. Where things stand is decided first (HeatMap), so that whoever
// sets several side by side knows how much room each takes.

#include "format/format.h"
#include "format/heat.h"
#include "format/notation.h"
#include "report/report.h"

#include <cstddef>
#include <string>
#include <vector>

namespace attn {

/// Above so many cells a matrix is one embedded picture, and no cell has a tooltip of its own.
inline constexpr std::size_t most_shapes = 100 * 100;

/// What is drawn alike in all maps of one picture.
struct HeatMapStyle {
  int decimals = 2;
  Dtype dtype = Dtype::float64;
  bool derive = true;             ///< tooltips tell how a cell is worked
  std::string title = {};         ///< above the map
  std::string_view hatching = {}; ///< reference to the pattern of masked cells: "url(#masked)"
};

class HeatMap {
public:
  /// Section and scale must outlive it.
  HeatMap(const Section& section, const HeatScale& scale, HeatMapStyle style);

  double width() const { return left_ + cell_width_ * static_cast<double>(cols()) + right_; }
  double height() const { return top_ + cell_height_ * static_cast<double>(rows_.count); }
  bool has_masked_cells() const;

  /// A group with all of it, its upper left corner at x, y.
  void write(double x, double y, Sink& sink) const;

private:
  const Block& block() const { return section_.block; }
  std::size_t cols() const { return block().values.cols; }
  double column_edge(std::size_t j) const { return left_ + cell_width_ * static_cast<double>(j); }
  double row_edge(std::size_t i) const { return top_ + cell_height_ * static_cast<double>(i); }

  void settle_cells();
  void settle_margins();
  void write_axes(Sink& sink) const;
  void write_row_labels(Sink& sink) const;
  void write_col_labels(Sink& sink) const;
  void write_cells(Sink& sink) const;
  void write_numbers(Sink& sink) const;
  void write_picture(Sink& sink) const;
  std::string tooltip(std::size_t row, std::size_t col) const;

  const Section& section_;
  const HeatScale& scale_;
  HeatMapStyle style_;
  ShownRows rows_;
  Notation notation_;
  std::vector<std::string> row_labels_, col_labels_; ///< as they are drawn; empty: none
  double cell_width_ = 0, cell_height_ = 0;
  double left_ = 0, top_ = 0, right_ = 0; ///< room beside the cells
  bool has_numbers_ = false, turned_ = false;
};

} // namespace attn
