#pragma once
// Numbers inside sentences. Matrices have a notation of their own (format/notation.h), where all entries are alike.

#include <string>

namespace attn {

/// The fewest decimals that show the value, at most `most_decimals` (rounded as people do): "2", "0.5", "0.3333". What
/// is not zero never looks like zero and what is huge is not spelt out: "1.2e-07". Not finite: "masked".
std::string numeral(double value, int most_decimals);

/// Whether a numeral has all digits of the value. A sum that should be 0.3 may be 0.30000000000000004.
bool is_shown_exactly(double value, const std::string& numeral);

} // namespace attn
