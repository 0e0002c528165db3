#pragma once
// Matrices that stand in text as other programs print them: numpy, torch, MATLAB and Octave, LaTeX, lines of numbers.
// Whatever the form, it becomes the events of a list of rows, so that everything else about a matrix (rectangles,
// levels, digits written) is checked where JSON's own lists are checked.

#include "problem/json/events.h"

#include <optional>
#include <string_view>

namespace attn {

/// What text without brackets within brackets is, "1 2 3" or "[1; 2; 3]": MATLAB, LaTeX and lines of numbers do not
/// tell a matrix of one row from a vector.
enum class PastedAs {
  vector, ///< one row or one column is a list of numbers, and so are the lines of a long one
  matrix, ///< one row is a matrix
  row,    ///< one row is a list of numbers: the text is an entry of a list, or of an answer
};

/// Whether the text is a matrix, rightly written or not, and no word and no name of a file: it begins with brackets, a
/// call such as tensor([, a LaTeX environment, or two numbers.
bool is_pasted(std::string_view text);

/// Reads such a text. Positions of the events, and of the fault at which reading stopped, are of `text`.
std::optional<TextFault> read_pasted(std::string_view text, PastedAs as, JsonEvents& events);

} // namespace attn
