#include "problem/pasted/form.h"
#include "problem/pasted/rows.h"

#include <algorithm>
#include <charconv>
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

/// The power of ten in MATLAB's "1.0e+03 *", which stands before numbers that are times it; 0: none does. The lexer
/// goes on behind it. None: the factor is no power of ten.
std::optional<int> take_factor(PastedLexer& lexer) {
  PastedLexer ahead = lexer;
  PastedToken number = ahead.next();
  while (number.kind == Kind::line_end) number = ahead.next();
  if (ahead.next().text != "*") return 0;
  lexer = ahead;
  const std::size_t e = number.text.find_first_of("eE");
  std::string_view mantissa = number.text.substr(0, e);
  if (mantissa != "1" && mantissa != "1.0") return std::nullopt;
  std::string_view exponent = e == std::string_view::npos ? "0" : number.text.substr(e + 1);
  if (exponent.starts_with('+')) exponent.remove_prefix(1);
  int power = 0;
  const auto [end, fault] = std::from_chars(exponent.data(), exponent.data() + exponent.size(), power);
  constexpr int most = 400; // beyond what a double can hold
  return fault == std::errc{} && power > -most && power < most ? std::optional(power) : std::nullopt;
}

} // namespace

std::optional<TextFault> read_lines(std::string_view text, PastedAs as, JsonEvents& events) {
  if (is_ambiguous(text))
    return TextFault{{1, 1},
                     "; may end a row or part two numbers here",
                     "write rows as [1, 2; 3, 4] in brackets, and decimals with a point",
                     true};
  PastedLexer lexer(text);
  const auto power = take_factor(lexer);
  if (!power)
    return TextFault{{1, 1}, "the numbers are times a factor that is no power of ten", "multiply them before", true};
  std::vector<PastedRow> rows;
  bool in_row = false;
  bool tight = false, blank = false;         // what parts numbers of the text: commas with no blank, blanks alone
  bool row_tight = false, row_loose = false; // and of the row: commas with no blank behind, and with one beside
  for (PastedToken before, token = lexer.next(); token.kind != Kind::end; before = token, token = lexer.next()) {
    switch (token.kind) {
    case Kind::number:
    case Kind::constant:
      if (!token.after_blank && (before.kind == Kind::number || before.kind == Kind::constant))
        return is_arithmetic(token);
      if (*power != 0 && token.text.find('/') != std::string_view::npos)
        return TextFault{token.at, "a fraction stands below a factor that all numbers are times",
                         "multiply them before", true};
      row_tight = in_row && (row_tight || (before.kind == Kind::comma && !token.after_blank));
      row_loose = in_row && (row_loose || (before.kind == Kind::comma && (token.after_blank || before.after_blank)));
      tight |= row_tight;
      blank |= in_row && before.kind != Kind::comma;
      if ((tight && blank) || (row_tight && row_loose))
        return TextFault{token.at, "a comma may be a point, or part thousands or numbers here",
                         "write decimals with a point, and part numbers by blanks or by commas alone", true};
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
  return tell_rows(rows.front().at, rows, as, PastedDigits::times_ten_to(*power), events);
}

} // namespace attn
