#pragma once
// How many processors this process may use: what its affinity leaves it, and its control groups pay for; and from which
// work on it takes more than one.

#include <cstddef>
#include <string>

namespace attn {

/// Multiply-adds from which on threads share a work: five to fifteen milliseconds of one. On a busy machine a thread may
/// wait as long before it begins, and all wait for it at the end.
inline constexpr std::size_t least_shared = std::size_t{1} << 28;

/// At least 1.
std::size_t usable_processors();

/// The whole processors that a quota in microseconds allows each period, at least 1; 0: "max" or -1, no limit, or no
/// such text. "200000 100000" (cpu.max of cgroup v2) gives 2.
std::size_t processors_of_quota(const std::string& quota_and_period);

} // namespace attn
