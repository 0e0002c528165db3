#pragma once
// What is told of a problem before its steps.

#include "problem/problem.h"
#include "report/report.h"
#include "report/results.h"

#include <string>
#include <utility>
#include <vector>

namespace attn {

/// What stands in the result about QK-norm, rotary positions, ALiBi and sinks, under their keys; what the problem lacks
/// is left out.
std::vector<std::pair<std::string, std::string>> positions_in_words(const Problem& problem);

/// In the order of the result: id, shape, dtype, scale, mask, what positions_in_words() gives, tokens, context_tokens;
/// what the problem lacks is left out.
std::vector<Fact> facts(const Problem& problem, const Selection& selection);

} // namespace attn
