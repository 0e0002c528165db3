#include "command/tell.h"

#include "problem/character.h"

#include <algorithm>
#include <iostream>
#include <string>
#include <string_view>

namespace attn {
namespace {

std::string where(const Place& place) {
  std::string text;
  const auto add = [&text](const std::string& part) { text += part + ":"; };
  if (!place.file.empty()) add(place.file);
  if (place.position.line) add(std::to_string(place.position.line));
  if (place.position.line && place.position.column) add(std::to_string(place.position.column));
  if (!text.empty()) text += ' ';
  if (!place.pointer.empty()) text += place.pointer + ": ";
  return text;
}

} // namespace

void tell(const Error& error) {
  std::string text = printable("attn: " + where(error.place) + error.message) + '\n';
  for (std::string_view rest = error.hint; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    text += "  " + printable(line) + '\n';
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
  }
  std::cerr << text;
}

void tell_warning(const std::string& file, const std::string& warning) {
  std::cerr << printable("attn: " + file + ": warning: " + warning) + '\n';
}

void tell_weights(const std::string& file, const std::optional<WeightSource>& source) {
  if (source) std::cerr << printable("attn: " + file + ": weights by the recipe " + words_of(*source)) + '\n';
}

void tell_remarks(const std::string& file, const Problem& problem) {
  tell_weights(file, problem.source);
  for (const std::string& warning : problem.warnings) tell_warning(file, warning);
}

} // namespace attn
