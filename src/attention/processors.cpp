#include "attention/processors.h"

#include "matrix/control_group.h"

#include <algorithm>
#include <omp.h>
#include <sstream>

namespace attn {

std::size_t processors_of_quota(const std::string& quota_and_period) {
  std::istringstream text(quota_and_period);
  double quota = 0, period = 0;
  if (!(text >> quota >> period) || quota <= 0 || period <= 0) return 0;
  return std::max<std::size_t>(1, static_cast<std::size_t>(quota / period + 0.5));
}

std::size_t usable_processors() {
  auto processors = static_cast<std::size_t>(std::max(1, omp_get_num_procs())); // those of the affinity
  if (processors == 1) return 1;
  const auto narrow = [&](const std::string& quota_and_period) {
    const std::size_t allowed = processors_of_quota(quota_and_period);
    if (allowed != 0) processors = std::min(processors, allowed);
  };
  for (const std::string& folder : group_folders("cpu")) {
    narrow(first_line(folder + "/cpu.max")); // of version 2, and of version 1:
    narrow(first_line(folder + "/cpu.cfs_quota_us") + ' ' + first_line(folder + "/cpu.cfs_period_us"));
  }
  return processors;
}

} // namespace attn
