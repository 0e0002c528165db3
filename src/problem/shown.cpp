#include "problem/shown.h"

#include "problem/character.h"

#include <fmt/format.h>

#include <cstddef>

namespace attn {
namespace {

constexpr std::size_t longest_shown = 40;

} // namespace

std::string shown(std::string_view text) {
  if (text.size() <= longest_shown) return printable(text);
  std::string_view rest = text;
  for (std::size_t count = 0; !rest.empty(); ++count) {
    if (count == longest_shown) return printable(text.substr(0, text.size() - rest.size())) + "...";
    rest.remove_prefix(first_character(rest).bytes.size());
  }
  return printable(text);
}

std::string quoted(std::string_view text) {
  return '"' + shown(text) + '"';
}

bool is_plain(std::string_view text) {
  while (!text.empty()) {
    const Character character = first_character(text);
    if (character.code == Character::invalid || is_command(character.code)) return false;
    text.remove_prefix(character.bytes.size());
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
