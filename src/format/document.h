#pragma once
// A Report as a document that is typeset: headings, paragraphs, lists, matrices, tables. What stands in it is decided
// here once; how each of them is written is the format's (markdown.cpp, latex.cpp).

#include "format/format.h"
#include "format/maths_latex.h"
#include "report/report.h"

#include <string>
#include <vector>

namespace attn {

/// Running text: words, jq paths and formulas. Words may be the user's: formats escape them.
using Prose = std::vector<Piece>;

/// Something that is said of something: a fact, a formula with its label.
struct Item {
  std::string label; ///< empty: none
  Prose prose;
};

/// Writes a document piece by piece in one format.
class Typesetter {
public:
  virtual ~Typesetter() = default;
  enum class Heading { title, chapter, section };
  virtual void head(Heading level, const Prose& prose) = 0;
  virtual void say(const Prose& prose) = 0; ///< a paragraph
  virtual void list(const std::vector<Item>& items) = 0;
  virtual void show(const Block& block) = 0; ///< a matrix; only the rows that are to be seen
  virtual void show(const TextTable& table) = 0;
  /// The matrix of a step; by default what its labels say, and then the matrix.
  virtual void show(const Section& section);
};

/// Hands the whole report over, piece by piece. Numbers have at most so many decimals.
void typeset(const Report& report, int decimals, Typesetter& document);

} // namespace attn
