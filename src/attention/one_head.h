#pragma once
// A head as a problem of its own: its own columns of the weights, its own slices of the masks, nothing of the others.

#include "problem/problem.h"

#include <cstddef>

namespace attn {

/// Head `head` alone. Its W_O is its own rows of W_O, without the bias: the outputs of all heads add up to the output
/// less b_O.
Problem one_head(const Problem& problem, std::size_t head);

} // namespace attn
