#pragma once
// Our LaTeX maths (format/maths_latex.h and the table of stages) as MathML Core, which browsers draw by themselves.

#include <string>
#include <string_view>

namespace attn {

/// A <math> element. Commands that our formulas don't use stand there as their names.
std::string mathml(std::string_view latex);

} // namespace attn
