#include "format/format.h"

#include <catch2/catch.hpp>

namespace attn {

TEST_CASE("formats are found by name") {
  REQUIRE(find_format("table"));
  CHECK(find_format("table")->write == static_cast<decltype(Format::write)>(write_table));
  REQUIRE(find_format("json"));
  CHECK(find_format("json")->write == static_cast<decltype(Format::write)>(write_json));
  CHECK(find_format("JSON") == nullptr);
  CHECK(find_format("") == nullptr);
}

TEST_CASE("the ending of a file picks its format") {
  CHECK(format_of_file("out/result.json") == find_format("json"));
  CHECK(format_of_file("result.txt") == find_format("table"));
  CHECK(format_of_file("json") == nullptr);
  CHECK(format_of_file("result.json.bak") == nullptr);
}

TEST_CASE("every format says what it is for") {
  for (const Format& format : formats()) CHECK_FALSE(format.sentence.empty());
}

} // namespace attn
