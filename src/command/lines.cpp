#include "command/lines.h"

#include <algorithm>

namespace attn {

bool LineReader::fill() {
  begin_ = 0;
  end_ = source_(buffer_);
  return end_ != 0;
}

/// The text up to the next line end, or to the end of the input. False: there is nothing more.
bool LineReader::take(std::string& text) {
  text.clear();
  if (begin_ == end_ && !fill()) return false;
  do {
    const auto from = buffer_.begin() + static_cast<std::ptrdiff_t>(begin_);
    const auto to = buffer_.begin() + static_cast<std::ptrdiff_t>(end_);
    const auto line_end = std::find(from, to, '\n');
    text.append(from, line_end);
    begin_ = end_;
    if (line_end == to) continue;
    begin_ = static_cast<std::size_t>(line_end - buffer_.begin()) + 1;
    return true;
  } while (fill());
  return true;
}

std::optional<Line> LineReader::next() {
  Line line;
  while (take(line.text)) {
    line.number = ++number_;
    if (line.number == 1 && line.text.starts_with("\xEF\xBB\xBF")) line.text.erase(0, 3);
    if (line.text.ends_with('\r')) line.text.pop_back();
    if (line.text.find_first_not_of(" \t\r") != std::string::npos) return line;
  }
  return std::nullopt;
}

Source source_of(std::string_view text) {
  return [text](std::span<char> buffer) mutable {
    const std::size_t count = text.copy(buffer.data(), buffer.size());
    text.remove_prefix(count);
    return count;
  };
}

bool names_lines(const std::string& file) {
  return file.ends_with(".jsonl") || file.ends_with(".ndjson");
}

} // namespace attn
