#include "format/symbol.h"

#include <algorithm>
#include <iterator>

namespace attn {
namespace {

constexpr Symbol symbols[] = {
    {"·", "*", R"($\cdot$)"},
    {"×", "x", R"($\times$)"},
    {"ᵀ", "^T", R"($^{\top}$)"},
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

} // namespace

const Symbol* symbol_at(std::string_view words) {
  const auto* row = std::find_if(std::begin(symbols), std::end(symbols),
                                 [&](const Symbol& symbol) { return words.starts_with(symbol.symbol); });
  return row == std::end(symbols) ? nullptr : row;
}

std::string in_ascii(std::string_view words) {
  std::string out;
  while (!words.empty()) {
    const Symbol* symbol = symbol_at(words);
    out += symbol ? symbol->ascii : words.substr(0, 1);
    words.remove_prefix(symbol ? symbol->symbol.size() : 1);
  }
  return out;
}

} // namespace attn
