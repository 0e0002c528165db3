#pragma once
// Numbers inside sentences. Matrices have a notation of their own (format/notation.h), where all entries are alike.

#include <string>

namespace attn {

/// The fewest decimals that show the value, at most `most_decimals` (rounded as people do): "2", "0.5", "0.3333". What
/// is not zero never looks like zero and what is huge is not spelt out: "1.2e-07". Not finite: "masked".
std::string numeral(double value, int most_decimals);

/// As a factor: a negative number stands in brackets.
std::string factor(double value, int most_decimals);

} // namespace attn
