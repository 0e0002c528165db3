#pragma once
// The symbols and rules of our own words, and how they are written where only ASCII can be shown.

#include <string>
#include <string_view>

namespace attn {

/// `words` with every symbol in ASCII: "Q·Kᵀ" is "Q*K^T".
std::string in_ascii(std::string_view words);

/// A symbol that our own words may begin with.
struct Symbol {
  std::string_view symbol, ascii;
  std::string_view latex; ///< in text
};

/// The symbol with which `words` begin; null: none.
const Symbol* symbol_at(std::string_view words);

} // namespace attn
