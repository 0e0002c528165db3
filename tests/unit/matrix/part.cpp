#include "matrix/part.h"

#include <catch2/catch.hpp>

using namespace attn;

TEST_CASE("even parts: one after the other, all of it, none larger than the most, none smaller by two") {
  for (std::size_t count = 0; count < 60; ++count)
    for (std::size_t most = 1; most < 9; ++most) {
      CAPTURE(count, most);
      const std::size_t parts = parts_of(count, most);
      CHECK(parts * most >= count);
      std::size_t next = 0;
      for (std::size_t number = 0; number < parts; ++number) {
        const Share part = EvenParts(count, parts)[number];
        CHECK(part.first == next);
        CHECK(part.count <= most);
        CHECK(part.count + 1 >= parts_of(count, parts));
        next += part.count;
      }
      CHECK(next == count);
    }
  CHECK(EvenParts(10, 2)[0].count == 5); // ten rows in tiles of at most six
  CHECK(EvenParts(11, 2)[0].count == 6);
  STATIC_REQUIRE(EvenParts(0, 0).size() == 0);
}
