#pragma once
// A causal problem worked as a model writes text: one position after the other, each a problem of its own with one
// query, one new key, and a cache of the keys and values before it.

#include "attention/solve.h"
#include "attention/trace.h"
#include "problem/problem.h"

#include <cstddef>
#include <string>

namespace attn {

/// Why a problem cannot be worked so; empty: it can.
std::string why_not_decodable(const Problem& problem);

/// The same steps as solve() keeps, row by row from each position's own problem; a key that is not there yet has the
/// weight 0, and no scores (-infinity) up to the masked ones.
Trace decode(const Problem& problem, std::size_t sequence, const Engine& engine);

} // namespace attn
