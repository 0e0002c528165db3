#pragma once
// Amounts on a screen: text on a ground of colour, or a swatch of characters where there is no colour. The number
// always stands there too.

#include "format/format.h"
#include "format/heat.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace attn {

/// Columns that a swatch takes.
inline constexpr std::size_t swatch_width = 2;
/// Of a masked cell, which has no amount: hatched, as in pictures.
inline constexpr std::string_view masked_swatch = "//";

/// Whether the style shades by colour.
inline bool has_ground(const Style& style) {
  return style.heat == Heat::palette || style.heat == Heat::full;
}

/// `text` on `ground`, in the ink that can be read there.
std::string on_ground(const Style& style, Color ground, std::string_view text);

/// An amount from 0 to 1 (or -1) in five steps from blank to full.
std::string swatch(const Style& style, double share);

/// "0 ▒▒▓▓██ 0.5035": the scale from its least to its largest value.
std::string heat_legend(const Style& style, const HeatScale& scale);

} // namespace attn
