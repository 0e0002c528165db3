#pragma once
// The symbols and rules of our own words, and how they are written where only ASCII can be shown.

#include <string>
#include <string_view>

namespace attn {

/// `words` with every symbol in ASCII: "Q·Kᵀ" is "Q*K^T".
std::string in_ascii(std::string_view words);

} // namespace attn
