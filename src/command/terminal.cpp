#include "command/terminal.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <sys/ioctl.h>
#include <unistd.h>

namespace attn {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

/// The first of these that is set decides (POSIX, section 8.2).
bool speaks_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    std::string value = variable(name);
    if (value.empty()) continue;
    std::transform(value.begin(), value.end(), value.begin(), [](unsigned char c) { return std::tolower(c); });
    return value.find("utf-8") != std::string::npos || value.find("utf8") != std::string::npos;
  }
  return false;
}

bool wants_color(const std::string& when, bool terminal) {
  if (when != "auto") return when == "always";
  if (!variable("NO_COLOR").empty()) return false;
  if (const std::string force = variable("CLICOLOR_FORCE"); !force.empty() && force != "0") return true;
  return terminal && variable("TERM") != "dumb";
}

Heat heat_of(bool color) {
  if (!color) return Heat::characters;
  const std::string promise = variable("COLORTERM");
  const bool full = promise == "truecolor" || promise == "24bit" || variable("TERM").ends_with("-direct");
  return full ? Heat::full : Heat::palette;
}

std::optional<std::size_t> terminal_width() {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return std::nullopt;
  return size.ws_col;
}

std::size_t page_width() {
  constexpr std::size_t usual = 80, most = 100;
  if (!isatty(STDOUT_FILENO)) return usual;
  std::size_t columns = 0;
  const std::string said = variable("COLUMNS");
  const auto [end, fault] = std::from_chars(said.data(), said.data() + said.size(), columns);
  if (fault != std::errc{} || end != said.data() + said.size() || columns == 0)
    columns = terminal_width().value_or(usual);
  return std::min(columns, most);
}

} // namespace attn
