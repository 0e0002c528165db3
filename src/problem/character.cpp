#include "problem/character.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <utf8proc.h>

namespace attn {
namespace {

struct CodeRange {
  std::int32_t first, last;
};

constexpr CodeRange commands[] = {
    {0x0000, 0x001F}, // C0 controls
    {0x007F, 0x009F}, // delete, C1 controls
    {0x061C, 0x061C}, // Arabic letter mark
    {0x200E, 0x200F}, // left-to-right and right-to-left mark
    {0x2028, 0x2029}, // line and paragraph separator
    {0x202A, 0x202E}, // directional embeddings and overrides
    {0x2066, 0x2069}, // directional isolates
};

struct ShortEscape {
  std::int32_t code;
  char letter;
};

constexpr ShortEscape short_escapes[] = {{'\b', 'b'}, {'\f', 'f'}, {'\n', 'n'}, {'\r', 'r'}, {'\t', 't'}};

} // namespace

Character first_character(std::string_view text) {
  std::int32_t code = Character::invalid;
  const auto length = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                       static_cast<utf8proc_ssize_t>(text.size()), &code);
  if (length <= 0) return {Character::invalid, text.substr(0, 1)};
  return {code, text.substr(0, static_cast<std::size_t>(length))};
}

std::size_t plain_prefix(std::string_view text) {
  const auto end = std::find_if(text.begin(), text.end(), [](char byte) { return byte < ' ' || byte > '~'; });
  return static_cast<std::size_t>(end - text.begin());
}

bool is_command(std::int32_t code) {
  return std::any_of(std::begin(commands), std::end(commands),
                     [&](const CodeRange& range) { return range.first <= code && code <= range.last; });
}

bool is_unseen(std::int32_t code) {
  if (code == Character::invalid) return false;
  const auto category = utf8proc_category(code);
  return category == UTF8PROC_CATEGORY_ZS || category == UTF8PROC_CATEGORY_CF;
}

void append_escaped(std::string& out, std::int32_t code) {
  const auto* row = std::find_if(std::begin(short_escapes), std::end(short_escapes),
                                 [&](const ShortEscape& escape) { return escape.code == code; });
  if (row != std::end(short_escapes))
    (out += '\\') += row->letter;
  else
    fmt::format_to(std::back_inserter(out), "\\u{:04x}", code);
}

std::string printable(std::string_view text) {
  std::string out(text.substr(0, plain_prefix(text)));
  text.remove_prefix(out.size());
  while (!text.empty()) {
    const Character character = first_character(text);
    if (character.code == Character::invalid)
      fmt::format_to(std::back_inserter(out), "\\x{:02x}", static_cast<unsigned char>(text.front()));
    else if (is_command(character.code))
      append_escaped(out, character.code);
    else
      out += character.bytes;
    text.remove_prefix(character.bytes.size());
  }
  return out;
}

} // namespace attn
