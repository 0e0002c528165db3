#include "command/lines.h"

#include "error.h"

#include <algorithm>
#include <utility>

namespace attn {
namespace {

constexpr std::size_t chunk = 1 << 16;       ///< bytes read at once
constexpr std::size_t batch_bytes = 1 << 12; ///< some twenty small problems: a millisecond, long against a lock
constexpr std::size_t most_kept = 1 << 20;   ///< a buffer that a long line made larger is given back

void forget(std::string& text) {
  text.clear();
  if (text.capacity() > most_kept) text.shrink_to_fit();
}

/// A line without what does not belong to it.
std::string_view stripped(std::string_view text, bool is_first) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (is_first && text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  if (text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r") == std::string_view::npos;
}

/// total * index / count without overflow.
std::size_t share(std::size_t total, std::size_t index, std::size_t count) {
  return total / count * index + total % count * index / count;
}

} // namespace

void LineBatch::clear() {
  forget(text_);
  spans_.clear();
}

void LineBatch::add(Line line) {
  spans_.push_back({line.number, text_.size(), line.text.size(), line.too_long});
  text_ += line.text;
}

Line LineBatch::operator[](std::size_t i) const {
  const Span& span = spans_[i];
  return {span.number, std::string_view(text_).substr(span.begin, span.size), span.too_long};
}

LineReader::LineReader(Input& input, const LineRange& range, std::function<bool()> wait)
    : input_(input), range_(range), wait_(std::move(wait)) {
  const auto [index, count] = range.shard;
  if (count == 1) return;
  if (!input.size())
    throw Refusal(input.name(), "--shard takes a part of a file, and this is none",
                  "name a regular file, or cut the pipe itself: parallel --pipe, split --number r/I/N");
  begin_ = share(*input.size(), index - 1, count);
  end_ = share(*input.size(), index, count);
}

std::optional<std::size_t> LineReader::bytes_in_all() const {
  if (!input_.size()) return std::nullopt;
  return std::min(*input_.size(), end_);
}

bool LineReader::next(LineBatch& batch) {
  batch.clear();
  while (wants_more() && batch.bytes() < batch_bytes) {
    if (take_line(batch)) continue;
    if (ended_ || !batch.empty()) break;
    if (!wait_()) return false;
    if (!fill()) take_rest(batch);
  }
  return !batch.empty();
}

/// Takes the next line that ends in the buffer. False: none does.
bool LineReader::take_line(LineBatch& batch) {
  const std::size_t end = buffer_.find('\n', searched_);
  searched_ = std::min(end, buffer_.size());
  if (end == std::string::npos) return false;
  take(batch, std::string_view(buffer_).substr(next_, end - next_), 1);
  next_ = searched_ = end + 1;
  return true;
}

/// The last line may lack its end.
void LineReader::take_rest(LineBatch& batch) {
  const auto rest = std::string_view(buffer_).substr(next_);
  if (!rest.empty() || dropped_ != 0) take(batch, rest, 0);
  next_ = searched_ = buffer_.size();
}

void LineReader::take(LineBatch& batch, std::string_view text, std::size_t line_end) {
  const std::size_t begin = offset_, size = std::exchange(dropped_, 0) + text.size();
  offset_ += size + line_end;
  ++number_;
  if (begin < begin_ || number_ <= range_.skip) return;
  const bool too_long = size > range_.max_bytes;
  text = stripped(text, number_ == 1);
  if (!too_long && is_blank(text)) return;
  batch.add({number_, too_long ? std::string_view() : text, too_long});
  ++given_;
}

/// Takes in more bytes behind those of the line under way. False: the input has ended.
bool LineReader::fill() {
  buffer_.erase(0, next_);
  next_ = 0;
  if (buffer_.size() > range_.max_bytes) {
    dropped_ += buffer_.size();
    forget(buffer_);
  }
  searched_ = buffer_.size();
  buffer_.resize(searched_ + std::max(searched_, chunk));
  const std::size_t count = input_.read(std::span(buffer_).subspan(searched_));
  buffer_.resize(searched_ + count);
  ended_ = count == 0;
  return !ended_;
}

bool names_lines(std::string_view file) {
  return file.ends_with(".jsonl") || file.ends_with(".ndjson");
}

} // namespace attn
