#pragma once
// The keys of a result, as an answer may have them: any subset, and the small keys that a result bears along.

#include <cstdint>
#include <optional>
#include <string_view>

namespace attn {

/// What belongs under a key of an answer.
enum class AnswerPart {
  matrix,
  heads, ///< a list of objects, one for each head
  batch, ///< a list of objects, one for each sequence
  id,
  setting, ///< text or a number that says how a result was worked
  ignored, ///< accepted, as results have it
};

/// Where in an answer an object stands; a key may be known in several.
enum class AnswerLevel : std::uint8_t { top = 1, sequence = 2, head = 4 };

struct AnswerKey {
  std::string_view name;
  AnswerPart holds;
  std::uint8_t levels; ///< of AnswerLevel, or-ed
};

/// Null: no such key there.
const AnswerKey* find_answer_key(AnswerLevel level, std::string_view word);
std::optional<std::string_view> nearest_answer_key(AnswerLevel level, std::string_view word);

} // namespace attn
