#include "problem/pasted/form.h"
#include "problem/pasted/rows.h"

#include <algorithm>
#include <cstddef>

namespace attn {
namespace {

using Kind = PastedToken::Kind;

/// Whether ; parts columns: it stands beside commas that are points (1,5;2,5), or inside of lines of which there are
/// several. Then nobody knows what is a row.
bool is_ambiguous(std::string_view text) {
  const bool is_rows = text.find(';') != std::string_view::npos;
  if (!is_rows) return false;
  const std::size_t comma = text.find(',');
  if (comma != std::string_view::npos && text.find(", ") == std::string_view::npos) return true;
  PastedLexer lexer(text);
  bool several = false, inside = false;
  for (PastedToken token = lexer.next(), before; token.kind != Kind::end; before = token, token = lexer.next()) {
    inside |= before.kind == Kind::semicolon && token.kind != Kind::line_end;
    several |= before.kind == Kind::line_end;
  }
  return several && inside;
}

} // namespace

std::optional<TextFault> read_lines(std::string_view text, PastedAs as, JsonEvents& events) {
  if (is_ambiguous(text))
    return TextFault{{1, 1},
                     "; may end a row or part two numbers here",
                     "write rows as [1, 2; 3, 4] in brackets, and decimals with a point",
                     true};
  PastedLexer lexer(text);
  std::vector<PastedRow> rows;
  bool in_row = false;
  for (PastedToken before, token = lexer.next(); token.kind != Kind::end; before = token, token = lexer.next()) {
    switch (token.kind) {
    case Kind::number:
    case Kind::constant:
      if (!in_row) rows.push_back({token.at, {}});
      in_row = true;
      rows.back().numbers.push_back(token);
      break;
    case Kind::comma:
      if (!in_row || before.kind == Kind::comma) return no_entry(token);
      break;
    case Kind::line_end:
    case Kind::semicolon:
      if (before.kind == Kind::comma) return no_entry(token);
      in_row = false;
      break;
    case Kind::dots:
      return cut_short(token);
    default:
      return not_a_number(token);
    }
  }
  return tell_rows(rows.front().at, rows, as, {}, events);
}

} // namespace attn
