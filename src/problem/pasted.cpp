#include "problem/pasted.h"

#include "problem/pasted/form.h"
#include "problem/pasted/lexer.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace attn {
namespace {

using Kind = PastedToken::Kind;

std::string_view without_blanks(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  return text;
}

bool is_number(const PastedToken& token) {
  return token.kind == Kind::number || token.kind == Kind::constant;
}

bool is_latex(std::string_view text) {
  return (text.starts_with('\\') || text.starts_with('$')) && text.find("\\begin") != std::string_view::npos;
}

/// A bracket that is closed at the end or has two numbers in it: "[1].npy" is the name of a file.
bool is_bracketed(std::string_view text) {
  PastedLexer lexer(text);
  if (lexer.next().kind != Kind::open) return false;
  std::size_t numbers = 0;
  PastedToken last;
  for (PastedToken token = lexer.next(); token.kind != Kind::end; token = lexer.next()) {
    if (is_number(token) && ++numbers == 2) return true;
    if (token.kind != Kind::line_end && token.kind != Kind::semicolon) last = token;
  }
  return last.kind == Kind::close || last.kind == Kind::dots;
}

/// np.array([, tensor([, "Parameter containing: tensor([".
bool is_call(std::string_view text) {
  if (text.starts_with("Parameter containing")) return true;
  PastedLexer lexer(text);
  return lexer.next().kind == Kind::word && lexer.next().text == "(" && is_bracketed(without_blanks(lexer.rest()));
}

/// Two numbers and whatever follows; "2 3.npy" is the name of a file. MATLAB's "1.0e+03 *" may stand before them.
bool is_line(std::string_view text) {
  PastedLexer lexer(text);
  if (!is_number(lexer.next())) return false;
  PastedToken token = lexer.next();
  const bool is_factor = token.text == "*";
  if (is_factor) token = lexer.next();
  while (token.kind == Kind::comma || token.kind == Kind::semicolon || token.kind == Kind::line_end)
    token = lexer.next();
  return is_number(token) || token.kind == Kind::dots;
}

struct Form {
  bool (*is)(std::string_view text); ///< `text` begins with no blank
  std::optional<TextFault> (*read)(std::string_view text, PastedAs as, JsonEvents& events);
};
constexpr Form forms[] = {
    {is_latex, read_latex},
    {is_bracketed, read_brackets},
    {is_call, read_brackets},
    {is_line, read_lines},
};

const Form* form_of(std::string_view text) {
  text = without_blanks(text);
  const auto* form = std::find_if(std::begin(forms), std::end(forms), [&](const Form& row) { return row.is(text); });
  return form == std::end(forms) ? nullptr : form;
}

} // namespace

bool is_pasted(std::string_view text) {
  return form_of(text) != nullptr;
}

std::optional<TextFault> read_pasted(std::string_view text, PastedAs as, JsonEvents& events) {
  return form_of(text)->read(text, as, events);
}

} // namespace attn
