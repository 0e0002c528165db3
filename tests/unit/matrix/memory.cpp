#include "matrix/memory.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstddef>
#include <sys/resource.h>
#include <unistd.h>

using namespace attn;

namespace {

/// The address space is so large until this ends.
class AddressSpace {
public:
  explicit AddressSpace(rlim_t bytes) {
    REQUIRE(::getrlimit(RLIMIT_AS, &before_) == 0);
    const rlimit limited{bytes, before_.rlim_max};
    REQUIRE(::setrlimit(RLIMIT_AS, &limited) == 0);
  }
  AddressSpace(const AddressSpace&) = delete;
  AddressSpace& operator=(const AddressSpace&) = delete;
  ~AddressSpace() { ::setrlimit(RLIMIT_AS, &before_); }

private:
  rlimit before_{};
};

std::size_t installed() {
  return static_cast<std::size_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

} // namespace

TEST_CASE("no more memory is usable than is installed, and some is") {
  CHECK(usable_memory() <= installed());
  CHECK(usable_memory() > 1 << 20); // this program runs in it
}

#ifndef __SANITIZE_ADDRESS__ // which fills the address space itself
TEST_CASE("a limit of the address space is a limit of memory") {
  const std::size_t all = usable_memory();
  const AddressSpace limited(all / 2);
  CHECK(usable_memory() == all / 2);
}

TEST_CASE("an address space larger than the memory leaves it as it is") {
  const std::size_t all = usable_memory();
  rlimit most{};
  REQUIRE(::getrlimit(RLIMIT_AS, &most) == 0);
  if (most.rlim_max != RLIM_INFINITY) return; // it may not be set as large
  const AddressSpace wide(2 * installed());
  CHECK(usable_memory() == all);
}
#endif
