#include "problem/json/character.h"

#include "problem/shown.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace attn {
namespace {

struct Character {
  std::string_view bytes; ///< UTF-8
  std::string_view code, name;
  std::string_view ascii; ///< what is meant
  std::string_view hint;  ///< in place of the whole word in ASCII
};

constexpr std::string_view space_hint = "write an ordinary space, or nothing";

constexpr Character characters[] = {
    {"\u2212", "U+2212", "the minus sign", "-", {}},
    {"\u2010", "U+2010", "a hyphen", "-", {}},
    {"\u2011", "U+2011", "a hyphen", "-", {}},
    {"\u2013", "U+2013", "an en dash", "-", {}},
    {"\u2014", "U+2014", "an em dash", "-", {}},
    {"\u3001", "U+3001", "an ideographic comma", ",", {}},
    {"\u00BD", "U+00BD", "one half", {}, R"(write "1/2", in quotes)"},
    {"\u00BC", "U+00BC", "one quarter", {}, R"(write "1/4", in quotes)"},
    {"\u00BE", "U+00BE", "three quarters", {}, R"(write "3/4", in quotes)"},
    {"\u2153", "U+2153", "one third", {}, R"(write "1/3", in quotes)"},
    {"\u2154", "U+2154", "two thirds", {}, R"(write "2/3", in quotes)"},
    {"\u221A",
     "U+221A",
     "the square root",
     {},
     "write the number itself, such as 1.4142; a scale of 1/sqrt(d_k) is the default"},
    {"\u221E",
     "U+221E",
     "infinity",
     {},
     R"(numbers are finite; "-inf", in quotes, stands for a blocked cell in mask.add and in answers)"},
    {"\u00A0", "U+00A0", "a no-break space", {}, space_hint},
    {"\u3000", "U+3000", "an ideographic space", {}, space_hint},
    {"\u200B", "U+200B", "a space of no width", {}, space_hint},
    {"\uFEFF", "U+FEFF", "a byte-order mark", {}, "it stands at the very beginning of a file or nowhere: take it off"},
};

/// U+FF01 to U+FF5E are ASCII in the width of an ideograph, each 0xFEE0 further on. Three bytes; 0: it is none of them.
char ascii_of_fullwidth(std::string_view text) {
  if (text.size() < 3 || text[0] != '\xEF' || (text[1] != '\xBC' && text[1] != '\xBD')) return 0;
  const int code = 0xFF00 + (text[1] == '\xBD' ? 0x40 : 0) + (static_cast<unsigned char>(text[2]) & 0x3F);
  return code >= 0xFF01 && code <= 0xFF5E ? static_cast<char>(code - 0xFEE0) : '\0';
}

const Character* character_at(std::string_view text) {
  const auto* row = std::find_if(std::begin(characters), std::end(characters),
                                 [&](const Character& character) { return text.starts_with(character.bytes); });
  return row == std::end(characters) ? nullptr : row;
}

std::string in_ascii(std::string_view word) {
  std::string result;
  while (!word.empty()) {
    const Character* character = character_at(word);
    const char fullwidth = ascii_of_fullwidth(word);
    if (character) {
      result += character->ascii;
    } else {
      result += fullwidth ? fullwidth : word.front();
    }
    word.remove_prefix(character ? character->bytes.size() : fullwidth ? 3 : 1);
  }
  return result;
}

} // namespace

std::optional<CharacterFault> describe_character(std::string_view word) {
  for (std::size_t at = 0; at < word.size(); ++at) {
    const std::string_view rest = word.substr(at);
    if (const Character* character = character_at(rest))
      return CharacterFault{fmt::format("found {} ({}, {})", character->bytes, character->code, character->name),
                            character->hint.empty() ? "write " + shown(in_ascii(word)) : std::string(character->hint)};
    if (const char meant = ascii_of_fullwidth(rest))
      return CharacterFault{
          fmt::format("found {} (U+{:04X}, a fullwidth character)", rest.substr(0, 3), 0xFEE0 + meant),
          "write " + shown(in_ascii(word))};
  }
  return std::nullopt;
}

} // namespace attn
