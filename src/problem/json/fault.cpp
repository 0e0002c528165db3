#include "problem/json/fault.h"

#include "problem/json/word.h"
#include "problem/shown.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace attn {
namespace {

constexpr const char* comma_hint = "entries are parted by commas";
constexpr const char* row_hint = "entries are parted by commas; in Python, json.dumps(X.tolist()) prints them so";
constexpr const char* colon_hint = R"(write "key": value)";
constexpr const char* key_hint = R"(keys stand in double quotes: "X")";
constexpr const char* object_hint = R"(a problem is one object, such as {"X": [[1, 0], [0, 1]]})";

std::string_view name_of(char bracket) {
  return bracket == '[' ? "list" : "object";
}
char closing(char bracket) {
  return bracket == '[' ? ']' : '}';
}

// Faults inside of a string, as nlohmann's complaints tell them apart

struct StringFault {
  std::string_view complaint; ///< part of it
  const char* message;
  const char* hint;
};

constexpr const char* line_hint = R"(close the text with a double quote; a line break in it is written \n)";

constexpr StringFault string_faults[] = {
    {"U+000A", "a line ends inside of text", line_hint},
    {"U+000D", "a line ends inside of text", line_hint},
    {"U+0009", "a tab stands inside of text", R"(write \t)"},
    {"control character", "a control character stands inside of text", R"(write it as \u and four hexadecimal digits)"},
    {"ill-formed UTF-8", "the text is not UTF-8", "convert the file: iconv -f LATIN1 -t UTF-8 OLD > NEW"},
    {"forbidden character", "unknown escape in text", R"(a backslash itself is written \\)"},
    {"4 hex digits", R"(\u without four hexadecimal digits)", R"(write it as in \u00e9)"},
    {"surrogate", "half of a surrogate pair stands alone", R"(characters beyond \uffff are two halves: \ud83d\ude00)"},
};

TextFault describe_string(const Stop& stop, const JsonText& text) {
  const auto* fault = std::find_if(std::begin(string_faults), std::end(string_faults), [&](const StringFault& row) {
    return stop.complaint.find(row.complaint) != std::string_view::npos;
  });
  if (fault == std::end(string_faults)) return {text.last_position(), "the text is not JSON", std::string(key_hint)};
  return {text.last_position(), fault->message, fault->hint};
}

// Faults of order

TextFault describe_end(const Stop& stop, const JsonText& text) {
  if (text.in_string())
    return {text.position(),
            "unexpected end of input: the text that begins at " + spot(text.mark().position) + " is not closed",
            "close it with a double quote, if the file was not cut off"};
  if (stop.open.empty()) return {{}, "the input is empty", object_hint};
  const Open& open = stop.open.back();
  return {text.position(),
          fmt::format("unexpected end of input: the {} that opens at {} is not closed", name_of(open.bracket),
                      spot(open.position)),
          fmt::format("close it with {}, if the file was not cut off", closing(open.bracket))};
}

TextFault describe_rest(std::string_view token, Position position) {
  if (token == "{" || token == "[")
    return {position, "a second JSON text begins here", "a file holds one problem: give each its own"};
  return {position, fmt::format("{} stands after the end of the problem", token),
          "a problem is one object and nothing after it"};
}

TextFault describe_comma(const JsonText::Token& token) {
  switch (token.before) {
  case ',':
    return {token.position, "two commas without an entry between them", "take one off, or write the entry"};
  case ':':
    return {token.position, "a value is missing after the colon", "write the value, or take the key off"};
  default:
    return {token.position, "unexpected comma", "commas stand between entries only"};
  }
}

TextFault describe_closing(const Stop& stop, const JsonText::Token& token) {
  const Open& open = stop.open.back();
  const char bracket = token.first;
  if (token.before == ',')
    return {token.before_position, fmt::format("trailing comma before {}", bracket),
            "take the comma off: none stands after the last entry"};
  if (token.before == ':') return describe_comma(token);
  if (bracket != closing(open.bracket))
    return {token.position,
            fmt::format("found {}, but the {} that opens at {} is not closed", bracket, name_of(open.bracket),
                        spot(open.position)),
            fmt::format("close it with {} first", closing(open.bracket))};
  return {token.position, "a value is missing after the key", colon_hint};
}

/// The token is JSON, but something else belongs here.
TextFault describe_misplaced(const Stop& stop, Position position, std::string_view name) {
  switch (stop.awaited) {
  case Awaited::key:
    return {position, fmt::format("expected a key, found {}", name), key_hint};
  case Awaited::colon:
    return {position, "a colon is missing after the key", colon_hint};
  case Awaited::comma:
    return {position, fmt::format("a comma is missing before {}", name), comma_hint};
  case Awaited::value:
    break;
  }
  return {position, fmt::format("expected a value, found {}", name), comma_hint};
}

TextFault describe_mark(const Stop& stop, const JsonText::Token& token) {
  const std::string name = token.first == '"' ? "text" : std::string(1, token.first);
  if (stop.open.empty()) return describe_rest(name, token.position);
  switch (token.first) {
  case ']':
  case '}':
    return describe_closing(stop, token);
  case ',':
    return describe_comma(token);
  case ':':
    return {token.position, "unexpected colon", R"(keys with values stand in an object: {"X": ...})"};
  default:
    return describe_misplaced(stop, token.position, name);
  }
}

/// Whether the parser took all of the word, of which `head` are the first bytes, for a token.
bool has_read(const Stop& stop, std::string_view head, std::size_t size) {
  return stop.found == Found::word && stop.read.size() >= size &&
         stop.read.substr(stop.read.size() - size).starts_with(head);
}

TextFault describe_bare_word(const Stop& stop, JsonText& text) {
  const JsonText::Token& token = text.word();
  const std::string after(text.after_word());
  const std::string word(text.word_text());
  const WordFault fault = describe_word(word, after);
  if (stop.open.empty() && token.before != 0 && fault.is_value) return describe_rest(shown(word), token.position);
  const bool is_json = has_read(stop, word, text.word_size());
  const bool behind_entry = !stop.open.empty() && stop.open.back().bracket == '[' && token.before == 'w';
  if (is_json && behind_entry)
    return {token.position, fmt::format("a comma is missing before {}", shown(word)), row_hint};
  if (is_json) return describe_misplaced(stop, token.position, shown(word));
  if (stop.awaited == Awaited::colon && fault.is_value) return describe_misplaced(stop, token.position, {});
  const bool partly_taken = stop.taken.line == token.position.line && stop.taken.column == token.position.column;
  return {token.position, fault.message, fault.hint, fault.is_value && !partly_taken};
}

// Encodings

struct Encoding {
  const char* name; ///< as iconv calls it
  bool (*begins)(std::string_view bytes);
};

bool has_pattern(std::string_view bytes, std::string_view pattern) {
  return bytes.size() >= pattern.size() && std::equal(pattern.begin(), pattern.end(), bytes.begin(),
                                                      [](char p, char byte) { return (p == '0') == (byte == '\0'); });
}

/// JSON begins with two ASCII characters, so the zero bytes among the first four tell the encoding (RFC 4627 section
/// 3).
constexpr Encoding encodings[] = {
    {"UTF-32",
     [](std::string_view bytes) {
       using namespace std::string_view_literals;
       return bytes == "\xFF\xFE\0\0"sv || bytes == "\0\0\xFE\xFF"sv;
     }},
    {"UTF-16", [](std::string_view bytes) { return bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF"); }},
    {"UTF-32LE", [](std::string_view bytes) { return has_pattern(bytes, "x000"); }},
    {"UTF-32BE", [](std::string_view bytes) { return has_pattern(bytes, "000x"); }},
    {"UTF-16LE", [](std::string_view bytes) { return has_pattern(bytes, "x0x0"); }},
    {"UTF-16BE", [](std::string_view bytes) { return has_pattern(bytes, "0x0x"); }},
};

constexpr std::string_view utf8_mark = "\xEF\xBB\xBF";

} // namespace

TextFault describe(const Stop& stop, JsonText& text) {
  if (text.in_string() && text.at_end()) return describe_end(stop, text);
  switch (stop.found) {
  case Found::end:
    return text.last_byte() == '\0' ? describe_bare_word(stop, text) : describe_end(stop, text);
  case Found::mark:
    return describe_mark(stop, text.mark());
  case Found::string:
    return describe_string(stop, text);
  case Found::word:
  case Found::other:
    break;
  }
  return describe_bare_word(stop, text);
}

TextFault describe_too_large(JsonText& text) {
  return {text.word().position, shown(text.word_text()) + " is larger than a double can hold",
          "the largest double is about 1.8e308", true};
}

TextFault describe_not_object(Position position, std::string_view found) {
  return {position, fmt::format("expected an object, found {}", found), object_hint};
}

TextFault describe_too_deep(Position position) {
  return {position, fmt::format("lists and objects stand more than {} deep in each other", deepest_nesting),
          "no key needs more than four levels of lists"};
}

std::optional<TextFault> check_encoding(JsonText& text) {
  const std::string_view bytes = text.ahead(4);
  if (bytes.starts_with(utf8_mark)) {
    text.skip(utf8_mark.size());
    return std::nullopt;
  }
  const auto* row = std::find_if(std::begin(encodings), std::end(encodings),
                                 [&](const Encoding& encoding) { return encoding.begins(bytes); });
  if (row == std::end(encodings)) return std::nullopt;
  return TextFault{{},
                   fmt::format("the text is {}; JSON is UTF-8", row->name),
                   fmt::format("convert it: iconv -f {} -t UTF-8 OLD > NEW", row->name)};
}

} // namespace attn
