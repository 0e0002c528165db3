#include "problem/shown.h"

#include "problem/character.h"

#include <catch2/catch.hpp>

#include <string>

namespace attn {
namespace {

TEST_CASE("control characters and bytes that are no UTF-8 are escaped, all else passes") {
  CHECK(shown("a\nb\tc\rd") == R"(a\nb\tc\rd)");
  CHECK(shown("\x1B[31m\x7F") == R"(\u001b[31m\u007f)");
  CHECK(shown("\xC2\x9B") == R"(\u009b)");
  CHECK(shown("caf\xC3\xA9 \xE6\x82\xA3") == "caf\xC3\xA9 \xE6\x82\xA3");
  CHECK(shown("a\xFFz\xC3") == R"(a\xffz\xc3)");
}

TEST_CASE("long text is cut after forty characters, not bytes") {
  const std::string forty(40, 'k');
  CHECK(shown(forty) == forty);
  CHECK(shown(forty + "k") == forty + "...");
  std::string accents;
  for (int i = 0; i < 40; ++i) accents += "\xC3\xA9";
  CHECK(shown(accents) == accents);
}

TEST_CASE("plain text is UTF-8 without control characters") {
  CHECK(is_plain("caf\xC3\xA9, 1"));
  CHECK(is_plain(""));
  CHECK_FALSE(is_plain("a\x01"));
  CHECK_FALSE(is_plain("caf\xE9"));
}

TEST_CASE("blanks and marks of format are not seen") {
  CHECK(is_unseen(U'\u00A0'));
  CHECK(is_unseen(U'\u200B'));
  CHECK_FALSE(is_unseen(U'a'));
  CHECK_FALSE(is_unseen(Character::invalid));
}

TEST_CASE("a step of a JSON pointer escapes ~ and /") {
  CHECK(joined("", "a/b~c") == "/a~1b~0c");
  CHECK(joined("/X", 2) == "/X/2");
}

} // namespace
} // namespace attn
