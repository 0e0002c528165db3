#pragma once
// JSON Lines: one text a line.

#include "problem/read.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

struct Line {
  std::size_t number = 0; ///< in the file, blank lines counted, from 1
  std::string text;       ///< without its end ("\n" or "\r\n")
};

/// A text in memory as an input; it must outlive the source.
Source source_of(std::string_view text);

/// The lines of an input that are not blank, one at a time; a byte-order mark before the first is passed over.
class LineReader {
public:
  explicit LineReader(Source source) : source_(std::move(source)), buffer_(1 << 16) {}
  /// The next one; none at the end.
  std::optional<Line> next();

private:
  bool fill();
  bool take(std::string& text);

  Source source_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0; ///< what is left of the buffer
  std::size_t number_ = 0;
};

/// Whether a file holds lines by its name (*.jsonl, *.ndjson).
bool names_lines(const std::string& file);

} // namespace attn
