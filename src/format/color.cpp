#include "format/color.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <span>

namespace attn {
namespace {

constexpr Color from_hex(std::uint32_t code) {
  return {static_cast<std::uint8_t>(code >> 16), static_cast<std::uint8_t>(code >> 8), static_cast<std::uint8_t>(code)};
}

/// Viridis (S. van der Walt, N. Smith, 2015) at ten even points.
constexpr Color viridis_stops[] = {
    from_hex(0x440154), from_hex(0x482878), from_hex(0x3E4A89), from_hex(0x31688E), from_hex(0x26828E),
    from_hex(0x1F9E89), from_hex(0x35B779), from_hex(0x6DCD59), from_hex(0xB4DE2C), from_hex(0xFDE725),
};

/// ColorBrewer's RdBu (C. Brewer) at eleven even points, negative to positive.
constexpr Color diverging_stops[] = {
    from_hex(0x053061), from_hex(0x2166AC), from_hex(0x4393C3), from_hex(0x92C5DE),
    from_hex(0xD1E5F0), from_hex(0xF7F7F7), from_hex(0xFDDBC7), from_hex(0xF4A582),
    from_hex(0xD6604D), from_hex(0xB2182B), from_hex(0x67001F),
};

std::uint8_t between(std::uint8_t low, std::uint8_t high, double share) {
  return static_cast<std::uint8_t>(std::lround(low + share * (high - low)));
}

/// Straight lines between the stops.
Color at(std::span<const Color> stops, double share) {
  const double place = std::clamp(share, 0.0, 1.0) * static_cast<double>(stops.size() - 1);
  const std::size_t i = std::min(static_cast<std::size_t>(place), stops.size() - 2);
  const double rest = place - static_cast<double>(i);
  const Color &low = stops[i], &high = stops[i + 1];
  return {between(low.red, high.red, rest), between(low.green, high.green, rest), between(low.blue, high.blue, rest)};
}

double linear(std::uint8_t part) {
  const double value = part / 255.0;
  return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

double luminance(Color c) {
  return 0.2126 * linear(c.red) + 0.7152 * linear(c.green) + 0.0722 * linear(c.blue);
}

int distance(Color a, Color b) {
  const int red = a.red - b.red, green = a.green - b.green, blue = a.blue - b.blue;
  return red * red + green * green + blue * blue;
}

constexpr std::array<std::uint8_t, 6> cube_levels{0, 95, 135, 175, 215, 255};
constexpr int first_of_cube = 16, first_grey = 232, greys = 24;

int nearest_level(std::uint8_t part) {
  const auto off = [part](std::uint8_t level) { return std::abs(level - part); };
  return static_cast<int>(std::ranges::min_element(cube_levels, {}, off) - cube_levels.begin());
}

TerminalColor in_cube(Color color) {
  const int r = nearest_level(color.red), g = nearest_level(color.green), b = nearest_level(color.blue);
  const auto level = [](int i) { return cube_levels[static_cast<std::size_t>(i)]; };
  return {first_of_cube + 36 * r + 6 * g + b, {level(r), level(g), level(b)}};
}

TerminalColor grey(Color color) {
  const int mean = (color.red + color.green + color.blue) / 3;
  const int step = std::clamp((mean - 3) / 10, 0, greys - 1);
  const auto level = static_cast<std::uint8_t>(8 + 10 * step);
  return {first_grey + step, {level, level, level}};
}

} // namespace

Color viridis(double share) {
  return at(viridis_stops, share);
}

Color diverging(double share) {
  return at(diverging_stops, (share + 1) / 2);
}

double contrast(Color a, Color b) {
  const auto [dark, light] = std::minmax({luminance(a), luminance(b)});
  return (light + 0.05) / (dark + 0.05);
}

Color ink_on(Color ground) {
  return contrast(black, ground) >= contrast(white, ground) ? black : white;
}

std::string hex(Color color) {
  return fmt::format("#{:02x}{:02x}{:02x}", color.red, color.green, color.blue);
}

TerminalColor nearest_of_256(Color color) {
  const TerminalColor cube = in_cube(color), of_greys = grey(color);
  return distance(cube.shown, color) <= distance(of_greys.shown, color) ? cube : of_greys;
}

} // namespace attn
