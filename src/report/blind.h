#pragma once
// What is said of queries that may see no key.

#include "attention/trace.h"
#include "problem/problem.h"

#include <cstddef>
#include <string>
#include <vector>

namespace attn {

/// A warning for each head with such queries; one for all heads if it is the same in all. Words count from 1, jq paths
/// from 0.
std::vector<std::string> blind_warnings(const Problem& problem, const Trace& trace, std::size_t sequence);

} // namespace attn
