#include "format/symbol.h"

#include <algorithm>
#include <cctype>
#include <iterator>

namespace attn {
namespace {

constexpr Symbol symbols[] = {
    {"·", "*", R"($\cdot$)"},
    {"×", "x", R"($\times$)"},
    {"ᵀ", "^T", R"($^{\top}$)"},
    {"²", "^2", R"($^2$)"},
    {"√", "sqrt", R"($\surd$)"},
    {"−", "-", R"($-$)"},
    {"Σ", "sum", R"($\Sigma$)"},
    {"∞", "inf", R"($\infty$)"},
    {"≤", "<=", R"($\le$)"},
    {"≥", ">=", R"($\ge$)"},
    {"≠", "!=", R"($\ne$)"},
    {"≈", "~=", R"($\approx$)"},
    {"…", "...", R"(\dots{})"},
    {"→", "->", R"($\to$)"},
    {"ₖ", "_k", R"($_k$)"},
    {"–", "-", "--"},
    {"—", "-", "---"},
    {"─", "-", "-"},
    {"│", "|", R"($|$)"},
    {"┼", "+", "+"},
};

/// Bytes of a name or number at the beginning; a dot that ends a sentence is none of it.
std::size_t name_size(std::string_view words) {
  const auto is_part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.'; };
  const auto end = std::ranges::find_if_not(words, is_part);
  const auto size = static_cast<std::size_t>(end - words.begin());
  return size > 0 && words[size - 1] == '.' ? size - 1 : size;
}

} // namespace

const Symbol* symbol_at(std::string_view words) {
  const auto* row = std::find_if(std::begin(symbols), std::end(symbols),
                                 [&](const Symbol& symbol) { return words.starts_with(symbol.symbol); });
  return row == std::end(symbols) ? nullptr : row;
}

std::string in_ascii(std::string_view words) {
  constexpr std::string_view root = "√";
  std::string out;
  while (!words.empty()) {
    const Symbol* symbol = symbol_at(words);
    out += symbol ? symbol->ascii : words.substr(0, 1);
    words.remove_prefix(symbol ? symbol->symbol.size() : 1);
    if (!symbol || symbol->symbol != root || words.starts_with('(')) continue;
    const std::string_view under = words.substr(0, name_size(words)); // √d_k is sqrt(d_k)
    if (!under.empty()) out.append("(").append(under).append(")");
    words.remove_prefix(under.size());
  }
  return out;
}

} // namespace attn
