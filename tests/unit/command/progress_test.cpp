// What is said of how far the lines are.

#include "command/progress.h"

#include <catch2/catch.hpp>

namespace attn {

TEST_CASE("lines, rate, faults, share and time left") {
  CHECK(progress_words(1, 0, 2, {}) == "1 line, 0 a second");
  CHECK(progress_words(3000, 0, 2, {}) == "3000 lines, 1500 a second");
  CHECK(progress_words(3000, 7, 2, 0.25) == "3000 lines, 1500 a second, 7 failed, 25 %, 0:06 left");
  CHECK(progress_words(100, 0, 100, 0.01) == "100 lines, 1 a second, 1 %, 2:45:00 left");
}

TEST_CASE("nothing is left at the end, and nothing is known at the beginning") {
  CHECK(progress_words(100, 0, 10, 1.0) == "100 lines, 10 a second");
  CHECK(progress_words(100, 0, 10, 0.0) == "100 lines, 10 a second");
  CHECK(progress_words(0, 0, 0, {}) == "0 lines, 0 a second");
}

} // namespace attn
