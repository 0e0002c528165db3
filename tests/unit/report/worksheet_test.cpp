// A sheet shows what is given, then every step with a matrix of its shape.

#include "report/worksheet.h"

#include "small_problems.h"

#include <algorithm>
#include <catch2/catch.hpp>

namespace attn {
namespace {

/// Two heads, with weights, a bias and padding.
Problem exercise() {
  Problem problem = two_heads();
  problem.project_Q = weights(4, 4, {1, 2, 3, 4});
  problem.project_O = weights(4, 4);
  problem.mask.padding = {{1, 1, 1, 3}, {1, 1, 0}};
  return problem;
}

std::vector<std::string> titles(const Report& sheet) {
  std::vector<std::string> titles;
  for (const Section& section : sheet.parts[0].sections) titles.push_back(section.title);
  return titles;
}

} // namespace

TEST_CASE("what is given comes first and is never blank") {
  const Problem problem = exercise();
  const std::vector<Trace> traces{trace_of(problem)};
  const Report sheet = worksheet(problem, traces, false);
  const auto all = titles(sheet);
  CHECK(std::vector<std::string>(all.begin(), all.begin() + 5) ==
        std::vector<std::string>{"X", "W_Q", "b_Q", "W_O", "queries"});
  const auto& sections = sheet.parts[0].sections;
  for (std::size_t at = 0; at < sections.size(); ++at) CHECK(sections[at].block.is_blank == (at >= 4));
  CHECK(sections[2].block.values.rows == 1);
  CHECK(sections[2].block.values(0, 3) == 4);
}

TEST_CASE("every step has a blank of its shape, without a jq path") {
  const Problem problem = exercise();
  const std::vector<Trace> traces{trace_of(problem)};
  const Report sheet = worksheet(problem, traces, false);
  for (const Section& section : sheet.parts[0].sections) {
    CHECK(section.path.empty());
    if (section.key == "masked_scores") CHECK((section.block.values.rows == 3 && section.block.values.cols == 3));
  }
}

TEST_CASE("the key has the same sections, filled") {
  const Problem problem = exercise();
  const std::vector<Trace> traces{trace_of(problem)};
  const Report key = worksheet(problem, traces, true);
  CHECK(titles(key) == titles(worksheet(problem, traces, false)));
  CHECK(std::ranges::none_of(key.parts[0].sections, [](const Section& each) { return each.block.is_blank; }));
}

TEST_CASE("which keys are real is said") {
  const Problem problem = exercise();
  const std::vector<Trace> traces{trace_of(problem)};
  const Report sheet = worksheet(problem, traces, false);
  const auto said = std::ranges::find_if(sheet.facts, [](const Fact& fact) { return fact.key == "padding"; });
  REQUIRE(said != sheet.facts.end());
  CHECK(std::get<std::string>(said->value) == "1 1 0   (1: a real key)");
}

} // namespace attn
