#include "problem/pasted/named.h"

#include "problem/json.h"
#include "problem/pasted.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace attn {
namespace {

struct NamedText {
  std::string_view name;  ///< empty: none
  std::string_view value; ///< up to the next name
  std::size_t begin;      ///< of the value, in bytes of the whole text
};

bool is_name_part(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// The name at the beginning of a line, and where its value begins; size 0: none stands there. What numpy and torch
/// wrap to the next line ("   dtype=float32)") is set in.
struct Name {
  std::size_t size = 0, value = 0;
};
Name name_at(std::string_view line) {
  const auto size = static_cast<std::size_t>(std::find_if_not(line.begin(), line.end(), is_name_part) - line.begin());
  if (size == 0 || line[0] <= '9') return {}; // a digit: letters come behind it
  const std::size_t sign = line.find_first_not_of(" \t", size);
  if (sign == std::string_view::npos || (line[sign] != '=' && line[sign] != ':')) return {};
  return {size, sign + 1};
}

std::vector<NamedText> split(std::string_view text) {
  std::vector<NamedText> parts{{{}, text, 0}};
  for (std::size_t begin = 0; begin < text.size();) {
    const std::string_view rest = text.substr(begin);
    const std::string_view line = rest.substr(0, rest.find('\n'));
    if (const Name name = name_at(line); name.size > 0) {
      parts.back().value = text.substr(parts.back().begin, begin - parts.back().begin);
      parts.push_back({line.substr(0, name.size), rest.substr(name.value), begin + name.value});
    }
    begin += line.size() + 1;
  }
  const bool nothing_before = parts[0].value.find_first_not_of(" \t\r\n") == std::string_view::npos;
  if (nothing_before && parts.size() > 1) parts.erase(parts.begin());
  return parts;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = std::min(text.find_first_not_of(" \t\r\n;"), text.size());
  const std::size_t last = text.find_last_not_of(" \t\r\n;");
  return first == text.size() ? std::string_view() : text.substr(first, last - first + 1);
}

std::string in_quotes(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// White space that moves the value to its place in the text, so that faults tell where it stands there.
std::string place_of(std::string_view text, std::size_t begin) {
  const std::string_view before = text.substr(0, begin);
  const std::size_t line = before.rfind('\n');
  const std::size_t columns = line == std::string_view::npos ? begin : begin - line - 1;
  return std::string(static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')), '\n') +
         std::string(columns, ' ');
}

/// The value as JSON: a number as it stands, all else as text.
std::string json_of(const NamedText& part, std::string_view text) {
  if (is_pasted(part.value)) return in_quotes(place_of(text, part.begin) + std::string(part.value));
  std::string_view value = trimmed(part.value);
  if (nlohmann::json::accept(value)) return std::string(value); // no object: braces are brackets of a matrix
  if (value.size() > 1 && value.front() == '\'' && value.back() == '\'') value = value.substr(1, value.size() - 2);
  return in_quotes(value);
}

} // namespace

Document read_named(std::string_view text, const std::string& file) {
  std::string json = "{";
  for (const NamedText& part : split(text))
    json.append(json.size() > 1 ? "," : "")
        .append(in_quotes(part.name.empty() ? "X" : part.name))
        .append(":")
        .append(json_of(part, text));
  json += "}";
  Document document = read_document(source_of(json), file);
  for (Error& error : document.errors) error.place.position = {}; // of the JSON made here, which nobody sees
  return document;
}

} // namespace attn
