#pragma once
// What the terminal and its environment ask for: colour, symbols, width.

#include "format/format.h"

#include <optional>
#include <string>

namespace attn {

/// The value of an environment variable; empty: not set.
std::string variable(const char* name);

/// Whether text is in UTF-8 by the locale.
bool speaks_utf8();

/// Whether to colour. `when` is --color: "always" and "never" decide; else NO_COLOR (not empty) forbids, CLICOLOR_FORCE
/// (neither empty nor 0) asks, and a terminal that is not dumb gets colour.
bool wants_color(const std::string& when, bool terminal);

/// How heat is shown: characters without colour, 24 bits if COLORTERM or TERM promises them, else 256 colours.
Heat heat_of(bool color);

/// Columns of the terminal on standard output; none: it has no width.
std::optional<std::size_t> terminal_width();

/// Columns for pages of text: those of COLUMNS or of the terminal where there is one, else 80; at most 100, as longer
/// lines are hard to read.
std::size_t page_width();

} // namespace attn
