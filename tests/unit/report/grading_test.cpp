// What a teacher writes under an answer, word for word.

#include "report/grading.h"

#include "unit/grade/marked.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <deque>
#include <stdexcept>

namespace attn {
namespace {

using test::Asked;
using Words = std::vector<std::string>;

/// Answers to a problem, marked; what the report is made of lives as long as this.
class Marking {
public:
  void add(std::string name, const std::string& problem, std::string_view answer, const GradeOptions& options = {}) {
    const Asked& one = asked_.emplace_back(problem, answer);
    const Expectation& expectation = *one.read.expectation;
    answers_.push_back({std::move(name), expectation.id, grade(one.read.problem, one.truth, expectation, options),
                        &one.read.problem, &one.truth});
  }
  void add_failed(std::string name, Error error) {
    answers_.push_back({std::move(name), {}, std::move(error), nullptr, nullptr});
  }
  Report report(const GradingOptions& options = {}) const { return grading(answers_, options); }

private:
  std::deque<Asked> asked_;
  std::vector<MarkedAnswer> answers_;
};

Report report_on(std::string_view answer, const GradingOptions& options = {}, const GradeOptions& how = {}) {
  Marking marking;
  marking.add("ada.json", test::two, answer, how);
  return marking.report(options);
}

struct BodyWords {
  Words& words;
  void operator()(const Lines& lines) const { words.insert(words.end(), lines.begin(), lines.end()); }
  void operator()(const TextTable& table) const {
    for (const auto& row : table.rows) {
      std::string line;
      for (const std::string& cell : row) line += (line.empty() ? "" : " | ") + cell;
      words.push_back(line);
    }
  }
  void operator()(const Formulas& formulas) const {
    for (const Formula& formula : formulas) words.push_back(plain_text(formula.maths));
  }
};

/// Titles with their paths, lines, and rows of cells.
Words told(const Report& report) {
  Words words;
  for (const Passage& passage : report.passages) {
    if (!passage.title.empty()) words.push_back(passage.title + (passage.path.empty() ? "" : " @ " + passage.path));
    std::visit(BodyWords{words}, passage.body);
  }
  return words;
}

bool tells(const Report& report, std::string_view piece) {
  return std::ranges::any_of(told(report),
                             [&](const std::string& line) { return line.find(piece) != std::string::npos; });
}

/// The member of an object at each key in turn; a number picks the entry of a list.
const Tree& at(const Tree& tree, std::initializer_list<std::variant<int, const char*>> way) {
  const Tree* place = &tree;
  for (const auto& step : way) {
    if (const int* entry = std::get_if<int>(&step)) {
      place = &std::get<Tree::List>(place->is).at(static_cast<std::size_t>(*entry));
      continue;
    }
    const Tree::Object& members = std::get<Tree::Object>(place->is);
    const std::string key = std::get<const char*>(step);
    const auto found = std::ranges::find(members, key, &std::pair<std::string, Tree>::first);
    if (found == members.end()) throw std::out_of_range(key);
    place = &found->second;
  }
  return *place;
}

Words keys(const Tree& tree) {
  Words keys;
  for (const auto& [name, value] : std::get<Tree::Object>(tree.is)) keys.push_back(name);
  return keys;
}

constexpr auto weights_right = R"({"weights":[[0.6225,0.3775],[0.3775,0.6225]]})";
constexpr auto unscaled = R"({"id":"s-7","weights":[[0.7311,0.2689],[0.2689,0.7311]],"output":[[12.689],[17.311]]})";

} // namespace

TEST_CASE("a right answer: a row for the step, a row for all, and that it is exact") {
  CHECK(told(report_on(weights_right)) == Words{".heads[0].weights | 4/4 | 1/1 | right |  | ",
                                                "all | 4/4 | 1/1 | 100 % |  | ",
                                                "All right, exact to the digits written."});
}

TEST_CASE("a wrong step, what is carried from it, mistakes that give it (with this scale two), and how the first wrong "
          "cell is worked") {
  const Report report = report_on(unscaled);
  CHECK(report.title == "ada.json (s-7)");
  CHECK(told(report) ==
        Words{".heads[0].weights | 0/4 | 0/1 | wrong | 0.7311 -> 0.6225 | .heads[0].weights[0][0]",
              ".output | 0/2 | 1/1 | carried | 12.689 -> 13.7754 | .output[0][0]", "all | 0/6 | 1/2 | 50 % |  | ",
              "Not right: 6 of 6 cells (4 wrong, 2 carried).",
              "Carried cells follow from the steps before as they were written, and earn their marks.",
              "Mistake: no_scale @ .heads[0].weights",
              "The scores were not scaled. Divide them by the square root of d_k before the softmax.",
              "Or: scores_counted_twice @ .heads[0].weights",
              "The scores went in twice: every one is doubled. Use them once, and only add the mask to them.",
              "The first wrong cell, worked",
              ".heads[0].weights[0][0] = e^0.5 / (e^0.5 + e^0) ≈ 1.6487 / 2.6487 ≈ 0.6225"});
}

TEST_CASE("with the truth hidden no true number is told, nor how it is worked") {
  const Report report = report_on(unscaled, {.hide_truth = true});
  CHECK(told(report)[0] == ".heads[0].weights | 0/4 | 0/1 | wrong | 0.7311 | .heads[0].weights[0][0]");
  CHECK(tells(report, "Mistake: no_scale"));
  for (const std::string number : {"0.3775", "0.6225", "13.7754", "e^"}) CHECK_FALSE(tells(report, number));
  CHECK(keys(at(*report.tree, {"results", 0, "steps", 0, "off", 0})) == Words{"path", "given", "verdict"});
}

TEST_CASE("right by hand rounding is told as such") {
  const Report report = report_on(R"({"weights":[[0.6,0.4],[0.4,0.6]],"output":[[14],[16]]})", {}, {});
  CHECK(told(report)[1] == ".output | 2/2 | 1/1 | rounded by hand | 14 -> 13.7754 | .output[0][0]");
  CHECK(told(report).back() == "All right by hand rounding: each step was rounded before the next one used it.");
}

TEST_CASE("a wrong shape is said in both shapes, and no cell of it is worked") {
  CHECK(told(report_on(R"({"weights":[0.6225,0.3775,0.3775,0.6225]})")) ==
        Words{".heads[0].weights | 0/4 | 0/1 | wrong shape | 4 -> 2 x 2 | .heads[0].weights",
              "all | 0/4 | 0/1 | 0 % |  | ", "Not right: 4 of 4 cells (4 wrong).",
              ".heads[0].weights should be 2 x 2, and was written as 4."});
}

TEST_CASE("one wrong cell: where, what, and the likely slip; the true number only if it may be told") {
  const auto answer = R"({"weights":[[0.6252,0.3775],[0.3775,0.6225]]})";
  CHECK(tells(report_on(answer), ".heads[0].weights[0][0] is 0.6252 and should be 0.6225: two digits may have changed "
                                 "places."));
  const Report hidden = report_on(answer, {.hide_truth = true});
  CHECK(tells(hidden, ".heads[0].weights[0][0] is 0.6252."));
  CHECK_FALSE(tells(hidden, "two digits")); // which would tell the true number
}

TEST_CASE("a wrong exponential is told with its exponent") {
  // e^0.5 taken as 2: 2/3 and 1/3.
  const auto answer = R"({"weights":[[0.6667,0.3333],[0.3775,0.6225]]})";
  CHECK(tells(report_on(answer), ".heads[0].weights[0][0]: e^0.5 is 1.6487, the weights say 2."));
  CHECK(tells(report_on(answer, {.hide_truth = true}), "It is e^x of query 1 and key 1: .heads[0].weights[0][0]."));
}

TEST_CASE("a row of another query, and a term left out of the sum, are told with what they belong to") {
  const std::string three = R"({"Q":[[0],[1],[2]],"K":[[0],[1],[2]],"scale":1})";
  Marking query;
  query.add("a", three, R"({"scores":[[0,0,0],[0,1,2],[0,1,2]]})");
  CHECK(tells(query.report(), "Row 3 (.heads[0].scores[2]) is the row of query 2."));
  Marking term; // 1/(1+1), 1/(1+1), 1/(1+1): the first row without its last key
  term.add("a", three, R"({"weights":[[0.5,0.5,0.5],[0.0900,0.2447,0.6652],[0.0159,0.1173,0.8668]]})");
  CHECK(tells(term.report(), "In row 1 (.heads[0].weights[0]) the term of key"));
}

TEST_CASE("numbers that no mistake gives are said to be so") {
  CHECK(tells(report_on(R"({"output":[[9],[9.5]]})"), "No known mistake gives these numbers."));
  CHECK_FALSE(tells(report_on(weights_right), "No known mistake"));
}

TEST_CASE("null and text stand where they were written") {
  const Report report = report_on(R"({"weights":[[null,0.3775],["x",0.6225]]})");
  CHECK(told(report)[0] == ".heads[0].weights | 2/4 | 0.5/1 | wrong | null -> 0.6225 | .heads[0].weights[0][0]");
  CHECK(tells(report, "Not right: 2 of 4 cells (1 wrong, 1 unreadable)."));
  CHECK(tells(report, "Unreadable cells hold something else than a number."));
}

TEST_CASE("right cells after wrong steps are said to be right") {
  CHECK(tells(report_on(R"({"weights":[[0.7311,0.2689],[0.2689,0.7311]],"output":[[13.7754],[16.2246]]})"),
              ".output has right cells that the steps before it do not give."));
}

TEST_CASE("an answer without any step is nothing to mark, not all right") {
  const Report report = report_on("{}");
  CHECK(told(report) == Words{"all | 0/0 | 0/0 |  |  | ", "Nothing to mark: the answer holds no step of the result."});
  CHECK_FALSE(std::get<bool>(at(*report.tree, {"results", 0, "all_right"}).is));
}

TEST_CASE("steps weigh as --marks says") {
  const Report report = report_on(unscaled, {}, {.marks = {{"weights", 1}, {"output", 2}}});
  CHECK(told(report)[1] == ".output | 0/2 | 2/2 | carried | 12.689 -> 13.7754 | .output[0][0]");
  CHECK(told(report)[2] == "all | 0/6 | 2/3 | 66.7 % |  | ");
}

TEST_CASE("what is not all never reads like all") {
  // 2999 of 3000 cells: 99.97 %.
  std::string zeros = "[0", answer = "[[0.5";
  for (int i = 1; i < 3000; ++i) (zeros += ",0", answer += ",0");
  Marking marking;
  marking.add("a", R"({"X":[)" + zeros + R"(]],"W_Q":"identity","W_K":"identity","W_V":"identity"})",
              R"({"Q":)" + answer + "]]}");
  const Words words = told(marking.report());
  CHECK(words[1] == "all | 2999/3000 | 0.99/1 | 99.9 % |  | ");
}

TEST_CASE("several answers: a row each, one that could not be read has its error") {
  Marking marking;
  marking.add("ada.json", test::two, weights_right);
  marking.add("class.jsonl:7", test::two, unscaled);
  marking.add("bob.json", test::two, R"({"output":[[9],[9.5]]})");
  marking.add_failed("cy.json", {{"cy.json", {3, 5}, "/weights"}, "NaN is not a JSON number", "numbers are finite"});
  CHECK(told(marking.report()) == Words{"ada.json | 4/4 | 1/1 | 100 % |  | ",
                                        "s-7 | 0/6 | 1/2 | 50 % | .heads[0].weights | no_scale or scores_counted_twice",
                                        "bob.json | 0/2 | 0/1 | 0 % | .output | no known one",
                                        "cy.json |  |  |  |  | not marked: NaN is not a JSON number",
                                        "4 answers: 1 all right, 1 not marked."});
}

TEST_CASE("several answers in full on demand, each under its name") {
  Marking marking;
  marking.add("ada.json", test::two, weights_right);
  marking.add_failed("cy.json", {{}, "NaN is not a JSON number", "numbers are finite"});
  const Words words = told(marking.report({.verbose = true}));
  CHECK(Words(words.begin() + 3, words.end()) == Words{"ada.json", ".heads[0].weights | 4/4 | 1/1 | right |  | ",
                                                       "all | 4/4 | 1/1 | 100 % |  | ",
                                                       "All right, exact to the digits written.", "cy.json",
                                                       "Not marked: NaN is not a JSON number", "numbers are finite"});
}

TEST_CASE("machines get every cell that is off, marks as counts give them, and mistakes") {
  const Report report = report_on(unscaled);
  const Tree& result = at(*report.tree, {"results", 0});
  CHECK(std::get<std::string>(at(*report.tree, {"schema"}).is) == "attn-check/1");
  CHECK(keys(result) == Words{"answer", "id", "all_right", "cells", "marks", "steps", "mistakes"});
  CHECK(std::get<std::size_t>(at(result, {"cells", "given"}).is) == 6);
  CHECK(std::get<double>(at(result, {"marks", "percent"}).is) == 50);
  const Tree& step = at(result, {"steps", 1});
  CHECK(keys(step) == Words{"path", "cells", "right", "off"});
  const Tree& cell = at(step, {"off", 1});
  CHECK(keys(cell) == Words{"path", "given", "true", "follows", "verdict"});
  CHECK(std::get<std::string>(at(cell, {"path"}).is) == ".output[1][0]");
  CHECK(std::get<double>(at(cell, {"follows"}).is) == Approx(17.311));
  CHECK(std::get<std::string>(at(cell, {"verdict"}).is) == "carried");
  CHECK(keys(at(result, {"mistakes", 0})) == Words{"name", "path", "sentence"});
}

TEST_CASE("machines get the error of an answer that could not be read") {
  Marking marking;
  marking.add_failed("cy.json", {{"cy.json", {3, 5}, ""}, "a comma is missing", "write one"});
  const Report report = marking.report();
  const Tree& result = at(*report.tree, {"results", 0});
  CHECK(keys(result) == Words{"answer", "error"});
  CHECK(std::get<std::string>(at(result, {"error", "place"}).is) == "3:5");
  CHECK(std::get<std::string>(at(result, {"error", "hint"}).is) == "write one");
}

} // namespace attn
