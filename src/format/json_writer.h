#pragma once
// JSON as a stream: values go to the sink as they come, no document is built. The writer minds commas, line breaks and
// escapes; what stands where is its caller's (json.cpp).

#include "format/format.h"
#include "matrix/matrix.h"
#include "problem/problem.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

struct RowMarks;

enum class Layout {
  indented, ///< a member a line, a matrix row a line
  compact,  ///< no blank and no line break: one line of JSON Lines
};

/// How the entries of one object or list are set in Layout::indented.
enum class Spread { lines, inline_ };

class JsonWriter {
public:
  /// `threads` format large matrices (0: as many as the process may use).
  JsonWriter(Sink& sink, Layout layout, std::size_t threads = 1) : sink_(sink), layout_(layout), threads_(threads) {}

  void open_object(Spread spread = Spread::lines) { open('{', spread); }
  void open_list(Spread spread = Spread::lines) { open('[', spread); }
  void close_object() { close('}'); }
  void close_list() { close(']'); }

  void key(std::string_view name);
  void text(std::string_view words);
  void number(double value, Dtype dtype);
  void verbatim(std::string_view json); ///< a value that is JSON already

  /// A list of lists, row after row; not finite is null.
  void matrix(View values, Dtype dtype);
  /// One column as a flat list.
  void column(View values, Dtype dtype);

  /// Ends the text with a line break and hands all of it to the sink.
  void finish();

private:
  struct Open {
    Spread spread;
    bool empty = true;
  };

  void open(char bracket, Spread spread);
  void close(char bracket);
  void begin_value();
  std::string line_break() const;
  std::string_view comma() const;
  void put_quoted(std::string_view words);
  void put_number(double value, Dtype dtype);
  void put_rows(View values, Dtype dtype, const RowMarks& marks);
  void put(std::string_view piece);
  void flush();

  static constexpr std::size_t block = 1 << 16; ///< the sink gets pieces of about this size

  Sink& sink_;
  Layout layout_;
  std::size_t threads_;
  std::vector<Open> open_;
  bool after_key_ = false;
  std::string buffer_;
};

} // namespace attn
