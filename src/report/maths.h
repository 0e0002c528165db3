#pragma once
// A formula as a small tree, so that every format writes the same values: as plain text here, as LaTeX in
// format/maths_latex.h. Brackets are no part of the tree: each form sets those that it needs.

#include <string>
#include <string_view>
#include <vector>

namespace attn {

struct Maths {
  enum class Kind {
    number,     ///< text: "0.7071", "1.2e-07"
    letter,     ///< text: "W_Q", "q1"; what follows the first letters stands below the line
    words,      ///< text: plain words
    path,       ///< text: a jq path
    stated,     ///< text, and the same as LaTeX: a formula of the table of steps
    gap,        ///< room between two statements
    equal,      ///< =
    about,      ///< ≈
    dots,       ///< what is left out of a long sum or list
    row,        ///< parts one after the other
    sum,        ///< parts with + between
    difference, ///< two parts
    product,    ///< parts with · between
    fraction,   ///< two parts
    power,      ///< two parts
    root,       ///< one part
    call,       ///< text(part)
    vector,     ///< [part, part]
  };

  Maths() = default;
  Maths(std::string plain) : kind(Kind::words), text(std::move(plain)) {}
  Maths(const char* plain) : Maths(std::string(plain)) {}
  Maths(Kind what, std::string words, std::vector<Maths> of = {})
      : kind(what), text(std::move(words)), parts(std::move(of)) {}
  Maths(Kind what, std::vector<Maths> of) : kind(what), parts(std::move(of)) {}

  bool empty() const { return (kind == Kind::row || kind == Kind::words) && text.empty() && parts.empty(); }

  Kind kind = Kind::row;
  std::string text;
  std::string latex;    ///< of a stated formula
  bool is_exact = true; ///< of a number: the text is the value, not a rounding of it
  std::vector<Maths> parts;
};

/// A formula that is written down in both forms.
Maths stated(std::string_view text, std::string_view latex);

/// Parts with signs and gaps among them, one after the other.
Maths row(std::vector<Maths> parts);

/// As plain text: "q1·k1 = 1·1 + (-2)·0 = 1", "e^0.5 / (e^0.5 + e^0)".
std::string plain_text(const Maths& maths);

} // namespace attn
