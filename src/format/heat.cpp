#include "format/heat.h"

#include <algorithm>
#include <cmath>

namespace attn {

void HeatScale::include(View values) {
  for (std::size_t i = 0; i < values.rows; ++i)
    for (std::size_t j = 0; j < values.cols; ++j) {
      const double value = values(i, j);
      if (!std::isfinite(value)) continue;
      most_ = std::max(most_, std::fabs(value));
      has_sign_ = has_sign_ || value < 0;
    }
}

HeatScales::HeatScales(const Report& report) {
  for (const Part& part : report.parts)
    for (const Section& section : part.sections) {
      HeatScale& scale = scales_[section.name];
      if (!section.block.is_blank) scale.include(section.block.values);
    }
}

bool is_masked_cell(const Block& block, std::size_t row, std::size_t col) {
  const double value = block.values(row, col);
  return !std::isfinite(value) || (value == 0 && block.blocked && block.blocked(row, col));
}

ShownRows shown_rows(const Block& block) {
  return block.only_row ? ShownRows{*block.only_row, 1} : ShownRows{0, block.values.rows};
}

} // namespace attn
