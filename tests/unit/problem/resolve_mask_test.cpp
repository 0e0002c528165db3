// Which masks a problem may have: levels, sizes, words and flags.

#include "document_of.h"

#include <catch2/catch.hpp>
#include <cmath>

using namespace attn;

namespace {

constexpr const char* one = R"({"X":[[1],[2]],"mask":)";                               // n = m = 2
constexpr const char* batch = R"({"X":[[[1],[2]],[[3],[4]]],"heads":1,"mask":)";       // B = 2, n = m = 2
constexpr const char* past = R"({"X":[[1],[2]],"past":{"K":[[1]],"V":[[1]]},"mask":)"; // P + m = 3

Mask mask_of(const char* start, const std::string& mask) {
  return problem_of(start + mask + "}").mask;
}
Lines faults(const char* start, const std::string& mask) {
  return faults_of(start + mask + "}");
}

using Sizes = std::array<std::size_t, 4>; // sequences, heads, queries, keys

} // namespace

TEST_CASE("causal as a word, as true and with its corner") {
  CHECK(mask_of(one, R"("causal")").causal == Causal::top_left);
  CHECK(mask_of(one, R"({"causal":true})").causal == Causal::top_left);
  CHECK(mask_of(one, R"({"causal":"top-left"})").causal == Causal::top_left);
  CHECK(mask_of(one, R"({"causal":"bottom-right"})").causal == Causal::bottom_right);
}

TEST_CASE("none, {}, causal false and a window without sides are no mask") {
  for (const char* mask : {R"("none")", "{}", R"({"causal":false})", R"({"window":{}})"})
    CHECK_FALSE(mask_of(one, mask).given());
}

TEST_CASE("--causal adds top-left unless the file's mask has a causal") {
  Overrides overrides;
  overrides.causal = true;
  CHECK(problem_of(R"({"X":[[1]]})", overrides).mask.words() == "causal (top-left)");
  CHECK(problem_of(R"({"X":[[1]],"mask":{"padding":[1]}})", overrides).mask.words() == "causal (top-left), padding");
  CHECK(problem_of(R"({"X":[[1]],"mask":{"causal":"bottom-right"}})", overrides).mask.causal == Causal::bottom_right);
  // Of the two corners the one that denies more: with 1 query and 2 keys top-left hides key 2, with 2 and 1 query 1 is
  // blind to key 1 under bottom-right.
  const auto corner = [&](const char* text) { return problem_of(text, overrides).mask.causal; };
  CHECK(corner(R"({"Q":[[1]],"K":[[1],[2]],"mask":{"causal":"bottom-right"}})") == Causal::top_left);
  CHECK(corner(R"({"Q":[[1],[2]],"K":[[1]],"mask":{"causal":"bottom-right"}})") == Causal::bottom_right);
}

TEST_CASE("Two levels are n x m, three a matrix for each head, four a batch of those") {
  CHECK(mask_of(one, R"({"keep":[[1,0],[1,1]]})").keep.shape == Sizes{1, 1, 2, 2});
  CHECK(mask_of(one, R"({"block":[[[0,1],[0,0]]]})").block.shape == Sizes{1, 1, 2, 2});
  const Problem heads = problem_of(R"({"X":[[1,2]],"heads":2,"mask":{"keep":[[[1]],[[0]]]}})");
  CHECK(heads.mask.keep.shape == Sizes{1, 2, 1, 1});
  CHECK(heads.mask.blocked_by({0, 1, 0, 0}) == MaskPart::keep);
  CHECK_FALSE(heads.mask.blocked_by({0, 0, 0, 0}));
  const Mask four = mask_of(batch, R"({"keep":[[[[1,1],[1,1]]],[[[0,1],[1,1]]]]})");
  CHECK(four.keep.shape == Sizes{2, 1, 2, 2});
  CHECK(four.blocked_by({1, 0, 0, 0}) == MaskPart::keep);
}

TEST_CASE("An axis of size 1 is repeated") {
  CHECK(mask_of(one, R"({"keep":[[1,0]]})").keep.shape == Sizes{1, 1, 1, 2});
  CHECK(mask_of(one, R"({"keep":[[1],[0]]})").keep.shape == Sizes{1, 1, 2, 1});
  CHECK(mask_of(batch, R"({"add":[[[[0.5]]]]})").add.shape == Sizes{1, 1, 1, 1});
}

TEST_CASE("With a past, masks count all keys, cached ones first") {
  CHECK(mask_of(past, R"({"keep":[[1,1,0],[1,1,1]]})").keep.shape == Sizes{1, 1, 2, 3});
  CHECK(faults(past, R"({"keep":[[1,1],[1,1]]})") ==
        Lines{"3:2: /mask/keep/0: expected 3 entries, as P + m is 3, found 2"});
  CHECK(mask_of(past, R"("causal")").blocked_by({0, 0, 0, 2}) == MaskPart::causal);
}

TEST_CASE("Masks of another size") {
  CHECK(faults(one, R"({"keep":[[1,1,1],[1,1,1],[1,1,1]]})") ==
        Lines{"2:1: /mask/keep: expected 2 lists, as n of X is 2, found 3",
              "2:2: /mask/keep/0: expected 2 entries, as m of X is 2, found 3"});
  CHECK(faults(one, R"({"add":[[[0,0],[0,0]],[[0,0],[0,0]]]})") ==
        Lines{"2:1: /mask/add: expected 1 list, as heads is 1, found 2"});
  CHECK(faults(one, R"({"keep":[[[[1]]]]})") ==
        Lines{"2:1: /mask/keep: keep for each sequence, but there is no batch"});
}

TEST_CASE("Three levels in a batch are heads, and the hint says how sequences are written") {
  const std::string text = std::string(batch) + R"({"keep":[[[1,1],[1,1]],[[1,1],[1,1]]]}})";
  CHECK(faults_of(text) == Lines{"3:1: /mask/keep: expected 1 list, as heads is 1, found 2"});
  CHECK_THAT(hint_of(text), Catch::Contains("one for each sequence is written B x 1 x n x m"));
}

TEST_CASE("padding and queries are flat, or in a batch one list for each sequence") {
  CHECK(mask_of(one, R"({"padding":[1,0]})").padding.shape == Sizes{1, 1, 1, 2});
  CHECK(mask_of(one, R"({"queries":[1,0]})").queries.shape == Sizes{1, 1, 2, 1});
  CHECK(mask_of(batch, R"({"padding":[1,0]})").padding.shape == Sizes{1, 1, 1, 2});
  CHECK(mask_of(batch, R"({"padding":[[1,0],[1,1]]})").padding.shape == Sizes{2, 1, 1, 2});
  CHECK(mask_of(batch, R"({"queries":[[1,0],[1,1]]})").queries.shape == Sizes{2, 1, 2, 1});
  CHECK(mask_of(past, R"({"padding":[0,1,1]})").padding.values.size() == 3);
  CHECK(faults(one, R"({"padding":[1]})") == Lines{"2:1: /mask/padding: expected 2 entries, as m of X is 2, found 1"});
  CHECK(faults(one, R"({"queries":[1,1,1]})") ==
        Lines{"2:1: /mask/queries: expected 2 entries, as n of X is 2, found 3"});
  CHECK(faults(one, R"({"padding":[[1,1]]})") ==
        Lines{"2:1: /mask/padding: padding for each sequence, but there is no batch"});
  CHECK(faults(batch, R"({"padding":[[1,1]]})") ==
        Lines{"3:1: /mask/padding: expected 2 lists, as the batch of X is 2, found 1"});
}

TEST_CASE("lengths count the real keys of each sequence of a batch") {
  const Mask mask = mask_of(batch, R"({"lengths":[2,0]})");
  CHECK(mask.lengths.shape == Sizes{2, 1, 1, 1});
  CHECK_FALSE(mask.blocked_by({0, 0, 0, 1}));
  CHECK(mask.blocked_by({1, 0, 0, 0}) == MaskPart::lengths);
  CHECK(faults(one, R"({"lengths":[1]})") ==
        Lines{"2:1: /mask/lengths: lengths for each sequence, but there is no batch"});
  CHECK(faults(batch, R"({"lengths":[1,3]})") == Lines{"3:1: /mask/lengths/1: 3 real keys, but m of X is 2"});
  CHECK(faults(batch, R"({"lengths":[1]})") ==
        Lines{"3:1: /mask/lengths: expected 2 entries, as the batch of X is 2, found 1"});
}

TEST_CASE("A window has a left, a right, or both, of any size") {
  const Mask mask = mask_of(one, R"({"window":{"left":0,"right":1e300}})");
  CHECK(mask.window->left == 0);
  CHECK_FALSE(mask.blocked_by({0, 0, 0, 1}));
  CHECK(mask.blocked_by({0, 0, 1, 0}) == MaskPart::window);
  CHECK_FALSE(mask_of(one, R"({"window":{"right":0}})").window->left);
}

TEST_CASE("add may hold -inf") {
  const Mask mask = mask_of(one, R"({"add":[["-inf",0.5],[0,0]]})");
  CHECK(mask.blocked_by({0, 0, 0, 0}) == MaskPart::add);
  CHECK(mask.added({0, 0, 0, 1}) == 0.5);
}

TEST_CASE("An add that holds only 0 and 1 looks like keep, and a warning says so") {
  CHECK(problem_of(R"({"X":[[1],[2]],"mask":{"add":[[1,0],[1,1]]}})").warnings ==
        Lines{"/mask/add holds only 0 and 1, which are added to the scores; it looks like keep (1 = may attend) or "
              "block (1 = may not)"});
  CHECK(problem_of(R"({"X":[[1],[2]],"mask":{"add":[[0,0],[0,0]]}})").warnings.empty());
  CHECK(problem_of(R"({"X":[[1],[2]],"mask":{"add":[[1,0.5],[0,0]]}})").warnings.empty());
}
