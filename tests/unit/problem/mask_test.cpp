// Who may see whom: each part by hand, what wins, and that a row at a time is the same as a cell at a time.

#include "problem/mask.h"

#include <catch2/catch.hpp>
#include <limits>
#include <rapidcheck.h>

using namespace attn;

namespace {

constexpr double minus_infinity = -std::numeric_limits<double>::infinity();

Mask empty_mask(std::size_t queries, std::size_t keys, std::size_t past = 0) {
  Mask mask;
  mask.queries_count = queries;
  mask.keys_count = keys;
  mask.past = past;
  return mask;
}

/// A row of '.' (may attend) and 'x' (blocked) for each query.
std::vector<std::string> picture(const Mask& mask, std::size_t sequence = 0, std::size_t head = 0) {
  std::vector<std::string> rows;
  std::vector<std::uint8_t> blocked(mask.keys_count);
  for (std::size_t i = 0; i < mask.queries_count; ++i) {
    mask.blocked_row({sequence, head, i, 0}, blocked);
    std::string& row = rows.emplace_back();
    for (const std::uint8_t b : blocked) row += b ? 'x' : '.';
  }
  return rows;
}

using Picture = std::vector<std::string>;

} // namespace

TEST_CASE("No mask: every query sees every key") {
  const Mask mask = empty_mask(2, 3);
  CHECK_FALSE(mask.given());
  CHECK(mask.words() == "none");
  CHECK(picture(mask) == Picture{"...", "..."});
}

TEST_CASE("Causal top-left: query i sees key j when j <= i + past") {
  Mask mask = empty_mask(2, 4);
  mask.causal = Causal::top_left;
  CHECK(picture(mask) == Picture{".xxx", "..xx"});
  mask = empty_mask(3, 2);
  mask.causal = Causal::top_left;
  CHECK(picture(mask) == Picture{".x", "..", ".."});
  mask = empty_mask(2, 5, 3);
  mask.causal = Causal::top_left;
  CHECK(picture(mask) == Picture{"....x", "....."});
}

TEST_CASE("Causal bottom-right: the last query sees all keys, and the first of many none") {
  Mask mask = empty_mask(2, 4);
  mask.causal = Causal::bottom_right;
  CHECK(picture(mask) == Picture{"...x", "...."});
  mask = empty_mask(3, 2);
  mask.causal = Causal::bottom_right;
  CHECK(picture(mask) == Picture{"xx", ".x", ".."});
  CHECK(mask.causal_end(0) == 0);
}

TEST_CASE("No part but queries blocks an extra key, and none counts it") {
  Mask mask = empty_mask(2, 4);
  mask.extra = 1;
  mask.causal = Causal::top_left;
  CHECK(picture(mask) == Picture{".xx.", "..x."});
  mask.causal = Causal::bottom_right;
  CHECK(picture(mask) == Picture{"..x.", "...."});
  mask.causal = Causal::none;
  mask.padding = {{1, 1, 1, 3}, {0, 1, 0}};
  CHECK(picture(mask) == Picture{"x.x.", "x.x."});
  mask.window = {0, 0};
  CHECK(picture(mask) == Picture{"xxx.", "x.x."});
  mask.queries = {{1, 1, 2, 1}, {0, 1}};
  CHECK(picture(mask) == Picture{"xxxx", "x.x."});
  mask.add = {{1, 1, 1, 3}, {5, 5, 5}};
  CHECK(mask.added({0, 0, 1, 3}) == 0);
}

TEST_CASE("keep says who may, block who may not") {
  Mask mask = empty_mask(2, 2);
  mask.keep = {{1, 1, 2, 2}, {1, 0, 1, 1}};
  CHECK(picture(mask) == Picture{".x", ".."});
  mask = empty_mask(2, 2);
  mask.block = {{1, 1, 2, 2}, {1, 0, 1, 1}};
  CHECK(picture(mask) == Picture{"x.", "xx"});
}

TEST_CASE("add adds, and -infinity blocks") {
  Mask mask = empty_mask(1, 3);
  mask.add = {{1, 1, 1, 3}, {0.5, minus_infinity, 0}};
  CHECK(picture(mask) == Picture{".x."});
  CHECK(mask.added({0, 0, 0, 0}) == 0.5);
  CHECK(mask.added({0, 0, 0, 1}) == 0);
  CHECK(mask.blocked_by({0, 0, 0, 1}) == MaskPart::add);
}

TEST_CASE("padding and lengths leave out keys, queries leave out whole rows") {
  Mask mask = empty_mask(2, 3);
  mask.padding = {{1, 1, 1, 3}, {0, 1, 1}};
  CHECK(picture(mask) == Picture{"x..", "x.."});
  mask = empty_mask(2, 3);
  mask.lengths = {{2, 1, 1, 1}, {2, 0}};
  CHECK(picture(mask, 0) == Picture{"..x", "..x"});
  CHECK(picture(mask, 1) == Picture{"xxx", "xxx"});
  mask = empty_mask(2, 3);
  mask.queries = {{1, 1, 2, 1}, {1, 0}};
  CHECK(picture(mask) == Picture{"...", "xxx"});
}

TEST_CASE("A window counts from the query's own position") {
  Mask mask = empty_mask(4, 4);
  mask.window = Window{1, 0};
  CHECK(picture(mask) == Picture{".xxx", "..xx", "x..x", "xx.."});
  mask.window = Window{std::nullopt, 1};
  CHECK(picture(mask) == Picture{"..xx", "...x", "....", "...."});
  mask.window = Window{1, std::nullopt};
  CHECK(picture(mask) == Picture{"....", "....", "x...", "xx.."});
}

TEST_CASE("With a past the window moves by it; with bottom-right by keys - queries") {
  Mask mask = empty_mask(2, 4, 2);
  mask.window = Window{1, 0};
  CHECK(picture(mask) == Picture{"x..x", "xx.."});
  mask = empty_mask(2, 5);
  mask.window = Window{1, 0};
  CHECK(picture(mask) == Picture{".xxxx", "..xxx"});
  mask.causal = Causal::bottom_right;
  CHECK(picture(mask) == Picture{"xx..x", "xxx.."});
}

TEST_CASE("A window of any size, also around a position before all keys") {
  const std::size_t huge = std::numeric_limits<std::size_t>::max();
  Mask mask = empty_mask(2, 3);
  mask.window = Window{huge, huge};
  CHECK(picture(mask) == Picture{"...", "..."});
  mask = empty_mask(4, 2);
  mask.causal = Causal::bottom_right; // positions -2, -1, 0, 1
  mask.window = Window{huge, 0};
  CHECK(picture(mask) == Picture{"xx", "xx", ".x", ".."});
}

TEST_CASE("Parts are combined and deny wins") {
  Mask mask = empty_mask(2, 2);
  mask.causal = Causal::top_left;
  mask.keep = {{1, 1, 1, 2}, {0, 1}};
  mask.padding = {{1, 1, 1, 2}, {1, 1}};
  CHECK(picture(mask) == Picture{"xx", "x."});
  CHECK(mask.blocked_by({0, 0, 0, 1}) == MaskPart::causal);
  CHECK(mask.blocked_by({0, 0, 0, 0}) == MaskPart::keep);
  CHECK_FALSE(mask.blocked_by({0, 0, 1, 1}));
}

TEST_CASE("An axis of size 1 is repeated, others are per head and per sequence") {
  Mask mask = empty_mask(2, 2);
  mask.block = {{1, 2, 1, 2}, {1, 0, 0, 1}};
  CHECK(picture(mask, 0, 0) == Picture{"x.", "x."});
  CHECK(picture(mask, 7, 1) == Picture{".x", ".x"});
  mask.block = {{2, 1, 2, 1}, {1, 0, 0, 1}};
  CHECK(picture(mask, 0, 3) == Picture{"xx", ".."});
  CHECK(picture(mask, 1, 0) == Picture{"..", "xx"});
}

TEST_CASE("Words name the parts in a fixed order") {
  Mask mask = empty_mask(1, 1);
  mask.queries = {{1, 1, 1, 1}, {1}};
  mask.window = Window{1, 1};
  mask.lengths = {{1, 1, 1, 1}, {1}};
  mask.padding = {{1, 1, 1, 1}, {1}};
  mask.add = {{1, 1, 1, 1}, {0}};
  mask.block = {{1, 1, 1, 1}, {0}};
  mask.keep = {{1, 1, 1, 1}, {1}};
  mask.causal = Causal::bottom_right;
  CHECK(mask.words() == "causal (bottom-right), keep, block, add, padding, lengths, window, queries");
  CHECK(mask.given(MaskPart::window));
  mask = empty_mask(1, 1);
  mask.causal = Causal::top_left;
  CHECK(mask.words() == "causal (top-left)");
  CHECK_FALSE(mask.given(MaskPart::keep));
}

namespace {

struct Sizes {
  std::size_t sequences, heads, queries, keys;
};

template <class V>
Grid<V> any_grid(const std::array<std::size_t, 4>& shape, const std::vector<V>& entries) {
  Grid<V> grid{shape, {}};
  const std::size_t count = shape[0] * shape[1] * shape[2] * shape[3];
  for (std::size_t i = 0; i < count; ++i) grid.values.push_back(*rc::gen::elementOf(entries));
  return grid;
}

/// Each axis whole or of size 1; not given in half of the cases.
template <class V>
Grid<V> any_cells(const Sizes& sizes, const std::vector<V>& entries) {
  if (*rc::gen::arbitrary<bool>()) return {};
  const auto axis = [](std::size_t size) { return *rc::gen::elementOf(std::vector<std::size_t>{1, size}); };
  return any_grid<V>({axis(sizes.sequences), axis(sizes.heads), axis(sizes.queries), axis(sizes.keys)}, entries);
}

std::optional<std::size_t> any_side() {
  if (*rc::gen::arbitrary<bool>()) return std::nullopt;
  return *rc::gen::inRange<std::size_t>(0, 5);
}

Mask any_mask(const Sizes& sizes) {
  const std::vector<std::uint8_t> mostly_one{1, 1, 1, 0}, mostly_zero{0, 0, 0, 1};
  Mask mask = empty_mask(sizes.queries, sizes.keys, *rc::gen::inRange<std::size_t>(0, sizes.keys));
  mask.extra = *rc::gen::element<std::size_t>(0, 2);
  mask.keys_count += mask.extra;
  mask.causal = *rc::gen::element(Causal::none, Causal::top_left, Causal::bottom_right);
  mask.keep = any_cells(sizes, mostly_one);
  mask.block = any_cells(sizes, mostly_zero);
  mask.add = any_cells(sizes, std::vector<double>{0, 0.5, -2, minus_infinity});
  const auto some = [] { return *rc::gen::arbitrary<bool>(); };
  if (some()) mask.padding = any_grid({sizes.sequences, 1, 1, sizes.keys}, mostly_one);
  if (some()) mask.lengths = any_grid({sizes.sequences, 1, 1, 1}, std::vector<std::size_t>{0, 1, sizes.keys});
  if (some()) mask.queries = any_grid({sizes.sequences, 1, sizes.queries, 1}, mostly_one);
  if (some()) mask.window = Window{any_side(), any_side()};
  return mask;
}

} // namespace

TEST_CASE("blocked_row is blocked_by for every key") {
  CHECK(rc::check([] {
    const auto size = [] { return *rc::gen::inRange<std::size_t>(1, 5); };
    const Sizes sizes{size(), size(), size(), size()};
    const Mask mask = any_mask(sizes);
    std::vector<std::uint8_t> blocked(mask.keys_count);
    for (std::size_t b = 0; b < sizes.sequences; ++b)
      for (std::size_t h = 0; h < sizes.heads; ++h)
        for (std::size_t i = 0; i < sizes.queries; ++i) {
          mask.blocked_row({b, h, i, 0}, blocked);
          for (std::size_t j = 0; j < mask.keys_count; ++j)
            RC_ASSERT((blocked[j] != 0) == mask.blocked_by({b, h, i, j}).has_value());
        }
  }));
}

TEST_CASE("Whatever is given more blocks no less") {
  CHECK(rc::check([] {
    const Sizes sizes{1, 1, 3, 4};
    const Mask mask = any_mask(sizes);
    Mask more = mask;
    more.padding = {{1, 1, 1, 4}, {1, 1, 0, 1}};
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 4; ++j) {
        if (mask.blocked_by({0, 0, i, j}) && !mask.padding.given()) RC_ASSERT(more.blocked_by({0, 0, i, j}));
      }
  }));
}

TEST_CASE("Keys behind all others are seen whatever the rules, and nothing is added to them") {
  Mask mask = empty_mask(2, 3);
  mask.extra = 1;
  mask.causal = Causal::top_left;
  mask.add = {{1, 1, 2, 2}, {1, 2, 3, 4}};
  CHECK(picture(mask) == Picture{".x.", "..."});
  CHECK(mask.causal_end(0) == 3);
  CHECK(mask.added({0, 0, 1, 1}) == 4);
  CHECK(mask.added({0, 0, 1, 2}) == 0);
  CHECK(empty_mask(1, 1).added({0, 0, 0, 0}) == 0);
}

TEST_CASE("A window blocks keys on both of its sides") {
  Mask mask = empty_mask(3, 3);
  mask.window = Window{0, 0};
  CHECK(picture(mask) == Picture{".xx", "x.x", "xx."});
  CHECK(mask.blocked_by({0, 0, 1, 0}) == MaskPart::window);
  CHECK(mask.blocked_by({0, 0, 1, 2}) == MaskPart::window);
  CHECK_FALSE(mask.blocked_by({0, 0, 1, 1}));
}
