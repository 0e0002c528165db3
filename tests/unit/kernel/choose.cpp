#include "kernel/kernel.h"

#include <catch2/catch.hpp>

using namespace attn;

TEMPLATE_TEST_CASE("kernels are found by name, the best one without", "", float, double) {
  REQUIRE(find_kernel<TestType>("generic"));
  CHECK(find_kernel<TestType>("generic")->name == "generic");
  CHECK(find_kernel<TestType>("") == &kernels<TestType>().back());
  CHECK(find_kernel<TestType>("abacus") == nullptr);
  CHECK(kernels<TestType>().front().name == "generic");
}
