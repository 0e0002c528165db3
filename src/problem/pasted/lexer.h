#pragma once
// Pasted text, token by token, with where each begins. Numbers are those that programs print: 1., .5, 1e-05, -0., nan,
// -inf, and fractions 1/3.

#include "problem/json/events.h"

#include <cstddef>
#include <optional>
#include <string_view>

namespace attn {

struct PastedToken {
  enum class Kind {
    number,   ///< also a fraction of integers
    constant, ///< nan, inf, True: stands where a number stands
    word,     ///< array, np.array, dtype
    command,  ///< LaTeX's \frac; the text is "frac"
    sign,     ///< with no number directly behind it
    open,     ///< [ { (
    close,    ///< ] } )
    comma,
    semicolon,
    ampersand, ///< LaTeX's end of an entry
    row_end,   ///< LaTeX's two backslashes
    line_end,
    dots, ///< stand for something left out
    other,
    end,
  };
  Kind kind = Kind::end;
  Position at;
  std::string_view text;
  bool after_blank = false; ///< white space stands before it
};

class PastedLexer {
public:
  explicit PastedLexer(std::string_view text) : rest_(text) {}

  PastedToken next();

  /// What has not been taken.
  std::string_view rest() const { return rest_; }

private:
  void skip_blanks();
  PastedToken take(PastedToken::Kind kind, std::size_t bytes);
  std::optional<PastedToken> take_number();
  std::optional<PastedToken> take_word();

  std::string_view rest_;
  Position at_{1, 1};
  bool after_blank_ = false;
};

/// What a number or a constant is as a scalar of JSON: a number; the texts "1/3", "-inf", "inf" and "nan"; a boolean.
/// None: no double can hold it. The scalar's text looks at `text` or at a literal.
std::optional<Scalar> scalar_of(const PastedToken& token);

} // namespace attn
