#pragma once
// Text of the user's as messages show it: on one line, harmless to a terminal, and not too long.

#include "error.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace attn {

/// Commands and bytes that are no UTF-8 escaped (problem/character.h), cut with "..." after 40 characters.
std::string shown(std::string_view text);

/// The same in double quotes.
std::string quoted(std::string_view text);

/// Whether all of it is UTF-8 without commands.
bool is_plain(std::string_view text);

/// "line 3, column 12".
std::string spot(Position position);

/// `pointer` and one more step of a JSON pointer (RFC 6901: ~ is written ~0, / is written ~1).
std::string joined(std::string_view pointer, std::string_view key);
std::string joined(std::string_view pointer, std::size_t index);

} // namespace attn
