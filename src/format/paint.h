#pragma once
// Words for a screen: in ASCII or with symbols, plain or coloured, as the style asks.

#include "format/format.h"

#include <string>
#include <string_view>

namespace attn {

enum class Paint { bold, dim };

/// `text` in the paint, if the style has colour.
std::string paint(const Style& style, Paint how, std::string_view text);

/// Our own words, symbols and rules in the style's characters.
std::string words(const Style& style, std::string_view text);

} // namespace attn
