#include "report/facts.h"

#include "small_problems.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

namespace attn {
namespace {

/// What machines are told.
std::vector<std::string> keys(const Problem& problem, const Selection& selection = {}) {
  std::vector<std::string> keys;
  for (const Fact& fact : facts(problem, selection))
    if (fact.audience != Audience::people) keys.push_back(fact.key);
  return keys;
}

/// What people are told of the shape.
std::string shape_in_words(const Problem& problem) {
  for (const Fact& fact : facts(problem, {}))
    if (fact.key == "shape" && fact.audience == Audience::people) return std::get<std::string>(fact.value);
  return "";
}

Fact fact(const Problem& problem, const std::string& key, const Selection& selection = {}) {
  const auto all = facts(problem, selection);
  const auto found = std::find_if(all.begin(), all.end(), [&](const Fact& f) { return f.key == key; });
  REQUIRE(found != all.end());
  return *found;
}

using Keys = std::vector<std::string>;

} // namespace

TEST_CASE("facts stand in the order of the result, and only what the problem has") {
  Problem problem = two_heads();
  CHECK(keys(problem) == Keys{"shape", "dtype", "scale", "mask"});
  problem.id = Id{"7", true};
  problem.tokens = shared<std::vector<std::string>>({"a", "b", "c"});
  problem.context_tokens = shared<std::vector<std::string>>({"x", "y", "z"});
  CHECK(keys(problem) == Keys{"id", "shape", "dtype", "scale", "mask", "tokens", "context_tokens"});
}

TEST_CASE("the shape leaves out what the problem lacks") {
  Problem problem = two_heads();
  CHECK(std::get<Fact::Counts>(fact(problem, "shape").value) ==
        Fact::Counts{{"n", 3}, {"m", 3}, {"d_model", 4}, {"heads", 2}, {"kv_heads", 2}, {"d_k", 2}, {"d_v", 2}});
  problem.shape.past = 5;
  problem.batched = true;
  CHECK(std::get<Fact::Counts>(fact(problem, "shape").value) == Fact::Counts{{"n", 3},
                                                                             {"m", 3},
                                                                             {"past", 5},
                                                                             {"d_model", 4},
                                                                             {"heads", 2},
                                                                             {"kv_heads", 2},
                                                                             {"d_k", 2},
                                                                             {"d_v", 2},
                                                                             {"batch", 1}});
  Problem scores;
  scores.start = Start::scores;
  scores.shape = {1, 2, 2, 0, 0, 1, 1, 0, 0, 0};
  CHECK(std::get<Fact::Counts>(fact(scores, "shape").value) ==
        Fact::Counts{{"n", 2}, {"m", 2}, {"heads", 1}, {"kv_heads", 1}});
}

TEST_CASE("people are told the shape in words") {
  Problem problem = two_heads();
  CHECK(shape_in_words(problem) == "3 queries, 3 keys, d_model 4, 2 heads, d_k 2, d_v 2");
  problem.shape.past = 5;
  problem.shape.m = problem.shape.n = 1;
  problem.shape.kv_heads = 1;
  CHECK(shape_in_words(problem) ==
        "1 query, 5 cached and 1 new keys, d_model 4, 2 heads on 1 key/value head, d_k 2, d_v 2");
  problem.batched = true;
  problem.shape.sequences = 2;
  CHECK(shape_in_words(problem).starts_with("2 sequences, each 1 query, "));
}

TEST_CASE("people are told where a default scale comes from, machines that steps were rounded") {
  Problem problem = two_heads();
  problem.scale = 1 / std::sqrt(2.0);
  CHECK(plain_text(fact(problem, "scale").note) == "= 1/√d_k = 1/√2");
  problem.scale = 0.5;
  CHECK(plain_text(fact(problem, "scale").note) == "");
  Selection by_hand;
  by_hand.rounded = 4;
  CHECK(keys(problem, by_hand) == Keys{"shape", "dtype", "scale", "mask", "round_steps"});
}

TEST_CASE("the scale is told in the dtype, and not where weights are given") {
  Problem problem = two_heads();
  problem.scale = 0.1;
  CHECK(std::get<double>(fact(problem, "scale").value) == 0.1);
  problem.dtype = Dtype::float32;
  CHECK(std::get<double>(fact(problem, "scale").value) == static_cast<double>(0.1f));
  problem.start = Start::weights;
  CHECK(keys(problem) == Keys{"shape", "dtype", "mask"});
}

TEST_CASE("people are told of float32, not of float64") {
  Problem problem = two_heads();
  CHECK(fact(problem, "dtype").audience == Audience::machines);
  CHECK(std::get<std::string>(fact(problem, "dtype").value) == "float64");
  problem.dtype = Dtype::float32;
  CHECK(fact(problem, "dtype").audience == Audience::everyone);
  CHECK(std::get<std::string>(fact(problem, "dtype").value) == "float32");
}

TEST_CASE("the mask in words") {
  Problem problem = two_heads();
  CHECK(std::get<std::string>(fact(problem, "mask").value) == "none");
  problem.mask.causal = Causal::bottom_right;
  CHECK(std::get<std::string>(fact(problem, "mask").value) == "causal (bottom-right)");
}

TEST_CASE("rounding by hand and the softcap are told to people") {
  const Selection by_hand{{}, {}, {}, 4};
  CHECK(fact(two_heads(), "rounding", by_hand).audience == Audience::people);
  CHECK(std::get<std::string>(fact(two_heads(), "rounding", by_hand).value) ==
        "every step to 4 decimals before the next one uses it");
  Problem problem = two_heads();
  problem.softcap = 30;
  CHECK(fact(problem, "softcap").audience == Audience::people);
}

TEST_CASE("tokens: one list, or one for each sequence") {
  Problem problem = two_heads();
  problem.tokens = shared<std::vector<std::string>>({"a", "b", "c"});
  CHECK(fact(problem, "tokens").audience == Audience::machines);
  CHECK(std::get<Fact::Words>(fact(problem, "tokens").value) == Fact::Words{"a", "b", "c"});
  problem.tokens = PerSequence<std::vector<std::string>>({{"a", "b", "c"}, {"d", "e", "f"}});
  CHECK(std::get<Fact::WordLists>(fact(problem, "tokens").value).size() == 2);
}

} // namespace attn
