#include "format/symbol.h"

#include <algorithm>
#include <iterator>

namespace attn {
namespace {

struct Symbol {
  std::string_view symbol, ascii;
};

constexpr Symbol symbols[] = {
    {"·", "*"},   {"×", "x"},  {"ᵀ", "^T"}, {"√", "sqrt"}, {"−", "-"},   {"Σ", "sum"},
    {"∞", "inf"}, {"≤", "<="}, {"≥", ">="}, {"≠", "!="},   {"…", "..."}, {"→", "->"},
    {"ₖ", "_k"},  {"–", "-"},  {"—", "-"},  {"─", "-"},    {"│", "|"},   {"┼", "+"},
};

const Symbol* symbol_at(std::string_view words) {
  const auto* row = std::find_if(std::begin(symbols), std::end(symbols),
                                 [&](const Symbol& symbol) { return words.starts_with(symbol.symbol); });
  return row == std::end(symbols) ? nullptr : row;
}

} // namespace

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
