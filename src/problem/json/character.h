#pragma once
// Characters that stand for one of ASCII, as word processors, web pages and input methods write them: a minus sign,
// fullwidth digits, a fraction in one character.

#include <optional>
#include <string>
#include <string_view>

namespace attn {

struct CharacterFault {
  std::string message; ///< names the first such character
  std::string hint;    ///< what to write in ASCII
};

/// None: there is no such character in `word`.
std::optional<CharacterFault> describe_character(std::string_view word);

} // namespace attn
