#pragma once
// The slopes of ALiBi (Press et al. 2022) when only the number of heads is given.

#include <cstddef>
#include <vector>

namespace attn {

/// Of `heads` heads, counted from 1: 2^(-8h/heads) if that is a power of two. Else those of the largest power of two
/// below, n, and then every second one of 2n: 2^(-8(2k-1)/2n).
std::vector<double> alibi_slopes(std::size_t heads);

} // namespace attn
