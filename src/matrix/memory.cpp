#include "matrix/memory.h"

#include "matrix/control_group.h"

#include <algorithm>

#include <sys/resource.h>
#include <unistd.h>

namespace attn {

std::size_t usable_memory() {
  std::size_t bytes =
      static_cast<std::size_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  rlimit limit{};
  if (::getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    bytes = std::min<std::size_t>(bytes, limit.rlim_cur);
  for (const std::string& folder : group_folders("memory"))
    for (const char* file : {"/memory.max", "/memory.limit_in_bytes"}) // of version 2 and of version 1
      bytes = std::min<std::size_t>(bytes, bytes_of_limit(first_line(folder + file)).value_or(bytes));
  return bytes;
}

} // namespace attn
