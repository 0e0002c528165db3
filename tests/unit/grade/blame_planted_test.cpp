// The answers of tests/marking: each known mistake planted by scripts that share no code with this program, and right
// answers, some rounded by hand in every way, in which nothing may be blamed.

#include "attention/solve.h"
#include "grade/grade.h"
#include "problem/read.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

using namespace attn;

namespace {

/// The text of the object under `key`: parsed and written again, numbers would lose their digits.
std::string object_under(const std::string& line, const std::string& key) {
  const std::size_t first = line.find("\"" + key + "\":{") + key.size() + 3;
  std::size_t depth = 0, end = first;
  for (bool text = false; end == first || depth > 0; ++end) {
    if (line[end] == '"') text = !text;
    if (text) continue;
    depth += line[end] == '{';
    depth -= line[end] == '}';
  }
  return line.substr(first, end - first);
}

/// The problem of a line with its answer as what is expected, graded.
std::vector<Finding> mistakes_of(const std::string& line) {
  std::string text = object_under(line, "problem");
  text.back() = ',';
  const Case asked = read_case(text + "\"expect\":" + object_under(line, "answer") + "}", "line");
  StepSet all;
  for (const Stage& stage : stages()) all.add(stage.step);
  std::vector<Trace> truth;
  for (std::size_t b = 0; b < asked.problem.shape.sequences; ++b) truth.push_back(solve(asked.problem, b, all));
  return grade(asked.problem, truth, *asked.expectation, {}).mistakes;
}

std::set<std::string> names_of(const std::vector<Finding>& findings) {
  std::set<std::string> names;
  for (const Finding& finding : findings) names.emplace(finding.mistake->name);
  return names;
}

std::vector<std::string> lines_of(const std::string& name) {
  std::ifstream file(ATTN_SAMPLES "/../tests/marking/" + name);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

} // namespace

TEST_CASE("a planted mistake gets its name, or one that gives the same numbers, and no other") {
  std::set<std::string> planted;
  std::vector<std::string> lines = lines_of("planted.jsonl");
  std::ranges::move(lines_of("positions.jsonl"), std::back_inserter(lines));
  for (const std::string& line : lines) {
    const nlohmann::json json = nlohmann::json::parse(line);
    const std::string mistake = json["mistake"];
    CAPTURE(json["id"].get<std::string>());
    std::set<std::string> allowed{mistake};
    for (const nlohmann::json& other : json["also"]) allowed.insert(other.get<std::string>());
    const std::vector<Finding> findings = mistakes_of(line);
    const std::set<std::string> found = names_of(findings);
    CHECK(!found.empty());
    CHECK(std::ranges::includes(allowed, found));
    CHECK(std::ranges::count(findings, nullptr, &Finding::together_with) == std::ssize(findings));
    if (!findings.empty()) CHECK(findings.front().path == json["step"].get<std::string>());
    planted.insert(mistake);
  }
  for (const Mistake& mistake : mistakes()) CHECK(planted.contains(std::string(mistake.name)));
}

TEST_CASE("nothing is blamed in a right answer") {
  const std::vector<std::string> lines = lines_of("right.jsonl");
  CHECK(!lines.empty());
  for (const std::string& line : lines) {
    CAPTURE(line.substr(0, 60));
    CHECK(names_of(mistakes_of(line)).empty());
  }
}
