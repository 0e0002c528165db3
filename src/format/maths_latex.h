#pragma once
// Formulas (report/maths.h) and matrices as LaTeX maths, for documents and for Markdown alike: nothing is used that
// KaTeX does not know, and no text of the user's stands in it.

#include "report/maths.h"
#include "report/report.h"

#include <string>
#include <vector>

namespace attn {

/// What stands inside $…$.
std::string latex(const Maths& maths);

/// A formula as running text has it: plain words and jq paths stand outside of $…$.
struct Piece {
  enum class Kind { words, path, maths, gap };
  Kind kind;
  std::string text = {}; ///< of maths as LaTeX
};
std::vector<Piece> pieces(const Maths& maths);

/// The numbers of a matrix in square brackets: bmatrix up to 10 columns, which is all that amsmath gives it, and an
/// array beyond. Cells of a blank matrix are lines to write on.
std::string latex_matrix(const Block& block, Dtype dtype, int decimals);

} // namespace attn
