#pragma once
// How many columns of a terminal a text takes.

#include <cstddef>
#include <string>
#include <string_view>

namespace attn {

/// Columns of printable text: East Asian wide characters take two, combining marks none, and what is drawn as one
/// emoji (joined, with a variation selector or skin tone, a flag) two in all.
std::size_t display_width(std::string_view text);

/// Printable text, cut with the mark at its end if it takes more than `columns` columns.
std::string shortened(std::string_view text, std::size_t columns, std::string_view mark = "…");

} // namespace attn
