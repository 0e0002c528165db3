#include "format/maths_latex.h"

#include "format/notation.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <string_view>

namespace attn {
namespace {

using Kind = Maths::Kind;

/// A number as plain text writes it: "0.5", "1.2e-07", "<0.0001", "masked".
std::string latex_number(std::string_view text) {
  if (text == "masked") return R"(\text{masked})";
  if (text.starts_with('<')) return R"({<}\,)" + latex_number(text.substr(1));
  if (text.starts_with('>')) return R"({>}\,)" + latex_number(text.substr(1));
  const std::size_t e = text.find('e');
  if (e == std::string_view::npos) return std::string(text);
  const int exponent = std::stoi(std::string(text.substr(e + 1)));
  return fmt::format(R"({} \cdot 10^{{{}}})", text.substr(0, e), exponent);
}

bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

/// "q1", "W_Q", "context_V", "past.K": what follows the first letters stands below the line; words stand upright.
std::string latex_letter(const std::string& name) {
  const auto stem_end = std::find_if_not(name.begin(), name.end(), is_letter);
  const std::string stem(name.begin(), stem_end);
  std::string below(stem_end, name.end());
  if (stem.empty()) return name;
  const std::string base = stem.size() == 1 ? stem : fmt::format(R"(\text{{{}}})", stem);
  if (below.empty()) return base;
  if (below.front() == '_') below.erase(0, 1);
  return fmt::format("{}_{{{}}}", base, below);
}

/// Words inside a formula are our own; these are the characters that TeX minds.
std::string latex_words(std::string_view words) {
  std::string text;
  for (const char c : words) {
    if (std::string_view("{}$&#_%").find(c) != std::string_view::npos) text += '\\';
    text += c;
  }
  return fmt::format(R"(\text{{{}}})", text);
}

/// In brackets where a sum or a negative number would run into its neighbours.
std::string held(const Maths& part) {
  const bool runs = part.kind == Kind::sum || part.kind == Kind::difference || part.kind == Kind::row ||
                    (part.kind == Kind::number && part.text.starts_with('-'));
  return runs ? fmt::format("({})", latex(part)) : latex(part);
}

std::string joined(const Maths& maths, std::string_view sign, bool holds_first) {
  std::string text;
  for (const Maths& part : maths.parts) {
    if (&part != &maths.parts.front())
      text += std::string(sign) + held(part);
    else
      text += holds_first ? held(part) : latex(part);
  }
  return text;
}

/// A list whose parts need no brackets.
std::string listed(const Maths& maths, std::string_view between) {
  std::string text;
  for (const Maths& part : maths.parts)
    text += (&part == &maths.parts.front() ? "" : std::string(between)) + latex(part);
  return text;
}

/// Columns of a matrix that amsmath takes without being told (MaxMatrixCols).
constexpr std::size_t most_columns = 10;

std::string cell(const Block& block, std::size_t i, std::size_t j, const Notation& notation) {
  return block.is_blank ? R"(\rule[-.7em]{0pt}{2.3em}\underline{\hspace{2.5em}})"
                        : latex_number(text(block.values(i, j), notation));
}

} // namespace

std::string latex(const Maths& maths) {
  const auto part = [&](std::size_t i) -> const Maths& { return maths.parts[i]; };
  switch (maths.kind) {
  case Kind::number:
    return latex_number(maths.text);
  case Kind::letter:
    return latex_letter(maths.text);
  case Kind::words:
    return latex_words(maths.text);
  case Kind::path:
    return R"(\texttt)" + latex_words(maths.text).substr(5);
  case Kind::stated:
    return maths.latex;
  case Kind::gap:
    return R"(\qquad )";
  case Kind::equal:
    return " = ";
  case Kind::about:
    return R"( \approx )";
  case Kind::dots:
    return R"(\cdots )";
  case Kind::row:
    return listed(maths, "");
  case Kind::sum:
    return joined(maths, " + ", false);
  case Kind::difference:
    return joined(maths, " - ", false);
  case Kind::product:
    return joined(maths, R"( \cdot )", true);
  case Kind::fraction:
    return fmt::format(R"(\frac{{{}}}{{{}}})", latex(part(0)), latex(part(1)));
  case Kind::power:
    return fmt::format("{}^{{{}}}", held(part(0)), latex(part(1)));
  case Kind::root:
    return fmt::format(R"(\sqrt{{{}}})", latex(part(0)));
  case Kind::call:
    return fmt::format(R"(\{}\left({}\right))", maths.text, latex(part(0)));
  case Kind::vector:
    return fmt::format("[{}]", listed(maths, R"(,\ )"));
  }
  return {};
}

std::vector<Piece> pieces(const Maths& maths) {
  std::vector<Piece> all;
  const auto add = [&](Piece::Kind kind, const std::string& text) {
    if (all.empty() || all.back().kind != kind) all.push_back({kind, ""});
    all.back().text += text;
  };
  const std::vector<Maths>& parts = maths.kind == Kind::row ? maths.parts : std::vector{maths};
  for (const Maths& part : parts) {
    if (part.kind == Kind::row)
      for (const Piece& inner : pieces(part)) add(inner.kind, inner.text);
    else if (part.kind == Kind::words)
      add(Piece::Kind::words, part.text);
    else if (part.kind == Kind::gap)
      add(Piece::Kind::gap, "");
    else if (part.kind == Kind::path)
      add(Piece::Kind::path, part.text);
    else
      add(Piece::Kind::maths, latex(part));
  }
  return all;
}

std::string latex_matrix(const Block& block, Dtype dtype, int decimals) {
  const View& values = block.values;
  const Notation notation = block.is_blank ? Notation{} : choose_notation(values, block.dtype_in(dtype), decimals);
  const bool fits = values.cols <= most_columns;
  std::string text =
      fits ? "\\begin{bmatrix}\n" : fmt::format("\\left[\\begin{{array}}{{{}}}\n", std::string(values.cols, 'r'));
  for (std::size_t i = 0; i < values.rows; ++i) {
    for (std::size_t j = 0; j < values.cols; ++j) text += (j == 0 ? "" : " & ") + cell(block, i, j, notation);
    text += i + 1 < values.rows ? " \\\\\n" : "\n";
  }
  return text + (fits ? "\\end{bmatrix}" : "\\end{array}\\right]");
}

} // namespace attn
