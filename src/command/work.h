#pragma once
// What run and explain do alike once the problem is read: pick heads and queries, work the steps.

#include "attention/trace.h"
#include "command/options.h"
#include "problem/problem.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace attn {

/// --head counted from 0. Throws Refusal if this problem has no such head; --query alike.
std::optional<std::size_t> head_of(const Options& options, const Shape& shape);
std::optional<std::size_t> query_of(const Options& options, const Shape& shape);

/// The steps of all sequences: those to keep, or with --round-steps every one.
std::vector<Trace> work(const Problem& problem, const Options& options, const StepSet& keep);

} // namespace attn
