#pragma once
// What is wrong with a text that is not JSON, in words: from the token at which the parser stopped, what stands before
// it, and what is still open there.

#include "problem/json/events.h"
#include "problem/json/text.h"

#include <optional>
#include <span>
#include <string_view>

namespace attn {

/// A list or object that is not closed yet.
struct Open {
  char bracket; ///< '[' or '{'
  Position position;
};

/// What belongs where the parser stopped.
enum class Awaited { value, key, colon, comma };

/// What it stopped at.
enum class Found {
  end,    ///< of the input, or a zero byte
  mark,   ///< a bracket, brace, comma, colon or string, where it does not belong
  word,   ///< a number or literal, where it does not belong
  string, ///< with a fault inside
  other,  ///< a word that is not JSON
};

/// Where the parser stopped, and what it says itself.
struct Stop {
  Found found = Found::end;
  Awaited awaited = Awaited::value;
  std::string_view read;      ///< what it has read since its last number or string: ends with the token it stopped at
  std::string_view complaint; ///< its own words, which tell apart the faults inside of a string
  std::span<const Open> open; ///< outermost first
  Position taken;             ///< where the number began that the parser reported last; line 0: none
};

TextFault describe(const Stop& stop, JsonText& text);

/// The last word is a number that no double can hold.
TextFault describe_too_large(JsonText& text);

/// The text is a list, or a lone value.
TextFault describe_not_object(Position position, std::string_view found);

/// Lists or objects stand too deep in each other.
TextFault describe_too_deep(Position position);

/// Looks at the first bytes: UTF-16 and UTF-32 are refused, a UTF-8 byte-order mark is passed over.
std::optional<TextFault> check_encoding(JsonText& text);

} // namespace attn
