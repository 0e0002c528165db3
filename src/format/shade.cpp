#include "format/shade.h"

#include "report/numeral.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>

namespace attn {
namespace {

constexpr std::string_view shades[] = {"  ", "░░", "▒▒", "▓▓", "██"};
constexpr std::string_view ascii_shades[] = {"  ", "..", "::", "**", "##"};

std::string color_code(const Style& style, int where, Color color) {
  if (style.heat == Heat::full) return fmt::format("{};2;{};{};{}", where, color.red, color.green, color.blue);
  return fmt::format("{};5;{}", where, nearest_of_256(color).number);
}

} // namespace

std::string on_ground(const Style& style, Color ground, std::string_view text) {
  constexpr int foreground = 38, background = 48; // ISO 8613-6, as terminals took it up
  const Color shown = style.heat == Heat::full ? ground : nearest_of_256(ground).shown;
  return fmt::format("\x1b[{};{}m{}\x1b[0m", color_code(style, foreground, ink_on(shown)),
                     color_code(style, background, ground), text);
}

std::string swatch(const Style& style, double share) {
  constexpr auto steps = static_cast<double>(std::size(shades) - 1);
  const auto step = static_cast<std::size_t>(std::lround(std::min(std::fabs(share), 1.0) * steps));
  return std::string((style.ascii ? ascii_shades : shades)[step]);
}

std::string heat_legend(const Style& style, const HeatScale& scale) {
  constexpr int fields = 10;
  std::string bar;
  for (int k = 0; k <= fields; ++k) {
    const double place = static_cast<double>(k) / fields, share = scale.has_sign() ? 2 * place - 1 : place;
    bar += has_ground(style) ? on_ground(style, scale.at(share), "  ") : swatch(style, share);
  }
  return fmt::format("{} {} {}", numeral(scale.low(), style.decimals), bar, numeral(scale.high(), style.decimals));
}

} // namespace attn
