#pragma once
// What the rows and columns of a matrix are called: the user's tokens, else q1, q2, … for queries and k1, k2, … for
// keys.

#include "problem/problem.h"
#include "report/report.h"

#include <cstddef>

namespace attn {

/// One for each query of a sequence.
Labels query_labels(const Problem& problem, std::size_t sequence);

/// One for each key, cached ones first, extra ones last. Where keys are the queries' own positions, tokens name them
/// too.
Labels key_labels(const Problem& problem, std::size_t sequence);

} // namespace attn
