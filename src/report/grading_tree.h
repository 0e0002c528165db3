#pragma once
// The marks for machines: schema "attn-check/1".

#include "report/grading.h"

#include <vector>

namespace attn {

Tree grading_tree(std::span<const MarkedAnswer> answers, const GradingOptions& options);

/// A mistake, of a pair with the second one under a key of its own.
Tree mistake_tree(const Finding& finding, const Grade& grade, bool hide_truth);

} // namespace attn
