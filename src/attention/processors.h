#pragma once
// How many processors this process may use: what its affinity leaves it, and its control groups pay for.

#include <cstddef>
#include <string>

namespace attn {

/// At least 1.
std::size_t usable_processors();

/// The whole processors that a quota in microseconds allows each period, at least 1; 0: "max" or -1, no limit, or no
/// such text. "200000 100000" (cpu.max of cgroup v2) gives 2.
std::size_t processors_of_quota(const std::string& quota_and_period);

} // namespace attn
