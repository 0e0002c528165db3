#pragma once
// The marks for machines: schema "attn-check/1".

#include "report/grading.h"

#include <vector>

namespace attn {

Tree grading_tree(std::span<const MarkedAnswer> answers, const GradingOptions& options);

} // namespace attn
