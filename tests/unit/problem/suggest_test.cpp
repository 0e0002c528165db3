#include "problem/suggest.h"

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include <array>
#include <string>

namespace attn {
namespace {

constexpr std::array<std::string_view, 4> keys{"heads", "mask", "X", "W_Q"};

TEST_CASE("one change is a character put in, taken out, replaced, or two neighbours swapped") {
  CHECK(edit_distance("mask", "mask") == 0);
  CHECK(edit_distance("mas", "mask") == 1);
  CHECK(edit_distance("maask", "mask") == 1);
  CHECK(edit_distance("mast", "mask") == 1);
  CHECK(edit_distance("msak", "mask") == 1);
  CHECK(edit_distance("kitten", "sitting") == 3);
  CHECK(edit_distance("", "mask") == 4);
}

TEST_CASE("case does not count") {
  CHECK(edit_distance("MASK", "mask") == 0);
}

TEST_CASE("the nearest known word is suggested, and nothing that is far") {
  CHECK(nearest("head", keys) == "heads");
  CHECK(nearest("maks", keys) == "mask");
  CHECK(nearest("x", keys) == "X");
  CHECK(nearest("w_q", keys) == "W_Q");
  CHECK(nearest("temperature", keys) == std::nullopt);
  CHECK(nearest("y", keys) == std::nullopt);
  CHECK(nearest("", keys) == std::nullopt);
}

TEST_CASE("a nearer word that comes later is suggested") {
  constexpr std::array<std::string_view, 3> known{"weighty", "weights", "heights"};
  CHECK(nearest("weightsx", known) == "weights");
}

TEST_CASE("of several that are as near, the first that begins alike is suggested, else the first") {
  constexpr std::array<std::string_view, 3> known{"Wk", "d_k", "d_v"};
  CHECK(nearest("dk", known) == "d_k");
  CHECK(nearest("d_w", known) == "d_k");
  CHECK(nearest("vk", known) == "Wk");
}

TEST_CASE("the distance is the same both ways") {
  CHECK(rc::check(
      [](const std::string& a, const std::string& b) { RC_ASSERT(edit_distance(a, b) == edit_distance(b, a)); }));
}

} // namespace
} // namespace attn
