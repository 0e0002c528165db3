#pragma once
// Colours of values: scales, the ink that can be read on them, and how a terminal or a picture names them.

#include <cstdint>
#include <string>

namespace attn {

struct Color {
  std::uint8_t red = 0, green = 0, blue = 0;
  bool operator==(const Color&) const = default;
};

inline constexpr Color black{0, 0, 0}, white{255, 255, 255};

/// For amounts, 0 to 1: viridis, from dark violet to yellow. Lightness rises evenly, so it reads in grey and to the
/// colour-blind. What lies outside is taken as the nearer end.
Color viridis(double share);

/// For what has a sign, -1 to 1: from blue by nearly white to red (RdBu).
Color diverging(double share);

/// Relative luminance apart, 1 to 21 (Web Content Accessibility Guidelines 2, section 1.4.3).
double contrast(Color a, Color b);

/// Black or white, whichever stands out more: contrast at least 4.58, as the product of both is 21.
Color ink_on(Color ground);

/// "#440154".
std::string hex(Color color);

/// Of the 256 colours of terminals the nearest: cube or grey, not one of the 16 that users choose.
struct TerminalColor {
  int number;
  Color shown;
};
TerminalColor nearest_of_256(Color color);

} // namespace attn
