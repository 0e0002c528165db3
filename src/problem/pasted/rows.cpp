#include "problem/pasted/rows.h"

#include "problem/json/character.h"
#include "problem/shown.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace attn {
namespace {

using Kind = PastedToken::Kind;

std::string_view mantissa_of(std::string_view number) {
  return number.substr(0, number.find_first_of("eE"));
}

/// Digits behind the point; none: there is no point.
std::optional<std::size_t> decimals_of(std::string_view number) {
  const std::string_view mantissa = mantissa_of(number);
  const std::size_t point = mantissa.find('.');
  if (point == std::string_view::npos) return std::nullopt;
  return mantissa.size() - point - 1;
}

/// The number with so many digits behind its point; with none, without the point.
std::string with_decimals(std::string_view number, std::size_t decimals) {
  const std::string_view mantissa = mantissa_of(number);
  std::string text(mantissa);
  text.append(decimals - *decimals_of(number), '0');
  if (text.ends_with('.')) text.pop_back();
  return text + std::string(number.substr(mantissa.size()));
}

/// The number, which is no fraction, with `power` added to its exponent: its digits stay as they are written.
std::string times_ten_to(int power, std::string_view number) {
  const std::string_view mantissa = mantissa_of(number);
  std::string_view exponent = number.substr(std::min(mantissa.size() + 1, number.size()));
  if (exponent.starts_with('+')) exponent.remove_prefix(1);
  int own = 0;
  std::from_chars(exponent.data(), exponent.data() + exponent.size(), own);
  return fmt::format("{}e{}", mantissa, own + power);
}

bool is_column(const std::vector<PastedRow>& rows) {
  return std::all_of(rows.begin(), rows.end(), [](const PastedRow& row) { return row.numbers.size() == 1; });
}

} // namespace

PastedDigits PastedDigits::of(std::string_view text) {
  PastedDigits digits;
  PastedLexer lexer(text);
  for (PastedToken token = lexer.next(); token.kind != Kind::end; token = lexer.next()) {
    const auto decimals = token.kind == Kind::number ? decimals_of(token.text) : std::nullopt;
    if (decimals) digits.decimals_ = std::max(digits.decimals_.value_or(0), *decimals);
  }
  return digits;
}

PastedDigits PastedDigits::times_ten_to(int power) {
  PastedDigits digits;
  digits.power_ = power;
  return digits;
}

bool PastedDigits::tell(const PastedToken& number, JsonEvents& events) const {
  std::string shifted; // lives until the event has been taken
  PastedToken meant = number;
  if (power_ != 0 && number.kind == Kind::number) meant.text = shifted = attn::times_ten_to(power_, number.text);
  auto scalar = scalar_of(meant);
  if (!scalar) return false;
  std::string padded; // lives until the event has been taken
  if (decimals_ && scalar->kind == Scalar::Kind::number && decimals_of(scalar->text))
    scalar->text = padded = with_decimals(scalar->text, *decimals_);
  events.scalar(number.at, *scalar);
  return true;
}

std::optional<TextFault> tell_rows(Position at, const std::vector<PastedRow>& rows, PastedAs as,
                                   const PastedDigits& digits, JsonEvents& events) {
  const bool single = rows.size() == 1 ? as != PastedAs::matrix : as == PastedAs::vector && is_column(rows);
  events.begin_list(at);
  for (const PastedRow& row : rows) {
    if (!single) events.begin_list(row.at);
    for (const PastedToken& number : row.numbers)
      if (!digits.tell(number, events)) return too_large(number);
    if (!single) events.end_list(row.at);
  }
  events.end_list(at);
  return std::nullopt;
}

TextFault cut_short(const PastedToken& dots) {
  const bool printed = dots.text == "...";
  return {dots.at, shown(dots) + " stands for numbers that are left out",
          printed ? "numpy prints all after np.set_printoptions(threshold=np.inf), torch after "
                    "torch.set_printoptions(profile=\"full\")"
                  : "write out every number",
          true};
}

TextFault not_a_number(const PastedToken& found) {
  if (const auto character = describe_character(found.text))
    return {found.at, character->message, character->hint, true};
  return {found.at, "expected a number, found " + shown(found), "numbers look like 3, -0.5, 1., .5, 1e-05 or 1/3",
          true};
}

TextFault no_entry(const PastedToken& found) {
  return {found.at, "expected a number before " + shown(found), "write a 0 where an entry is empty", true};
}

TextFault is_arithmetic(const PastedToken& found) {
  return {found.at, fmt::format("{} stands directly behind a number, which is arithmetic", shown(found)),
          "write the number that it comes to, or a blank before the sign of an entry of its own: 1 -2", true};
}

TextFault left_over(const PastedToken& found) {
  return {found.at, "found " + shown(found) + " after the matrix", "one matrix stands in one text", true};
}

TextFault too_large(const PastedToken& number) {
  return {number.at, shown(number) + " is larger than a double can hold", "the largest double is about 1.8e308", true};
}

std::string shown(const PastedToken& token) {
  if (token.kind == Kind::end) return "the end of the text";
  if (token.kind == Kind::line_end) return "the end of the line";
  return token.kind == Kind::command ? fmt::format("\\{}", shown(token.text)) : shown(token.text);
}

} // namespace attn
