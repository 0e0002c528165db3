#pragma once
// How far rounding can take each number of a problem from the exact one: what two ways of working it, each with its own
// order of summation, may differ by. A running error analysis (Higham, Accuracy and Stability of Numerical Algorithms,
// 2nd edition, section 3.3): every step adds c·u·Σ|a||b| of its own to what its inputs bring along.

#include "attention/trace.h"
#include "problem/problem.h"

namespace attn {

/// For each number of `values` (by_position(), every step) how far solve() may be from it.
Trace rounding_bounds(const Problem& problem, std::size_t sequence, const Trace& values);

/// How far two ways to sum x·W + b in the problem's dtype may be from each other, for the same x.
Matrix<double> rounding_bounds(const Problem& problem, View x, const Projection& projection);

} // namespace attn
