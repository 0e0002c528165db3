#pragma once
// The bytes of a JSON text, taken one by one from chunks, and where in the file they stand. nlohmann's parser asks for
// bytes and says nothing about places, so the text itself remembers where the token under way began:
//
//   mark   a bracket, brace, comma, colon or opening quote: one byte, or a whole string
//   word   a run of all other bytes that are not white space: a number, a literal, or something that is not JSON
//
// A parser has taken one byte more than the number it reports; that byte begins no word, so word() still is the number.

#include "problem/json/events.h"

#include <cstddef>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>

namespace attn {

class JsonText {
public:
  /// A token, and what stands before it.
  struct Token {
    char first = 0; ///< byte of a mark; 'w': a word; 0: none
    Position position;
    char before = 0;          ///< `first` of the token before
    Position before_position; ///< of that token
  };

  explicit JsonText(const Source& source);
  JsonText(const JsonText&) = delete;
  JsonText& operator=(const JsonText&) = delete;

  bool at_end() { return next_ == end_ && !fill(); }
  char peek() const { return buffer_[next_]; }
  void advance();

  const Token& mark() const { return mark_; }
  const Token& word() const { return word_; }
  /// The word under way or last ended, to its very end in the text; at most `memory` bytes of it.
  std::string_view word_text();
  /// Bytes of it that have been taken.
  std::size_t word_size() const { return word_size_; }
  /// What follows the word on its line; at most `memory` bytes of it. Views of the text taken before are void.
  std::string_view after_word();

  Position position() const { return position_; }  ///< of the next byte
  Position last_position() const { return last_; } ///< of the byte taken last
  char last_byte() const { return last_byte_; }
  bool in_string() const { return state_ != State::outside; }

  /// The next bytes, not taken; fewer than `count` (at most `memory`) at the end of the text.
  std::string_view ahead(std::size_t count);
  /// The next bytes that are at hand, not taken.
  std::string_view at_hand() const { return {buffer_.get() + next_, end_ - next_}; }
  /// Brings more of them to hand. False: there are no more, or too many are at hand already.
  bool more() { return end_ - next_ < most_at_hand && fill(); }

  /// Numbers with a mark behind each of them, and white space.
  struct NumbersRead {
    std::size_t bytes = 0;  ///< up to and with the last mark
    std::size_t number = 0; ///< bytes before the last number
    Position number_at;     ///< of the last number
    char before = 0;        ///< the mark before it; 0: the token that is the latest now
    Position before_at;
    char behind = 0; ///< the mark behind it
    Position behind_at;
  };
  /// Takes them, as if byte by byte.
  void pass(const NumbersRead& read);
  /// Passes over bytes that count for no column: a byte-order mark.
  void skip(std::size_t bytes) { next_ += bytes; }

  /// So many bytes before the next one, and after it, can be looked at again.
  static constexpr std::size_t memory = 64;

private:
  enum class State { outside, string, escape };
  static constexpr std::size_t most_at_hand = 16384;

  bool fill();
  std::string_view word_text_at_hand() const;
  void begin(Token& token, char first);
  void take_outside(char byte);
  void take_in_string(char byte);

  const Source& source_;
  std::unique_ptr<char[]> buffer_; ///< not cleared: each line of JSON Lines has a text of its own
  std::size_t next_ = 0;           ///< in buffer_
  std::size_t end_ = 0;            ///< of the bytes in buffer_
  std::size_t word_begin_ = 0;     ///< in buffer_; of a long word where its last bytes begin that are kept
  std::size_t word_size_ = 0;
  std::string word_head_; ///< its first bytes, if they are no longer in buffer_; else empty
  Position position_{1, 1};
  Position last_{1, 1};
  char last_byte_ = ' ';
  State state_ = State::outside;
  bool in_word_ = false;
  Token mark_;
  Token word_;
  const Token* latest_ = &word_; ///< the one of the two that began last
};

/// Input iterator over a JsonText; the default one is the end of any.
class JsonTextIterator {
public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = char;

  JsonTextIterator() = default;
  explicit JsonTextIterator(JsonText& text) : text_(&text) {}

  char operator*() const { return text_->peek(); }
  JsonTextIterator& operator++() {
    text_->advance();
    return *this;
  }
  JsonTextIterator operator++(int) {
    const JsonTextIterator before = *this;
    text_->advance();
    return before;
  }
  bool operator==(const JsonTextIterator& other) const { return ended() == other.ended(); }
  bool operator!=(const JsonTextIterator& other) const { return ended() != other.ended(); }

private:
  bool ended() const { return text_ == nullptr || text_->at_end(); }

  JsonText* text_ = nullptr;
};

} // namespace attn
