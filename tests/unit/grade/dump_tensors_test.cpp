// Tensors that another program dumped: which steps their names and axes are.

#include "grade/dump_tensors.h"

#include <catch2/catch.hpp>

#include <limits>
#include <numeric>

namespace attn {
namespace {

/// Numbers 0, 1, 2, … of a shape.
Numbers counted(std::vector<std::size_t> shape) {
  Numbers numbers;
  numbers.values.resize(std::accumulate(shape.begin(), shape.end(), std::size_t{1}, std::multiplies<>{}));
  std::iota(numbers.values.begin(), numbers.values.end(), 0.0);
  numbers.shape = std::move(shape);
  return numbers;
}

Dump dump(std::string_view name, std::vector<std::size_t> shape) {
  const auto meaning = find_meaning(name);
  REQUIRE(meaning);
  Dump made;
  add_tensor(name, *meaning, counted(std::move(shape)), made);
  settle(made);
  return made;
}

} // namespace

TEST_CASE("names are jq paths, with or without the leading dot") {
  CHECK(dump("output", {2, 3}).steps[0].spot == Spot{Step::output, 0, 0});
  CHECK(dump(".heads[1].weights", {2, 3}).steps[0].spot == Spot{Step::weights, 0, 1});
  CHECK(dump("heads[1].output", {2, 3}).steps[0].spot == Spot{Step::head_output, 0, 1});
  CHECK(dump("batch[2].heads[1].Q", {2, 3}).steps[0].spot == Spot{Step::head_Q, 2, 1});
  CHECK(dump("heads[0].row_sum", {2}).steps[0].values.cols() == 1);
  CHECK(dump("heads.output", {2, 2, 3}).heads == 2);
}

TEST_CASE("names of frameworks, with the path of their module before them") {
  CHECK(dump("attn_weights", {2, 3, 3}).steps[1].spot == Spot{Step::weights, 0, 1});
  CHECK(dump("model.layers.0.self_attn.attn_weights", {3, 3}).steps[0].spot.step == Step::weights);
  CHECK(dump("q", {3, 4}).steps[0].spot.step == Step::Q);
  CHECK(dump("q", {2, 3, 2}).steps[0].spot.step == Step::head_Q);
  CHECK(dump("attn_output", {1, 3, 4}).steps[0].spot.step == Step::output);
  for (const char* other :
       {"scale", "mask", "shape.n", "heads[x].weights", "heads[0]", "batch[0].heads[0].nothing", ""})
    CHECK_FALSE(find_meaning(other));
}

TEST_CASE("a batch of one is none; more are sequences, heads within them") {
  const Dump one = dump("weights", {1, 2, 3, 3});
  CHECK_FALSE(one.batched);
  CHECK(one.heads == 2);
  CHECK(one.sequences == 1);
  const Dump two = dump("weights", {2, 2, 1, 3});
  CHECK(two.batched);
  REQUIRE(two.steps.size() == 4);
  CHECK(two.steps[2].spot == Spot{Step::weights, 1, 0});
  CHECK(two.steps[2].values(0, 0) == 6);
  CHECK(dump("concat", {2, 3, 4}).sequences == 2);
  CHECK(dump("output", {2, 3, 4}).steps[1].spot == Spot{Step::head_output, 0, 1}); // as in answers: of the heads
}

TEST_CASE("infinity stays infinity, which is not the same as what is no number") {
  Dump made;
  Numbers numbers = counted({1, 1});
  numbers.values[0] = std::numeric_limits<double>::infinity();
  add_tensor("weights", *find_meaning("weights"), numbers, made);
  CHECK(made.steps[0].values(0, 0) == std::numeric_limits<double>::infinity());
}

TEST_CASE("two tensors that are one step of one head are told") {
  Dump made;
  Origins origins;
  const auto claim = [&](const std::string& name) {
    const std::size_t first = made.steps.size();
    add_tensor(name, *find_meaning(name), counted({2, 2}), made);
    return origins.claim(made, first, name);
  };
  CHECK_FALSE(claim("heads[1].weights"));
  CHECK_FALSE(claim("layers.0.attn_weights"));
  const auto earlier = claim("layers.1.attn_weights");
  REQUIRE(earlier);
  CHECK(earlier->name == "layers.0.attn_weights");
  CHECK(earlier->spot == Spot{Step::weights, 0, 0});
}

TEST_CASE("axes that are no step's are refused") {
  for (const auto& shape : {std::vector<std::size_t>{4}, {2, 2, 2, 2, 2}})
    CHECK_THROWS_AS(dump("weights", shape), Refusal);
  CHECK_THROWS_AS(dump("heads[0].weights", {2, 3, 3}), Refusal);
}

TEST_CASE("an index that is none names no step, and neither does a framework's name within a batch") {
  for (const char* other : {"heads[0", "heads[99999999999999999999].weights", "heads[].weights", "heads[0]weights",
                            "batch[0].attn_weights", "heads[0].attn_weights"})
    CHECK_FALSE(find_meaning(other));
}

TEST_CASE("axes that are no step's are refused with those that it has") {
  const auto refused = [](std::string_view name, std::vector<std::size_t> shape) {
    try {
      dump(name, std::move(shape));
    } catch (const Refusal& refusal) {
      return refusal.errors.front().message + " | " + refusal.errors.front().hint;
    }
    return std::string();
  };
  CHECK(refused("concat", {4}) ==
        "concat has 1 axis | a step of the sequence has two, rows x columns, and in a batch three");
  CHECK(refused("weights", {2, 2, 2, 2, 2}) ==
        "weights has 5 axes | a step of the heads has three, heads x rows x columns, and in a batch four");
}

} // namespace attn
