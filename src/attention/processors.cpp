#include "attention/processors.h"

#include <algorithm>
#include <fstream>
#include <omp.h>
#include <sstream>

namespace attn {
namespace {

std::string first_line(const std::string& file) {
  std::string line;
  std::getline(std::ifstream(file) >> std::ws, line);
  return line;
}

/// "2:cpu,cpuacct:/a/b" of /proc/self/cgroup: the folders of the group and of all above it, under both ways of
/// mounting. A container sees its own group as the root, so that one is always asked.
void narrow_by_group(std::size_t& processors, std::string path) {
  const auto narrow = [&](const std::string& quota) {
    const std::size_t allowed = processors_of_quota(quota);
    if (allowed != 0) processors = std::min(processors, allowed);
  };
  for (;; path.erase(path.rfind('/'))) {
    if (path == "/") path.clear();
    narrow(first_line("/sys/fs/cgroup" + path + "/cpu.max"));
    for (const std::string controller : {"/sys/fs/cgroup/cpu", "/sys/fs/cgroup/cpu,cpuacct"})
      narrow(first_line(controller + path + "/cpu.cfs_quota_us") + ' ' +
             first_line(controller + path + "/cpu.cfs_period_us"));
    if (path.empty()) return;
  }
}

} // namespace

std::size_t processors_of_quota(const std::string& quota_and_period) {
  std::istringstream text(quota_and_period);
  double quota = 0, period = 0;
  if (!(text >> quota >> period) || quota <= 0 || period <= 0) return 0;
  return std::max<std::size_t>(1, static_cast<std::size_t>(quota / period + 0.5));
}

std::size_t usable_processors() {
  auto processors = static_cast<std::size_t>(std::max(1, omp_get_num_procs())); // those of the affinity
  if (processors == 1) return 1;
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    const std::size_t controllers = line.find(':'), path = line.find(':', controllers + 1);
    if (path == std::string::npos) continue;
    const std::string names = line.substr(controllers + 1, path - controllers - 1);
    if (names.empty() || names.starts_with("cpu")) narrow_by_group(processors, line.substr(path + 1));
  }
  return processors;
}

} // namespace attn
