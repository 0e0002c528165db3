#include "matrix/control_group.h"

#include <catch2/catch.hpp>

using namespace attn;
using Folders = std::vector<std::string>;

TEST_CASE("the groups of a controller: its own and all above, up to the root") {
  CHECK(group_folders("4:memory:/a/b\n1:cpu:/\n", "memory") ==
        Folders{"/sys/fs/cgroup/memory/a/b", "/sys/fs/cgroup/memory/a", "/sys/fs/cgroup/memory"});
  CHECK(group_folders("4:memory:/a/b\n1:cpu:/\n", "cpu") == Folders{"/sys/fs/cgroup/cpu"});
  CHECK(group_folders("2:cpu,cpuacct:/a\n", "cpu") ==
        Folders{"/sys/fs/cgroup/cpu,cpuacct/a", "/sys/fs/cgroup/cpu,cpuacct", "/sys/fs/cgroup/cpu/a",
                "/sys/fs/cgroup/cpu"});
  CHECK(group_folders("3:cpuset:/a\n", "cpu").empty());
}

TEST_CASE("version 2 has one group for all controllers") {
  CHECK(group_folders("0::/job.slice\n", "memory") == Folders{"/sys/fs/cgroup/job.slice", "/sys/fs/cgroup"});
  CHECK(group_folders("0::/", "cpu") == Folders{"/sys/fs/cgroup"});
}

TEST_CASE("what is no list of groups names none") {
  for (const char* text : {"", "\n\n", "nonsense", "1:cpu", "0::relative"}) CHECK(group_folders(text, "cpu").empty());
}

TEST_CASE("a limit in bytes, or none") {
  CHECK(bytes_of_limit("209715200") == 209715200u);
  for (const char* text : {"max", "", "-1", "1G", "99999999999999999999999"}) CHECK(!bytes_of_limit(text));
}
