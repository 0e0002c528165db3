#include "attention/processors.h"

#include <catch2/catch.hpp>

using namespace attn;

TEST_CASE("the processors that a quota allows: rounded, at least one; no limit is 0") {
  CHECK(processors_of_quota("200000 100000") == 2);
  CHECK(processors_of_quota("150000 100000") == 2);
  CHECK(processors_of_quota("140000 100000") == 1);
  CHECK(processors_of_quota("10000 100000") == 1);
  CHECK(processors_of_quota("max 100000") == 0);
  CHECK(processors_of_quota("-1 100000") == 0);
  CHECK(processors_of_quota("") == 0);
}

TEST_CASE("at least one processor is usable") {
  CHECK(usable_processors() >= 1);
}
