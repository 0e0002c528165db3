#include "format/svg_text.h"

#include "format/width.h"
#include "format/xml.h"
#include "problem/character.h"

#include <fmt/format.h>

namespace attn {
namespace {

// Of the em: fixed-width faces have 0.60 (wide characters two of it are 1.2, their own faces have 1.0); the widest
// usual letters of bold sans-serif ones 0.75 in the mean.
constexpr double fixed_advance = 0.605, heading_advance = 0.72;

double width_in(std::string_view text, double em, double advance) {
  return em * advance * static_cast<double>(display_width(text));
}

std::string whole_as_tooltip(std::string_view text, std::string_view whole) {
  return printable(whole) == text ? "" : fmt::format("<title>{}</title>", in_xml(whole));
}

} // namespace

double text_width(std::string_view text) {
  return width_in(text, font_size, fixed_advance);
}

double heading_width(std::string_view text) {
  return width_in(text, heading_size, heading_advance);
}

std::string in_xml_lines(std::string_view text) {
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos) return in_xml(text);
  return in_xml(text.substr(0, end)) + '\n' + in_xml_lines(text.substr(end + 1));
}

std::string label(double x, double y, std::string_view text, std::string_view whole) {
  return fmt::format("<text x=\"{:.2f}\" y=\"{:.2f}\">{}{}</text>\n", x, y, in_xml(text),
                     whole_as_tooltip(text, whole));
}

std::string turned_label(double x, double y, std::string_view text, std::string_view whole) {
  return fmt::format("<text transform=\"translate({:.2f} {:.2f}) rotate(-90)\">{}{}</text>\n", x, y, in_xml(text),
                     whole_as_tooltip(text, whole));
}

std::string heading(double x, double y, std::string_view text) {
  return fmt::format("<text class=\"heading\" x=\"{:.2f}\" y=\"{:.2f}\" font-family=\"{}\" font-size=\"{}\" "
                     "font-weight=\"bold\">{}</text>\n",
                     x, y, heading_faces, heading_size, in_xml(text));
}

} // namespace attn
