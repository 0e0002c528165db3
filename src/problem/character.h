#pragma once
// Text that users wrote, character by character: UTF-8 that may be broken, and characters that must not reach a
// terminal as they are.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace attn {

struct Character {
  static constexpr std::int32_t invalid = -1;
  std::int32_t code;      ///< Unicode scalar value; `invalid`: one byte that is no part of a UTF-8 sequence
  std::string_view bytes; ///< of the text
};

/// The character with which `text` begins; `text` is not empty.
Character first_character(std::string_view text);

/// How many bytes at the beginning of `text` are ASCII that shows: no control, no DEL, each a character.
std::size_t plain_prefix(std::string_view text);

/// Whether a character commands instead of showing: C0 and C1 controls (terminal escapes begin with one), DEL, line
/// and paragraph separators, and all that turns the direction of writing (Unicode Technical Report 36, section 2.8).
bool is_command(std::int32_t code);

/// Whether a character takes room without ink, or none: blanks of any width, joiners, a byte-order mark.
bool is_unseen(std::int32_t code);

/// A character of the basic plane as JSON and C write it: \n, \t, \u001b.
void append_escaped(std::string& out, std::int32_t code);

/// `text` with every command escaped and bytes that are not UTF-8 as \xff: safe for a terminal, and one line.
std::string printable(std::string_view text);

} // namespace attn
