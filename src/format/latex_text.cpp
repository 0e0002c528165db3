#include "format/latex_text.h"

#include "format/symbol.h"
#include "problem/character.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace attn {
namespace {

/// What TeX takes for a command or, in its old encoding of fonts, for another character.
struct Special {
  char character;
  std::string_view latex;
};

constexpr Special specials[] = {
    {'\\', R"(\textbackslash{})"},
    {'{', R"(\{)"},
    {'}', R"(\})"},
    {'$', R"(\$)"},
    {'&', R"(\&)"},
    {'#', R"(\#)"},
    {'_', R"(\_)"},
    {'%', R"(\%)"},
    {'~', R"(\textasciitilde{})"},
    {'^', R"(\textasciicircum{})"},
    {'<', R"(\textless{})"},
    {'>', R"(\textgreater{})"},
    {'|', R"(\textbar{})"},
    {'`', "{`}"},
};

/// Letters with accents that the old encoding of fonts puts together; it has no eth and no thorn.
bool is_accented_latin(std::int32_t code) {
  constexpr std::int32_t first = 0xC0, last = 0xFF, missing[] = {0xD0, 0xD7, 0xDE, 0xF0, 0xF7, 0xFE};
  return first <= code && code <= last && std::ranges::find(missing, code) == std::end(missing);
}

std::string latex_character(const Character& character) {
  constexpr std::int32_t ascii_end = 0x80;
  const auto* special = std::ranges::find(specials, character.bytes.front(), &Special::character);
  if (special != std::end(specials)) return std::string(special->latex);
  if (character.code < ascii_end || is_accented_latin(character.code)) return std::string(character.bytes);
  return fmt::format("\\character{{{:04X}}}{{{}}}", character.code, character.bytes);
}

} // namespace

std::string latex_text(std::string_view words) {
  const std::string text = printable(words);
  std::string out;
  for (std::string_view rest = text; !rest.empty();) {
    const Symbol* symbol = symbol_at(rest);
    const Character character = first_character(rest);
    out += symbol ? std::string(symbol->latex) : latex_character(character);
    const bool would_join = rest.starts_with("--") || rest.starts_with("''"); // to a dash, to a quotation mark
    if (would_join) out += "{}";
    rest.remove_prefix(symbol ? symbol->symbol.size() : character.bytes.size());
  }
  return out;
}

std::string latex_code(std::string_view words) {
  return fmt::format("\\texttt{{{}}}", latex_text(words));
}

} // namespace attn
