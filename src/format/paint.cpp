#include "format/paint.h"

#include "format/symbol.h"

namespace attn {

std::string paint(const Style& style, Paint how, std::string_view text) {
  if (!style.color || text.empty()) return std::string(text);
  return (how == Paint::bold ? "\x1b[1m" : "\x1b[2m") + std::string(text) + "\x1b[0m";
}

std::string words(const Style& style, std::string_view text) {
  return style.ascii ? in_ascii(text) : std::string(text);
}

} // namespace attn
