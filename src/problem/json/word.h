#pragma once
// Words that stand bare in a text and are not JSON: NaN, True, .5, 1/3, comments, single quotes, what Python prints.
// What each of them is called and what should be written instead is one table.

#include <string>
#include <string_view>

namespace attn {

struct WordFault {
  std::string message;
  std::string hint;
  bool is_value = true; ///< it was meant as a value (a comment was not)
};

/// `word` is not empty; `after` is what follows it on its line.
WordFault describe_word(std::string_view word, std::string_view after);

} // namespace attn
