#include "problem/json/text.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace attn {
namespace {

constexpr std::size_t chunk = 16384;
constexpr std::size_t room = 2 * JsonText::memory + chunk;

enum class Class : unsigned char { word, space, mark };

/// What a byte is outside of strings.
constexpr std::array<Class, 256> classes = [] {
  std::array<Class, 256> table{};
  for (const char byte : {' ', '\t', '\n', '\r'}) table[static_cast<unsigned char>(byte)] = Class::space;
  for (const char byte : {'[', ']', '{', '}', ',', ':', '"'}) table[static_cast<unsigned char>(byte)] = Class::mark;
  return table;
}();

Class class_of(char byte) {
  return classes[static_cast<unsigned char>(byte)];
}

/// The second and later bytes of a character in UTF-8: they take no column.
bool continues_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

} // namespace

JsonText::JsonText(const Source& source) : source_(source), buffer_(std::make_unique_for_overwrite<char[]>(room)) {}

/// Takes in more bytes behind those not yet taken, keeping the last `memory` bytes before them. False: no more.
bool JsonText::fill() {
  const std::size_t drop = next_ > memory ? next_ - memory : 0;
  if (word_begin_ < drop && word_head_.empty()) word_head_ = word_text_at_hand();
  std::memmove(buffer_.get(), buffer_.get() + drop, end_ - drop);
  next_ -= drop;
  end_ -= drop;
  word_begin_ = word_begin_ > drop ? word_begin_ - drop : 0;
  const std::size_t got = source_({buffer_.get() + end_, std::min(chunk, room - end_)});
  end_ += got;
  return got != 0;
}

std::string_view JsonText::ahead(std::size_t count) {
  while (end_ - next_ < count && fill()) {
  }
  return {buffer_.get() + next_, std::min(count, end_ - next_)};
}

std::string_view JsonText::word_text() {
  if (in_word_) ahead(memory);
  return word_head_.empty() ? word_text_at_hand() : word_head_;
}

std::string_view JsonText::word_text_at_hand() const {
  const char* begin = buffer_.get() + word_begin_;
  const char* limit = begin + std::min(memory, end_ - word_begin_);
  const char* end = std::find_if(begin, limit, [](char byte) { return class_of(byte) != Class::word; });
  return {begin, static_cast<std::size_t>(end - begin)};
}

std::string_view JsonText::after_word() {
  if (word_text().size() == memory) return {}; // whether it ends there is not known
  ahead(memory);
  const std::size_t size = word_text_at_hand().size();
  const std::string_view rest(buffer_.get() + word_begin_ + size, end_ - word_begin_ - size);
  return rest.substr(0, std::min(memory, rest.find_first_of("\r\n")));
}

void JsonText::advance() {
  const char byte = buffer_[next_];
  last_ = position_;
  last_byte_ = byte;
  if (state_ == State::outside) {
    take_outside(byte);
  } else {
    take_in_string(byte);
  }
  ++next_;
  if (byte == '\n') {
    ++position_.line;
    position_.column = 1;
  } else if (!continues_character(byte)) {
    ++position_.column;
  }
}

void JsonText::pass(const NumbersRead& read) {
  const char before = read.before ? read.before : latest_->first;
  const Position before_at = read.before ? read.before_at : latest_->position;
  word_begin_ = next_ + read.number;
  word_ = {'w', read.number_at, before, before_at};
  mark_ = {read.behind, read.behind_at, word_.first, word_.position};
  latest_ = &mark_;
  in_word_ = false;
  word_head_.clear();
  next_ += read.bytes;
  last_ = read.behind_at;
  last_byte_ = read.behind;
  position_ = {last_.line, last_.column + 1};
}

void JsonText::take_outside(char byte) {
  const Class what = class_of(byte);
  if (what == Class::mark) begin(mark_, byte);
  if (what == Class::word && !in_word_) {
    word_begin_ = next_;
    word_size_ = 0;
    word_head_.clear();
    begin(word_, 'w');
  }
  word_size_ += what == Class::word;
  if (byte == '"') state_ = State::string;
  in_word_ = what == Class::word;
}

void JsonText::take_in_string(char byte) {
  if (state_ == State::escape) {
    state_ = State::string;
  } else if (byte == '\\') {
    state_ = State::escape;
  } else if (byte == '"') {
    state_ = State::outside;
  }
}

void JsonText::begin(Token& token, char first) {
  token = {first, position_, latest_->first, latest_->position};
  latest_ = &token;
}

} // namespace attn
