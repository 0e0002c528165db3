#pragma once
// What is out of all proportion to the input is done only when it is allowed by name.

#include "attention/trace.h"
#include "problem/problem.h"

#include <cstddef>
#include <optional>

namespace attn {

/// A few kilobytes can ask for gigabytes and hours: each head has a matrix of queries x keys. Throws Refusal if the
/// steps to keep, and what is told of each, take more bytes than `allowed` (--max-memory), by default 32 MB or 256
/// bytes for each byte read; and, if nothing was allowed, for more than 2^27 pairs of query and key or 2^16 for each
/// byte read, or for more memory than there is.
void refuse_if_too_large(const Problem& problem, const StepSet& keep, std::size_t bytes_read,
                         std::optional<std::size_t> allowed);

} // namespace attn
