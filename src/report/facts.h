#pragma once
// What is told of a problem before its steps.

#include "problem/problem.h"
#include "report/report.h"
#include "report/results.h"

#include <vector>

namespace attn {

/// In the order of the result: id, shape, dtype, scale, mask, tokens, context_tokens; what the problem lacks is left
/// out.
std::vector<Fact> facts(const Problem& problem, const Selection& selection);

} // namespace attn
