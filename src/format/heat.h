#pragma once
// Values as heat: which colour an entry has. All matrices of one step share a scale, so that heads can be compared.

#include "format/color.h"
#include "report/report.h"

#include <cstddef>
#include <map>
#include <string>

namespace attn {

/// From 0 to the largest value; as soon as one is negative, to both sides of 0 as far as the furthest.
class HeatScale {
public:
  void include(View values);

  bool has_sign() const { return has_sign_; }
  double low() const { return has_sign_ ? -most_ : 0; }
  double high() const { return most_; }
  /// Where between 0 and the furthest value: 0 to 1, with a sign -1 to 1.
  double share(double value) const { return most_ == 0 ? 0 : value / most_; }
  Color color(double value) const { return at(share(value)); }
  Color at(double share) const { return has_sign_ ? diverging(share) : viridis(share); }

private:
  double most_ = 0;
  bool has_sign_ = false;
};

/// The scale of each step by its name.
class HeatScales {
public:
  explicit HeatScales(const Report& report);
  const HeatScale& of(const Section& section) const { return scales_.at(section.name); }

private:
  std::map<std::string, HeatScale> scales_;
};

/// A cell that the mask keeps empty: no number, or the 0 that a blocked pair gets. It has no colour.
bool is_masked_cell(const Block& block, std::size_t row, std::size_t col);

/// The rows that people are shown: all, or the one that was asked for.
struct ShownRows {
  std::size_t first, count;
};
ShownRows shown_rows(const Block& block);

} // namespace attn
