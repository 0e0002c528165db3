#pragma once
// One sequence of a batch by itself: a mistake changes a copy of the problem, and the other sequences are no part of
// it.

#include "problem/problem.h"

#include <cstddef>

namespace attn {

/// What the chain of that sequence is worked from. Its steps are worked under any number of a sequence, as everything
/// in it serves all.
Problem sequence_alone(const Problem& problem, std::size_t sequence);

} // namespace attn
