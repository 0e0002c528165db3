#include "problem/pasted/lexer.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <string>

namespace attn {
namespace {

using Kind = PastedToken::Kind;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_sign(char c) {
  return c == '-' || c == '+';
}
/// Part of a word, and of what is no number although it begins as one: 2x, 0.5.npy.
bool is_word_part(char c) {
  return is_letter(c) || is_digit(c) || c == '.';
}

std::size_t count_digits(std::string_view text) {
  return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_digit) - text.begin());
}
std::size_t count_word(std::string_view text) {
  return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_word_part) - text.begin());
}

/// Bytes of e-05 at the beginning of `text`; 0: no exponent stands there.
std::size_t count_exponent(std::string_view text) {
  if (text.empty() || (text[0] != 'e' && text[0] != 'E')) return 0;
  const std::size_t sign = text.size() > 1 && is_sign(text[1]) ? 1 : 0;
  const std::size_t digits = count_digits(text.substr(1 + sign));
  return digits == 0 ? 0 : 1 + sign + digits;
}

/// Bytes of a number or fraction at the beginning of `text`, which is not empty; 0: none stands there.
std::size_t count_number(std::string_view text) {
  std::size_t size = is_sign(text[0]) ? 1 : 0;
  const std::size_t whole = count_digits(text.substr(size));
  size += whole;
  if (const std::size_t below = text.substr(size).starts_with('/') ? count_digits(text.substr(size + 1)) : 0;
      whole > 0 && below > 0)
    return size + 1 + below;
  const bool pointed = text.substr(size).starts_with('.');
  const std::size_t decimals = pointed ? count_digits(text.substr(size + 1)) : 0;
  if (whole + decimals == 0) return 0;
  size += pointed ? 1 + decimals : 0;
  return size + count_exponent(text.substr(size));
}

/// Of a number out of a double's range: whether it is too small, not too large.
bool is_below_all(std::string_view number) {
  const std::size_t e = number.find_first_of("eE");
  if (e != std::string_view::npos) return number.substr(e + 1).starts_with('-');
  return number.find_first_of("123456789") > number.find('.');
}

struct Constant {
  std::string_view name; ///< without its sign, in small letters
  std::string_view text; ///< as JSON texts call it
};
constexpr Constant constants[] = {
    {"nan", "nan"}, {"inf", "inf"}, {"infinity", "inf"}, {"true", "true"}, {"false", "false"},
};

const Constant* find_constant(std::string_view word) {
  std::string name(word);
  std::transform(name.begin(), name.end(), name.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  const auto* row = std::find_if(std::begin(constants), std::end(constants),
                                 [&](const Constant& constant) { return constant.name == name; });
  return row == std::end(constants) ? nullptr : row;
}

struct Mark {
  std::string_view text;
  Kind kind;
};
/// The first that the text begins with.
constexpr Mark marks[] = {
    {"...", Kind::dots},
    {"\xE2\x80\xA6", Kind::dots},
    {"\xE2\x8B\xAF", Kind::dots},
    {"\\\\", Kind::row_end},
    {"\n", Kind::line_end},
    {",", Kind::comma},
    {";", Kind::semicolon},
    {"&", Kind::ampersand},
    {"[", Kind::open},
    {"{", Kind::open},
    {"(", Kind::open},
    {"]", Kind::close},
    {"}", Kind::close},
    {")", Kind::close},
    {"-", Kind::sign},
    {"+", Kind::sign},
};

} // namespace

PastedToken PastedLexer::next() {
  skip_blanks();
  if (rest_.empty()) return take(Kind::end, 0);
  if (rest_.starts_with("...")) return take(Kind::dots, 3);
  if (auto number = take_number()) return *number;
  if (auto word = take_word()) return *word;
  const auto* mark =
      std::find_if(std::begin(marks), std::end(marks), [&](const Mark& row) { return rest_.starts_with(row.text); });
  if (mark != std::end(marks)) return take(mark->kind, mark->text.size());
  if (rest_[0] == '\\' && rest_.size() > 1) {
    const auto letters = std::find_if_not(rest_.begin() + 1, rest_.end(), is_letter) - rest_.begin() - 1;
    PastedToken command = take(Kind::command, 1 + std::max<std::size_t>(static_cast<std::size_t>(letters), 1));
    command.text.remove_prefix(1);
    return command;
  }
  const auto size = std::min(rest_.find_first_of(" \t\r\n,;&[]{}()\\", 1), rest_.size()); // $\begin: two tokens
  return take(Kind::other, size);
}

void PastedLexer::skip_blanks() {
  const std::size_t blanks = std::min(rest_.find_first_not_of(" \t\r\f\v"), rest_.size());
  after_blank_ = blanks > 0;
  take(Kind::other, blanks);
}

PastedToken PastedLexer::take(Kind kind, std::size_t bytes) {
  const PastedToken token{kind, at_, rest_.substr(0, bytes), after_blank_};
  for (const char byte : token.text) {
    if (byte == '\n')
      at_ = {at_.line + 1, 1};
    else if ((static_cast<unsigned char>(byte) & 0xC0) != 0x80)
      ++at_.column;
  }
  rest_.remove_prefix(bytes);
  return token;
}

std::optional<PastedToken> PastedLexer::take_number() {
  const std::size_t size = count_number(rest_);
  if (size == 0) return std::nullopt;
  const std::size_t trailing = count_word(rest_.substr(size));
  return take(trailing == 0 ? Kind::number : Kind::other, size + trailing);
}

std::optional<PastedToken> PastedLexer::take_word() {
  const std::size_t sign = is_sign(rest_[0]) ? 1 : 0;
  if (rest_.size() == sign || !is_letter(rest_[sign])) return std::nullopt;
  const std::string_view word = rest_.substr(sign, count_word(rest_.substr(sign)));
  if (find_constant(word)) return take(Kind::constant, sign + word.size());
  if (sign == 1) return std::nullopt;
  return take(Kind::word, word.size());
}

std::optional<Scalar> scalar_of(const PastedToken& token) {
  std::string_view text = token.text;
  if (token.kind == Kind::constant) {
    const bool negative = text.starts_with('-');
    if (is_sign(text[0])) text.remove_prefix(1);
    const std::string_view name = find_constant(text)->text;
    if (name == "true" || name == "false") return Scalar{Scalar::Kind::boolean, name == "true" ? 1.0 : 0.0, {}};
    return Scalar{Scalar::Kind::text, 0, negative && name == "inf" ? std::string_view("-inf") : name};
  }
  if (text.find('/') != std::string_view::npos) return Scalar{Scalar::Kind::text, 0, text};
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault == std::errc::result_out_of_range) {
    if (!is_below_all(text)) return std::nullopt;
    value = 0;
  }
  return Scalar{Scalar::Kind::number, value == 0 ? 0.0 : value, text}; // -0 is 0
}

} // namespace attn
