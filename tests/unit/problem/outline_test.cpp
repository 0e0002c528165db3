// Sizes that follow from others, and sizes that do not fit together.

#include "problem/outline.h"

#include "error.h"

#include <catch2/catch.hpp>

#include <limits>
#include <string>

using namespace attn;

namespace {

Sizes sizes(std::size_t tokens, std::size_t d_model, std::size_t heads) {
  Sizes made;
  made.tokens = tokens;
  made.d_model = d_model;
  made.heads = heads;
  return made;
}

std::string fault_of(const Sizes& sizes) {
  try {
    shape_of(sizes);
  } catch (const Refusal& refusal) {
    return refusal.errors[0].message + " / " + refusal.errors[0].hint;
  }
  return "";
}

} // namespace

TEST_CASE("BERT's layer: 12 heads of 64 columns") {
  const Shape shape = shape_of(sizes(10, 768, 12));
  CHECK(shape.d_k == 64);
  CHECK(shape.d_v == 64);
  CHECK(shape.kv_heads == 12);
  CHECK(shape.keys() == 10);
  CHECK(shape.d_out == 768);
}

TEST_CASE("without d_model the chain starts at Q, K and V") {
  Sizes given;
  given.tokens = 3;
  given.d_k = 4;
  given.d_v = 5;
  given.heads = 2;
  const Problem problem = outline(given);
  CHECK(problem.start == Start::QKV);
  CHECK(problem.shape.d_out == 10);
  CHECK(problem.project_O.identity);
}

TEST_CASE("an outline has no numbers, whatever its sizes") {
  Sizes large = sizes(std::size_t{1} << 40, std::size_t{1} << 40, 1);
  large.past = std::size_t{1} << 40;
  large.context = 5;
  const Problem problem = outline(large);
  CHECK(problem.X[0].empty());
  CHECK(problem.X[0].cols() == std::size_t{1} << 40);
  CHECK(problem.past_K[0].rows() == std::size_t{1} << 40);
  CHECK(problem.shape.keys() == (std::size_t{1} << 40) + 5);
}

TEST_CASE("sizes that do not fit say what would") {
  CHECK(fault_of(sizes(3, 10, 3)) ==
        "d_model 10 cannot be shared among 3 heads / take --heads 1, 2, 5, 10, or say --d-k");
  Sizes shared = sizes(3, 12, 6);
  shared.kv_heads = 4;
  CHECK(fault_of(shared) == "6 heads cannot share 4 key/value heads / take --kv-heads 1, 2, 3, 6");
  CHECK(fault_of({}) == "the width of the queries is not known / say --d-model, or --d-k");
  Sizes wide = sizes(3, 12, 2);
  wide.d_k = std::numeric_limits<std::size_t>::max();
  CHECK(fault_of(wide) ==
        "2 x 18446744073709551615 exceeds 2^64 - 1, and is the width of all heads / take smaller sizes");
  Sizes cached = sizes(3, 12, 2);
  cached.past = std::numeric_limits<std::size_t>::max();
  CHECK(fault_of(cached) ==
        "18446744073709551615 + 3 exceeds 2^64 - 1, and is the number of keys, cached and new / take smaller sizes");
}
