#pragma once
// Text in a LaTeX document, outside of formulas.

#include <string>
#include <string_view>

namespace attn {

/// `words` so that TeX prints them as they are: nothing in them is a command. Symbols of our own words are set as
/// maths. A character that pdflatex has no letter for becomes \character{code}{it}, which the document defines.
std::string latex_text(std::string_view words);

/// The same in typewriter letters.
std::string latex_code(std::string_view words);

} // namespace attn
