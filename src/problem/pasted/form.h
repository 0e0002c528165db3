#pragma once
// The forms in which a matrix is pasted, a reader for each: pasted.cpp has the table.

#include "problem/pasted.h"

#include <optional>
#include <string_view>

namespace attn {

/// Lists in brackets: what numpy, torch and Python print, and the one bracket of MATLAB, Octave and Julia.
std::optional<TextFault> read_brackets(std::string_view text, PastedAs as, JsonEvents& events);

/// A LaTeX environment: bmatrix, pmatrix, array.
std::optional<TextFault> read_latex(std::string_view text, PastedAs as, JsonEvents& events);

/// Numbers in lines: CSV, a part of a spreadsheet.
std::optional<TextFault> read_lines(std::string_view text, PastedAs as, JsonEvents& events);

} // namespace attn
