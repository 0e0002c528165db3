#pragma once
// Reading from text in memory, and errors as a person sees them.

#include "problem/json.h"

#include <algorithm>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace attn::test {

/// Hands over `text` in pieces of at most `piece` bytes.
inline Source pieces_of(std::string_view text, std::size_t piece = 65536) {
  return [text, piece](std::span<char> buffer) mutable {
    const std::size_t count = std::min({piece, buffer.size(), text.size()});
    std::copy_n(text.begin(), count, buffer.begin());
    text.remove_prefix(count);
    return count;
  };
}

inline Document document_of(std::string_view text, std::size_t piece = 65536) {
  return read_document(pieces_of(text, piece), "p.json");
}

/// "p.json:1:2: /head: unknown key\n    did you mean heads?\n" for each error.
inline std::string told(const std::vector<Error>& errors) {
  std::string result;
  for (const Error& error : errors) {
    const Place& place = error.place;
    result += place.file + ":";
    if (place.position.line != 0)
      result += std::to_string(place.position.line) + ":" + std::to_string(place.position.column) + ":";
    if (!place.pointer.empty()) result += " " + place.pointer + ":";
    result += " " + error.message + "\n    " + error.hint + "\n";
  }
  return result;
}

/// What is wrong with a problem; empty: nothing.
inline std::string faults_of(std::string_view text) {
  return told(document_of(text).errors);
}

/// What is wrong with an answer.
inline std::string answer_faults_of(std::string_view text) {
  try {
    read_answer(pieces_of(text), "a.json");
  } catch (const Refusal& refusal) {
    return told(refusal.errors);
  }
  return {};
}

/// The value of a key as its kind; the test fails where it is missing.
template <class Kind>
Kind value_of(std::string_view text, std::string_view key) {
  const Document document = document_of(text);
  const Value* value = find(document.members, key);
  if (value == nullptr) throw std::runtime_error("no such member: " + told(document.errors));
  return std::get<Kind>(value->is);
}

} // namespace attn::test
