#include "attention/processors.h"

#include "matrix/control_group.h"

#include <algorithm>
#include <omp.h>
#include <sched.h>
#include <sstream>

namespace attn {
namespace {

/// As it is now: libomp tells those of the program's start. Where OpenMP binds its threads (OMP_PROC_BIND, OMP_PLACES),
/// it has narrowed this thread's affinity itself, and only it knows the others.
std::size_t processors_of_affinity() {
#ifdef __linux__
  cpu_set_t allowed;
  if (omp_get_proc_bind() == omp_proc_bind_false && ::sched_getaffinity(0, sizeof allowed, &allowed) == 0)
    return static_cast<std::size_t>(CPU_COUNT(&allowed));
#endif
  return static_cast<std::size_t>(std::max(1, omp_get_num_procs())); // more than such a set holds
}

} // namespace

std::size_t processors_of_quota(const std::string& quota_and_period) {
  std::istringstream text(quota_and_period);
  double quota = 0, period = 0;
  if (!(text >> quota >> period) || quota <= 0 || period <= 0) return 0;
  return std::max<std::size_t>(1, static_cast<std::size_t>(quota / period + 0.5));
}

std::size_t usable_processors() {
  std::size_t processors = processors_of_affinity();
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
