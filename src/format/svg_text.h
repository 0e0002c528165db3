#pragma once
// Text in a picture: how much room it takes, and its elements. Labels and numbers stand in a fixed-width face, so that
// their width is known before anyone draws them.

#include <cstddef>
#include <string>
#include <string_view>

namespace attn {

// In pixels.
inline constexpr double font_size = 12, line_height = 15;
inline constexpr double half_of_a_line = 4.3; ///< from the middle of a line down to its baseline
inline constexpr double heading_size = 14;

inline constexpr std::string_view fixed_width_faces =
    "'DejaVu Sans Mono', 'Liberation Mono', Menlo, Consolas, 'Noto Sans Mono CJK SC', monospace";
inline constexpr std::string_view heading_faces = "'DejaVu Sans', 'Liberation Sans', Helvetica, Arial, sans-serif";

/// Of a label or number.
double text_width(std::string_view text);
/// Of a heading, at most.
double heading_width(std::string_view text);

/// in_xml of each line; the lines stay apart.
std::string in_xml_lines(std::string_view text);

/// A label as it is drawn; where that is not all of it, its tooltip is.
std::string label(double x, double y, std::string_view text, std::string_view whole);
/// The same, read from below to above; it begins at x, y.
std::string turned_label(double x, double y, std::string_view text, std::string_view whole);
std::string heading(double x, double y, std::string_view text);

} // namespace attn
