#include "command/grammar.h"
#include "format/width.h"

#include <algorithm>
#include <fmt/format.h>

namespace attn {
namespace {

constexpr std::size_t indent = 28; ///< of the sentences beside the options

/// A paragraph in lines of so many columns, all but the first one indented. Words are never cut.
std::string wrapped(std::string_view words, std::size_t from, std::size_t width) {
  std::string text;
  std::size_t column = from;
  for (std::size_t at = 0; at < words.size();) {
    const std::size_t end = std::min(words.find(' ', at), words.size());
    const std::string_view word = words.substr(at, end - at);
    const std::size_t columns = display_width(word);
    if (column > from && column + 1 + columns > width) {
      text += '\n' + std::string(from, ' ');
      column = from;
    } else if (column > from) {
      text += ' ';
      ++column;
    }
    text += word;
    column += columns;
    at = end + 1;
  }
  return text;
}

/// The description, its sentences wrapped; examples, which are indented, stay as they are.
std::string described(std::string_view description, std::size_t width) {
  std::string text;
  while (!description.empty()) {
    const std::size_t end = std::min(description.find('\n'), description.size());
    const std::string_view line = description.substr(0, end);
    text += line.starts_with(' ') ? std::string(line) : wrapped(line, 0, width);
    text += '\n';
    description.remove_prefix(std::min(end + 1, description.size()));
  }
  return text;
}

/// "-o, --output FILE"
std::string head_of(const Spelling& spelling) {
  const std::string names = fmt::format("{}", fmt::join(spelling.names, ", "));
  return spelling.value.empty() || names.empty() ? names + spelling.value : names + ' ' + spelling.value;
}

std::string entry(const Spelling& spelling, std::size_t width) {
  const std::string head = "  " + head_of(spelling);
  const bool is_narrow = width < indent + 24;
  const std::size_t from = is_narrow ? 6 : indent;
  const bool has_room = !is_narrow && head.size() + 2 <= from;
  std::string text = has_room ? head + std::string(from - head.size(), ' ') : head + '\n' + std::string(from, ' ');
  return text + wrapped(spelling.sentence, from, width) + '\n';
}

std::string usage(const Grammar& grammar) {
  std::string text = "Usage: " + grammar.program + " [OPTION]...";
  for (const Spelling& spelling : grammar.spellings)
    if (spelling.names.empty()) text += fmt::format(" [{}]{}", spelling.value, spelling.repeats ? "..." : "");
  return text;
}

/// The headings of options, in the order in which they are declared.
std::vector<std::string> groups_of(const Grammar& grammar) {
  std::vector<std::string> groups;
  for (const Spelling& spelling : grammar.spellings)
    if (!spelling.names.empty() && std::ranges::count(groups, spelling.group) == 0) groups.push_back(spelling.group);
  return groups;
}

} // namespace

std::string short_help_of(const Grammar& grammar, std::size_t width) {
  std::string text = described(grammar.description, width) + '\n' + usage(grammar) + '\n';
  for (const Spelling& spelling : grammar.spellings)
    if (spelling.names.empty()) text += entry(spelling, width);
  return text;
}

std::string help_of(const Grammar& grammar, std::size_t width) {
  std::string text = short_help_of(grammar, width);
  for (const std::string& group : groups_of(grammar)) {
    text += '\n' + group + ":\n";
    for (const Spelling& spelling : grammar.spellings)
      if (!spelling.names.empty() && spelling.group == group) text += entry(spelling, width);
  }
  return text;
}

} // namespace attn
