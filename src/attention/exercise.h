#pragma once
// Exercises whose weights are worth working: no row in which one key has nearly everything, or all nearly the same.

#include "problem/invent.h"
#include "problem/problem.h"

#include <cstddef>
#include <cstdint>

namespace attn {

/// Above `one_hot` the largest weight of a row has nearly everything; if the largest is less than `uniform` above the
/// smallest, all have nearly the same. Only keys that may be seen count, and only where there are several.
inline constexpr double nearly_one_hot = 0.9, nearly_uniform = 0.1;

/// How many rows of weights of a problem of one sequence are nearly one-hot or nearly uniform.
std::size_t dull_rows(const Problem& problem);

/// The exercise of that seed, the same on every machine; its id is the seed. Without `any_weights` no row is dull:
/// throws Refusal if none of many tries has such weights.
Problem exercise(const Request& request, std::uint64_t seed, bool any_weights);

} // namespace attn
