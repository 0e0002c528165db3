#pragma once
// A mistake that was found, in words: its sentence, and what it did in this answer.

#include "grade/grade.h"

#include <string>
#include <vector>

namespace attn {

/// "softmax_over_columns"; of a pair "could be no_scale and mask_ignored".
std::string mistake_title(const Finding& finding);

/// The sentence of the mistake, then this answer's places and numbers, a sentence each. Numbers that are true are left
/// out if `hide_truth`.
std::vector<std::string> mistake_lines(const Finding& finding, const Grade& grade, bool hide_truth);

} // namespace attn
