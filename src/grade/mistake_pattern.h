#pragma once
// Mistakes that show in the written numbers themselves, beside the true ones: Pattern::find and RowPattern::find.

#include "grade/mistake.h"

namespace attn::pattern {

std::optional<Facts> transposed(const Suspect& suspect);
std::optional<Facts> rows_in_other_order(const Suspect& suspect);
std::optional<Facts> sign_slip(const Suspect& suspect); ///< every wrong cell is the true value with the other sign
std::optional<Facts> one_cell(const Suspect& suspect);  ///< the only wrong cell

// In a row of weights; seen in them, or in what is made of them. The first two in the sums and exponentials too.
std::optional<Facts> denominator_incomplete(const Suspect& suspect, std::size_t row);
std::optional<Facts> exponential_wrong(const Suspect& suspect, std::size_t row);
std::optional<Facts> row_not_normalised(const Suspect& suspect, std::size_t row);

/// The likely slip of the pen that made `entry` of `truth`.
Slip slip(const Entry& entry, double truth);

} // namespace attn::pattern
