#include "problem/shown.h"

#include <fmt/format.h>

#include <cstddef>

namespace attn {
namespace {

constexpr std::size_t longest_shown = 40;

/// How many bytes the character at the front of `text` has; 0: it is no UTF-8.
std::size_t character_length(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  const std::size_t length = lead < 0x80   ? 1
                             : lead < 0xC2 ? 0
                             : lead < 0xE0 ? 2
                             : lead < 0xF0 ? 3
                             : lead < 0xF5 ? 4
                                           : 0;
  if (length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) return 0;
  return length;
}

/// C0, DEL and C1: what a terminal might obey.
bool is_control(std::string_view character) {
  const auto first = static_cast<unsigned char>(character[0]);
  return first < 0x20 || first == 0x7F || (first == 0xC2 && static_cast<unsigned char>(character[1]) < 0xA0);
}

std::string escaped_control(std::string_view character) {
  switch (character[0]) {
  case '\n':
    return "\\n";
  case '\r':
    return "\\r";
  case '\t':
    return "\\t";
  default:
    return fmt::format("\\u{:04x}", static_cast<unsigned char>(character.back()));
  }
}

} // namespace

std::string shown(std::string_view text) {
  std::string result;
  for (std::size_t count = 0; !text.empty(); ++count) {
    if (count == longest_shown) return result + "...";
    const std::size_t length = character_length(text);
    const std::string_view character = text.substr(0, length);
    if (length == 0) {
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(text.front()));
    } else if (is_control(character)) {
      result += escaped_control(character);
    } else {
      result += character;
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return result;
}

std::string quoted(std::string_view text) {
  return '"' + shown(text) + '"';
}

bool is_plain(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    if (length == 0 || is_control(text)) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string spot(Position position) {
  return fmt::format("line {}, column {}", position.line, position.column);
}

std::string joined(std::string_view pointer, std::string_view key) {
  std::string result(pointer);
  result += '/';
  for (const char byte : shown(key)) {
    if (byte == '~') {
      result += "~0";
    } else if (byte == '/') {
      result += "~1";
    } else {
      result += byte;
    }
  }
  return result;
}

std::string joined(std::string_view pointer, std::size_t index) {
  return fmt::format("{}/{}", pointer, index);
}

} // namespace attn
