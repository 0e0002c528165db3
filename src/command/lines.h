#pragma once
// JSON Lines: an input cut into lines, and lines handed out in batches. What becomes of them is each_line.h's.

#include "command/files.h"

#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

struct Line {
  std::size_t number = 0; ///< in the file, blank lines counted, from 1
  std::string_view text;  ///< without its end ("\n" or "\r\n")
  bool too_long = false;  ///< the text is left out
};

/// Lines that are worked one after the other.
class LineBatch {
public:
  void clear();
  void add(Line line);
  bool empty() const { return spans_.empty(); }
  std::size_t size() const { return spans_.size(); }
  std::size_t bytes() const { return text_.size(); }
  Line operator[](std::size_t i) const;

private:
  struct Span {
    std::size_t number, begin, size;
    bool too_long;
  };
  std::string text_; ///< of all lines, end to end
  std::vector<Span> spans_;
};

/// One of `count` parts of a file, counted from 1. A line belongs to the part in which it begins.
struct Shard {
  std::size_t index = 1, count = 1;
};

/// Which lines are wanted.
struct LineRange {
  Shard shard;
  std::size_t skip = 0;                                        ///< lines with a number up to this are passed over
  std::size_t limit = std::numeric_limits<std::size_t>::max(); ///< at most so many lines that are not blank
  std::size_t max_bytes = std::size_t{256} << 20;              ///< of a line; the text of a longer one is passed over
};

/// The lines of an input that are not blank; a byte-order mark before the first is passed over.
class LineReader {
public:
  /// `wait` is called before anything is read, and says whether to go on. Throws Refusal if a part is wanted of what is
  /// no regular file.
  LineReader(Input& input, const LineRange& range, std::function<bool()> wait);

  /// Fills the batch with lines that can be had without waiting, at least one. False: there are no more.
  bool next(LineBatch& batch);

  /// Bytes that have been cut into lines so far; and all of them, where that is known (by any thread).
  std::size_t bytes_done() const { return offset_; }
  std::optional<std::size_t> bytes_in_all() const;

private:
  bool wants_more() const { return given_ < range_.limit && offset_ < end_; }
  bool take_line(LineBatch& batch);
  void take_rest(LineBatch& batch);
  void take(LineBatch& batch, std::string_view text, std::size_t line_end);
  bool fill();

  Input& input_;
  LineRange range_;
  std::function<bool()> wait_;
  std::string buffer_;
  bool ended_ = false;
  std::size_t next_ = 0;     ///< in buffer_: where the next line begins
  std::size_t searched_ = 0; ///< in buffer_: no line ends between next_ and here
  std::size_t dropped_ = 0;  ///< bytes of the next line that are no longer in the buffer, as it is too long
  std::size_t offset_ = 0;   ///< where the next line begins, in bytes from the beginning of the input
  std::size_t begin_ = 0, end_ = std::numeric_limits<std::size_t>::max(); ///< of the part
  std::size_t number_ = 0;                                                ///< of the last line
  std::size_t given_ = 0;
};

/// Whether a file holds lines by its name (*.jsonl, *.ndjson).
bool names_lines(std::string_view file);

} // namespace attn
