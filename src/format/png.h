#pragma once
// A picture of many small squares as a PNG, for heat maps that are too large for a shape a cell.

#include "format/color.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace attn {

/// Pixels by their place in a palette of at most 256 colours, row after row.
struct IndexedPicture {
  std::size_t width = 0, height = 0;
  std::vector<std::uint8_t> pixels;
  std::vector<Color> palette;
  bool first_is_clear = false; ///< the first colour of the palette lets shine through what lies behind
};

/// The bytes of the file (Portable Network Graphics, third edition: colour type 3, eight bits).
std::string png(const IndexedPicture& picture);

/// Bytes in base 64 (RFC 4648, section 4).
std::string base64(std::string_view bytes);

} // namespace attn
