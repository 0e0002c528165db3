#pragma once
// From which other matrices an entry is worked, for pages that work it anew before the reader's eyes.

#include "attention/trace.h"
#include "problem/problem.h"
#include "report/report.h"

#include <cstddef>
#include <vector>

namespace attn {

Working working(const Problem& problem, Step step, std::size_t sequence, std::size_t head);

/// What is given, as sections: X, context, weights that are no identity, biases. They refer to the problem.
std::vector<Section> given(const Problem& problem, std::size_t sequence);

} // namespace attn
