#pragma once
// The formula of a step as this problem works it, with its shapes: "Q·Kᵀ   [3,2]·[2,3] = [3,3]".

#include "attention/trace.h"
#include "problem/problem.h"
#include "report/maths.h"

#include <cstddef>

namespace attn {

/// `head` is ignored for steps of the sequence. `by_hand`: as worked with rounded steps.
Maths formula(const Problem& problem, Step step, std::size_t head, bool by_hand = false);

} // namespace attn
