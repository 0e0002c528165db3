#include "report/results.h"

#include "small_problems.h"

#include <catch2/catch.hpp>

#include <algorithm>

namespace attn {
namespace {

std::vector<std::string> paths(const Part& part) {
  std::vector<std::string> paths;
  for (const Section& section : part.sections) paths.push_back(section.path);
  return paths;
}

/// The report of one sequence; the problem and its trace live as long as this.
struct Told {
  Told(Problem asked, Selection selection) : problem(std::move(asked)), traces(1) {
    traces[0] = trace_of(problem);
    report = results(problem, traces, selection);
  }
  const Section& section(std::size_t i) const { return report.parts.at(0).sections.at(i); }

  Problem problem;
  std::vector<Trace> traces;
  Report report;
};

/// Warnings of queries that may see no key; each is head * n + query.
std::vector<std::string> warnings(const Problem& problem, std::vector<std::size_t> blind) {
  std::vector<Trace> traces{trace_of(problem)};
  traces[0].blind = std::move(blind);
  return results(problem, traces, {{Step::weights}, {}, {}, {}}).warnings;
}

using Words = std::vector<std::string>;

} // namespace

TEST_CASE("steps stand in the order in which they happen, head by head") {
  const Told told(two_heads(), {default_steps(), {}, {}, {}});
  CHECK(paths(told.report.parts[0]) ==
        Words{".Q", ".K", ".V",                                                                       //
              ".heads[0].Q", ".heads[0].K", ".heads[0].V",                                            //
              ".heads[0].scores", ".heads[0].scaled_scores", ".heads[0].weights", ".heads[0].output", //
              ".heads[1].Q", ".heads[1].K", ".heads[1].V",                                            //
              ".heads[1].scores", ".heads[1].scaled_scores", ".heads[1].weights", ".heads[1].output", //
              ".concat", ".output"});
  CHECK(told.report.parts[0].heads == 2);
  CHECK(told.report.schema == "attn/1");
}

TEST_CASE("exponentials and their sum are told on demand") {
  CHECK_FALSE(default_steps().has(Step::exponentials));
  CHECK_FALSE(default_steps().has(Step::row_sum));
  const Told told(given_directly(), {{Step::exponentials, Step::row_sum}, {}, {}, {}});
  CHECK(paths(told.report.parts[0]) == Words{".heads[0].exponentials", ".heads[0].row_sum"});
  CHECK_FALSE(told.section(0).block.is_vector);
  CHECK(told.section(1).block.is_vector);
}

TEST_CASE("a step that this problem lacks is not told, but its heads are listed") {
  const Told told(two_heads(), {{Step::capped_scores, Step::masked_scores}, {}, {}, {}});
  CHECK(told.report.parts[0].sections.empty());
  CHECK(told.report.parts[0].heads == 2);
}

TEST_CASE("no list of heads where no step of theirs is asked for") {
  const Told told(two_heads(), {{Step::output}, {}, {}, {}});
  CHECK(paths(told.report.parts[0]) == Words{".output"});
  CHECK(told.report.parts[0].heads == 0);
}

TEST_CASE("one head alone: the others keep their place") {
  const Told told(two_heads(), {{Step::scores, Step::output}, 1, {}, {}});
  CHECK(paths(told.report.parts[0]) == Words{".heads[1].scores", ".output"});
  CHECK(told.report.parts[0].heads == 2);
  CHECK(told.section(0).head == 1);
}

TEST_CASE("titles count heads from 1") {
  const Told told(two_heads(), {{Step::scores, Step::head_output, Step::output}, 1, {}, {}});
  CHECK(told.section(0).key == "scores");
  CHECK(told.section(0).title == "scores of head 2");
  CHECK(told.section(1).key == "output");
  CHECK(told.section(1).title == "output of head 2");
  CHECK(told.section(2).title == "output");
}

TEST_CASE("machines are told every number and no words that only people read") {
  Problem problem = two_heads();
  problem.softcap = 5;
  problem.source.emplace();
  Selection selection{default_steps(), {}, {}, 4};
  const Told people(problem, selection);
  selection.audience = Audience::machines;
  const Told machines(problem, selection);
  CHECK(paths(machines.report.parts[0]) == paths(people.report.parts[0]));
  CHECK(machines.section(0).key == "Q");
  CHECK(machines.section(0).block.row_labels == people.section(0).block.row_labels);
  CHECK(people.section(0).title == "queries");
  CHECK(machines.section(0).title.empty());
  CHECK_FALSE(people.section(0).formula.empty());
  CHECK(machines.section(0).formula.empty());
  CHECK_FALSE(people.report.parts[0].given.empty());
  CHECK(machines.report.parts[0].given.empty());
  const auto tells_people = [](const Fact& fact) { return fact.audience == Audience::people || !fact.note.empty(); };
  CHECK(std::ranges::any_of(people.report.facts, tells_people));
  CHECK(std::ranges::none_of(machines.report.facts, tells_people));
}

TEST_CASE("a block shows the step's own matrix") {
  const Told told(two_heads(), {{Step::Q, Step::scores}, {}, {}, {}});
  CHECK(told.section(0).block.values.data == told.traces[0].Q.data());
  CHECK(told.section(1).block.values.data == told.traces[0].heads[0].scores.data());
  CHECK(told.section(2).block.values.data == told.traces[0].heads[1].scores.data());
}

TEST_CASE("rows and columns are labelled by what they are") {
  const Told told(given_directly(), {{Step::Q, Step::K, Step::weights, Step::output}, {}, {}, {}});
  CHECK(told.section(0).block.row_labels == Words{"q1", "q2"});
  CHECK(told.section(0).block.col_labels.empty());
  CHECK(told.section(1).block.row_labels == Words{"k1", "k2", "k3"});
  CHECK(told.section(2).block.row_labels == Words{"q1", "q2"});
  CHECK(told.section(2).block.col_labels == Words{"k1", "k2", "k3"});
  CHECK(told.section(3).block.row_labels == Words{"q1", "q2"});
}

TEST_CASE("one query alone: matrices of keys stay whole") {
  const Told told(given_directly(), {default_steps(), {}, 1, {}});
  for (const Section& section : told.report.parts[0].sections) {
    const bool of_keys = section.key == "K" || section.key == "V";
    CHECK(section.block.only_row == (of_keys ? std::nullopt : std::optional<std::size_t>(1)));
  }
}

TEST_CASE("a batch: a part for each sequence, paths say which") {
  Problem problem = two_heads();
  problem.batched = true;
  problem.shape.sequences = 2;
  std::vector<Trace> traces;
  for (int sequence = 0; sequence < 2; ++sequence) traces.push_back(trace_of(problem));
  const Report report = results(problem, traces, {{Step::weights}, 0, {}, {}});
  CHECK(report.batched);
  REQUIRE(report.parts.size() == 2);
  CHECK(paths(report.parts[1]) == Words{".batch[1].heads[0].weights"});
}

TEST_CASE("title, dtype and warnings of the problem are carried along") {
  Problem problem = two_heads();
  problem.title = "Two heads";
  problem.dtype = Dtype::float32;
  problem.warnings = {"rarely meant"};
  const Told told(problem, {{Step::output}, {}, {}, {}});
  CHECK(told.report.title == "Two heads");
  CHECK(told.report.dtype == Dtype::float32);
  CHECK(told.report.warnings == Words{"rarely meant"});
}

TEST_CASE("a query that may see no key is warned of, in words from 1 and as a path from 0") {
  CHECK(warnings(given_directly(), {}).empty());
  CHECK(warnings(given_directly(), {1}) ==
        Words{"query 2 may see no key: all weights there are 0 (.heads[0].weights[1])"});
  Problem uniform = given_directly();
  uniform.masked_row = MaskedRow::uniform;
  CHECK(warnings(uniform, {0}) ==
        Words{"query 1 may see no key: every key there has the weight 1/3 (.heads[0].weights[0])"});
}

TEST_CASE("neighbouring queries are one slice; heads that agree are one warning") {
  CHECK(warnings(two_heads(), {1, 2, 4, 5}) ==
        Words{"queries 2-3 may see no key: all weights there are 0 (.heads[].weights[1:3])"});
  CHECK(warnings(two_heads(), {0, 2, 3, 5}) ==
        Words{"queries 1, 3 may see no key: all weights there are 0 (.heads[].weights[0], .heads[].weights[2])"});
  CHECK(warnings(two_heads(), {0, 4}) ==
        Words{"query 1 of head 1 may see no key: all weights there are 0 (.heads[0].weights[0])",
              "query 2 of head 2 may see no key: all weights there are 0 (.heads[1].weights[1])"});
}

TEST_CASE("in a batch a warning says which sequence") {
  Problem problem = given_directly();
  problem.batched = true;
  CHECK(warnings(problem, {1}) == Words{"query 2 of sequence 1 may see no key: all weights there are 0 "
                                        "(.batch[0].heads[0].weights[1])"});
}

} // namespace attn
