#pragma once
// The specification: one query at a time, plain sums, as the formula is written (Vaswani et al. 2017, section 3.2).
// Every test and `attn verify` compare solve() with it.

#include "attention/trace.h"
#include "problem/problem.h"

namespace attn {

/// Every step that applies to the problem, in double whatever the dtype.
Trace by_position(const Problem& problem, std::size_t sequence);

} // namespace attn
