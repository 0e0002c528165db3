#pragma once
// How many columns of a terminal a text takes.

#include <cstddef>
#include <string_view>

namespace attn {

/// Columns of printable text: East Asian wide characters take two, combining marks none, and what is drawn as one
/// emoji (joined, with a variation selector or skin tone, a flag) two in all.
std::size_t display_width(std::string_view text);

} // namespace attn
