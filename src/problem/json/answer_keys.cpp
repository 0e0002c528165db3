#include "problem/json/answer_keys.h"

#include "problem/suggest.h"

#include <algorithm>
#include <vector>

namespace attn {
namespace {

constexpr std::uint8_t operator|(AnswerLevel a, AnswerLevel b) {
  return static_cast<std::uint8_t>(static_cast<std::uint8_t>(a) | static_cast<std::uint8_t>(b));
}
constexpr std::uint8_t operator|(std::uint8_t a, AnswerLevel b) {
  return static_cast<std::uint8_t>(a | static_cast<std::uint8_t>(b));
}

constexpr std::uint8_t at_top = static_cast<std::uint8_t>(AnswerLevel::top);
constexpr std::uint8_t of_sequence = AnswerLevel::top | AnswerLevel::sequence;
constexpr std::uint8_t of_head = of_sequence | AnswerLevel::head; // with one head they may stand further out

constexpr AnswerKey answer_keys[] = {
    {"Q", AnswerPart::matrix, of_head},
    {"K", AnswerPart::matrix, of_head},
    {"V", AnswerPart::matrix, of_head},
    {"normed_Q", AnswerPart::matrix, of_head},
    {"normed_K", AnswerPart::matrix, of_head},
    {"rotated_Q", AnswerPart::matrix, of_head},
    {"rotated_K", AnswerPart::matrix, of_head},
    {"scores", AnswerPart::matrix, of_head},
    {"scaled_scores", AnswerPart::matrix, of_head},
    {"capped_scores", AnswerPart::matrix, of_head},
    {"alibi_scores", AnswerPart::matrix, of_head},
    {"masked_scores", AnswerPart::matrix, of_head},
    {"exponentials", AnswerPart::matrix, of_head},
    {"row_sum", AnswerPart::matrix, of_head},
    {"weights", AnswerPart::matrix, of_head},
    {"output", AnswerPart::matrix, of_head},
    {"concat", AnswerPart::matrix, of_sequence},
    {"heads", AnswerPart::heads, of_sequence},
    {"batch", AnswerPart::batch, at_top},
    {"id", AnswerPart::id, at_top},
    {"schema", AnswerPart::ignored, at_top},
    {"round_steps", AnswerPart::ignored, at_top},
    {"title", AnswerPart::ignored, at_top},
    {"shape", AnswerPart::ignored, at_top},
    {"dtype", AnswerPart::setting, at_top},
    {"scale", AnswerPart::setting, at_top},
    {"mask", AnswerPart::setting, at_top},
    {"qk_norm", AnswerPart::setting, at_top},
    {"rope", AnswerPart::setting, at_top},
    {"alibi", AnswerPart::setting, at_top},
    {"sinks", AnswerPart::setting, at_top},
    {"recipe", AnswerPart::ignored, at_top},
    {"tokens", AnswerPart::ignored, at_top},
    {"context_tokens", AnswerPart::ignored, at_top},
    {"warnings", AnswerPart::ignored, at_top},
    {"line", AnswerPart::ignored, at_top},
    {"comment", AnswerPart::ignored, of_head},
};

bool stands_at(const AnswerKey& key, AnswerLevel level) {
  return (key.levels & static_cast<std::uint8_t>(level)) != 0;
}

} // namespace

const AnswerKey* find_answer_key(AnswerLevel level, std::string_view word) {
  const auto* key = std::find_if(std::begin(answer_keys), std::end(answer_keys),
                                 [&](const AnswerKey& row) { return row.name == word && stands_at(row, level); });
  return key == std::end(answer_keys) ? nullptr : key;
}

std::optional<std::string_view> nearest_answer_key(AnswerLevel level, std::string_view word) {
  std::vector<std::string_view> known;
  for (const AnswerKey& key : answer_keys)
    if (stands_at(key, level)) known.push_back(key.name);
  return nearest(word, known);
}

} // namespace attn
