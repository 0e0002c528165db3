// How many threads a work gets is a function of its size: no clock is asked.

#include "attention/parallel.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <sched.h>
#include <vector>

using namespace attn;

TEST_CASE("small work stays on one thread, whatever is allowed; large work gets what was asked for") {
  constexpr std::size_t small = least_shared - 1, large = least_shared; // multiply-adds
  for (const std::size_t asked : {1u, 2u, 8u}) {
    CHECK(Team(asked).threads_for(0) == 1);
    CHECK(Team(asked).threads_for(small) == 1);
    CHECK(Team(asked).threads_for(large) == asked);
  }
  CHECK(Team(0).threads_for(small) == 1);
  CHECK(Team(0).threads_for(large) == usable_processors());
  CHECK(Team(3, 10).threads_for(9) == 1);
  CHECK(Team(3, 10).threads_for(10) == 3);
}

TEST_CASE("each item is done once, by threads that are no more than the items") {
  for (const std::size_t threads : {1u, 2u, 3u, 8u})
    for (const std::size_t items : {0u, 1u, 2u, 7u, 100u}) {
      std::vector<int> done(items);
      std::vector<std::size_t> by(items);
      Team::share(threads, items, [&](std::size_t item, std::size_t thread) {
        ++done[item];
        by[item] = thread;
      });
      CHECK(done == std::vector<int>(items, 1));
      CHECK(std::all_of(by.begin(), by.end(), [&](std::size_t thread) { return thread < std::min(threads, items); }));
    }
}

#ifdef __linux__
TEST_CASE("a process bound to one processor uses one") {
  cpu_set_t before, one;
  REQUIRE(sched_getaffinity(0, sizeof before, &before) == 0);
  CPU_ZERO(&one);
  for (int processor = 0; CPU_COUNT(&one) == 0; ++processor)
    if (CPU_ISSET(processor, &before)) CPU_SET(processor, &one);
  REQUIRE(sched_setaffinity(0, sizeof one, &one) == 0);
  CHECK(usable_processors() == 1);
  REQUIRE(sched_setaffinity(0, sizeof before, &before) == 0);
  CHECK(usable_processors() <= static_cast<std::size_t>(CPU_COUNT(&before)));
}
#endif
