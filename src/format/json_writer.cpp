#include "format/json_writer.h"

#include "format/number.h"
#include "format/number_block.h"
#include "problem/character.h"

#include <array>
#include <cmath>

namespace attn {
namespace {

/// A JSON string's inside. Commands to terminals are escaped, so are line separators (JavaScript ends a line there);
/// a byte that is not UTF-8 becomes the replacement character.
void append_quotable(std::string& out, const Character& character) {
  constexpr std::int32_t replacement = 0xFFFD;
  if (character.code == '"' || character.code == '\\')
    (out += '\\') += character.bytes;
  else if (character.code == Character::invalid)
    append_escaped(out, replacement);
  else if (is_command(character.code))
    append_escaped(out, character.code);
  else
    out += character.bytes;
}

} // namespace

void JsonWriter::put(std::string_view piece) {
  buffer_ += piece;
  if (buffer_.size() >= block) flush();
}

void JsonWriter::flush() {
  sink_.write(buffer_);
  buffer_.clear();
}

/// What parts the entries of the list or object that is open.
std::string JsonWriter::line_break() const {
  constexpr std::size_t indent = 2;
  if (layout_ == Layout::compact) return {};
  return std::string(1, '\n').append(open_.size() * indent, ' ');
}

std::string_view JsonWriter::comma() const {
  return layout_ == Layout::compact ? "," : ", ";
}

/// What stands between the last value and the next: nothing after a key, else a comma and a break.
void JsonWriter::begin_value() {
  if (after_key_ || open_.empty()) {
    after_key_ = false;
    return;
  }
  Open& inside = open_.back();
  const bool first = inside.empty;
  inside.empty = false;
  if (!first) put(",");
  if (inside.spread == Spread::lines)
    put(line_break());
  else if (!first && layout_ == Layout::indented)
    put(" ");
}

void JsonWriter::open(char bracket, Spread spread) {
  begin_value();
  put({&bracket, 1});
  open_.push_back({spread});
}

void JsonWriter::close(char bracket) {
  const Open inside = open_.back();
  open_.pop_back();
  if (!inside.empty && inside.spread == Spread::lines) put(line_break());
  put({&bracket, 1});
}

void JsonWriter::key(std::string_view name) {
  begin_value();
  put_quoted(name);
  put(layout_ == Layout::compact ? ":" : ": ");
  after_key_ = true;
}

void JsonWriter::text(std::string_view words) {
  begin_value();
  put_quoted(words);
}

void JsonWriter::number(double value, Dtype dtype) {
  begin_value();
  put_number(value, dtype);
}

void JsonWriter::verbatim(std::string_view json) {
  begin_value();
  put(json);
}

void JsonWriter::matrix(View values, Dtype dtype) {
  open_list();
  const std::string line = line_break();
  open_.back().empty = values.empty();
  put_rows(values, dtype, {line, "," + line, comma()});
  close_list();
}

void JsonWriter::column(View values, Dtype dtype) {
  begin_value();
  put_rows(values.col_range(0, 1).transposed(), dtype, {"", "", comma()});
}

void JsonWriter::put_rows(View values, Dtype dtype, const RowMarks& marks) {
  flush();
  write_rows(values, dtype, marks, Team(threads_), sink_);
}

void JsonWriter::put_number(double value, Dtype dtype) {
  if (!std::isfinite(value)) return put("null");
  std::array<char, longest_number> digits;
  put({digits.data(), shortest(value, dtype, digits)});
}

void JsonWriter::put_quoted(std::string_view words) {
  buffer_ += '"';
  while (!words.empty()) {
    std::string_view plain = words.substr(0, plain_prefix(words));
    plain = plain.substr(0, plain.find_first_of("\"\\"));
    buffer_ += plain;
    words.remove_prefix(plain.size());
    if (words.empty()) break;
    const Character character = first_character(words);
    append_quotable(buffer_, character);
    words.remove_prefix(character.bytes.size());
  }
  put("\"");
}

void JsonWriter::finish() {
  put("\n");
  flush();
}

} // namespace attn
