#pragma once
// The chain as people work it on paper: every step rounded before the next one uses it (--round-steps).

#include "attention/trace.h"
#include "problem/problem.h"

namespace attn {

/// While no score of a row is larger in size, people write e^s as it stands; else they take off the row's largest.
inline constexpr double plain_limit = 20;

/// Every step that applies, each rounded to `decimals` (matrix/decimal.h), exponentials and their sum too.
/// Throws Refusal as solve() does.
Trace by_hand(const Problem& problem, std::size_t sequence, int decimals);

} // namespace attn
