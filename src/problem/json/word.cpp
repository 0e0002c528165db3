#include "problem/json/word.h"

#include "problem/json/character.h"
#include "problem/shown.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <utility>

namespace attn {
namespace {

struct Row {
  bool (*applies)(std::string_view word);
  std::string_view message; ///< {} is the word
  std::string_view hint;    ///< {} is what should be written instead
  std::string (*instead)(std::string_view word);
};

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

std::string_view without_sign(std::string_view word) {
  return word.starts_with('-') || word.starts_with('+') ? word.substr(1) : word;
}

bool is_one_of(const std::string& word, std::initializer_list<std::string_view> list) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

bool is_not_finite(std::string_view word) {
  return is_one_of(lower(without_sign(word)), {"nan", "inf", "infinity"});
}
bool is_comment(std::string_view word) {
  return word.starts_with("//") || word.starts_with("/*") || word.starts_with('#');
}
bool is_binary(std::string_view word) {
  return !is_plain(word);
}
bool is_boolean(std::string_view word) {
  return is_one_of(lower(word), {"true", "false"});
}
bool is_nothing(std::string_view word) {
  return is_one_of(lower(word), {"null", "none", "nil", "undefined"});
}
bool is_root(std::string_view word) {
  return word.find("sqrt") != std::string_view::npos;
}
bool is_dots(std::string_view word) {
  return word.starts_with("...") || word.starts_with("\xE2\x80\xA6");
}
bool is_quote(std::string_view word) {
  return word.starts_with('\'') || word.starts_with('`') || word.starts_with("\xE2\x80\x9C") ||
         word.starts_with("\xE2\x80\x9D") || word.starts_with("\xE2\x80\x9E") || word.starts_with("\xC2\xAB");
}
bool is_name(std::string_view word) {
  return (word[0] >= 'a' && word[0] <= 'z') || (word[0] >= 'A' && word[0] <= 'Z') || word[0] == '_' ||
         (static_cast<unsigned char>(word[0]) >= 0xC3 && static_cast<unsigned char>(word[0]) <= 0xF4);
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_number_like(std::string_view word) {
  word = without_sign(word);
  if (word.starts_with('.')) word.remove_prefix(1);
  return word.empty() || is_digit(word[0]);
}
bool is_fraction(std::string_view word) {
  return is_number_like(word) && word.find('/') != std::string_view::npos &&
         word.find_first_not_of("+-0123456789/") == std::string_view::npos;
}

/// The number meant by digits, one point and a sign, as JSON writes it; empty: not clear.
std::string as_json_number(std::string_view word) {
  const bool negative = word.starts_with('-');
  std::string digits(without_sign(word));
  if (digits.find_first_not_of("0123456789.") != std::string::npos || std::count(digits.begin(), digits.end(), '.') > 1)
    return {};
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
  if (digits.empty() || digits[0] == '.') digits.insert(digits.begin(), '0');
  if (digits.ends_with('.')) digits += '0';
  if (negative) digits.insert(digits.begin(), '-');
  return digits;
}
bool is_near_number(std::string_view word) {
  return is_number_like(word) && word.find_first_of("0123456789") != std::string_view::npos &&
         !as_json_number(word).empty();
}

std::string in_quotes(std::string_view word) {
  return quoted(word);
}

constexpr std::string_view not_a_number = "{} is not a JSON number";

/// The first that applies says it.
constexpr Row rows[] = {
    {is_not_finite,
     not_a_number,
     R"(numbers are finite; "-inf", in quotes, stands for a blocked cell in mask.add and in answers)",
     {}},
    {is_comment, "JSON has no comments", R"(put remarks under the key "comment", or under one that begins with _)", {}},
    {is_binary, "{} has no place in JSON", "a problem is JSON text in UTF-8; this may be another kind of file", {}},
    {is_boolean, "{} is not JSON", "write {}, where a flag belongs; numbers are written 1 and 0", lower},
    {is_nothing,
     "{} is not JSON",
     "leave the key out: null is not taken either, and no entry of a list may be missing",
     {}},
    {is_root, "{} is not JSON", "write the number itself, such as 1.4142; a scale of 1/sqrt(d_k) is the default", {}},
    {is_dots, "{} stands for something left out", "write out every number", {}},
    {is_quote, "text does not begin with {} in JSON", R"(put keys and text in straight double quotes: "X")", {}},
    {is_name, "{} stands without quotes", "put keys and text in double quotes: {}", in_quotes},
    {is_fraction, not_a_number, "put fractions in double quotes: {}", in_quotes},
    {is_near_number, not_a_number, "write {}", as_json_number},
    {is_number_like, not_a_number, "numbers look like 3, -0.5 or 1e-3", {}},
    {[](std::string_view) { return true; },
     "{} has no place in JSON",
     "a list is written [1, 2], an object {\"X\": ...}",
     {}},
};

/// A wrong quote is shown alone, without the text that follows it, and of a binary file the beginning.
std::string shown_word(const Row& row, std::string_view word) {
  if (row.applies == is_binary) return shown(word.substr(0, 8)) + (word.size() > 8 ? "..." : "");
  if (row.applies == is_quote) {
    const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; };
    return shown(word.substr(
        0, static_cast<std::size_t>(std::find_if_not(word.begin() + 1, word.end(), continues) - word.begin())));
  }
  return shown(word);
}

// What Python prints, or what its users write

constexpr std::string_view print_hint = "in Python, json.dumps(X.tolist()) prints the numbers as JSON";

std::string_view without_blanks(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(" \t"), text.size()));
}

/// array(, np.array(, tensor(
bool is_call(std::string_view word) {
  return is_name(word) && word.find('(') != std::string_view::npos && !is_root(word);
}
/// X = [[1, 0]]
bool is_assigned(std::string_view word, std::string_view after) {
  return is_name(word) && (word.find('=') != std::string_view::npos || without_blanks(after).starts_with('='));
}
/// [[1. 0.5]]
bool is_in_bare_row(std::string_view word, std::string_view after) {
  const std::string_view next = without_blanks(after);
  return is_near_number(word) && next.size() < after.size() && !next.empty() && is_number_like(next);
}

std::optional<WordFault> describe_python(std::string_view word, std::string_view after) {
  if (is_assigned(word, after))
    return WordFault{fmt::format("{} = is Python, not JSON", shown(word.substr(0, word.find('=')))),
                     R"(write {"X": [[1, 0], [0, 1]]}; json.dumps({"X": X.tolist()}) prints it)"};
  if (is_call(word) || is_in_bare_row(word, after))
    return WordFault{fmt::format("{} is Python's print-out, not JSON", shown(word)), std::string(print_hint)};
  return std::nullopt;
}

} // namespace

WordFault describe_word(std::string_view word, std::string_view after) {
  if (auto python = describe_python(word, after)) return *python;
  if (auto character = is_plain(word) ? describe_character(word) : std::nullopt)
    return {std::move(character->message), std::move(character->hint)};
  const Row& row =
      *std::find_if(std::begin(rows), std::end(rows), [&](const Row& candidate) { return candidate.applies(word); });
  return {fmt::format(fmt::runtime(row.message), shown_word(row, word)),
          row.instead ? fmt::format(fmt::runtime(row.hint), row.instead(word)) : std::string(row.hint),
          row.applies != is_comment};
}

} // namespace attn
