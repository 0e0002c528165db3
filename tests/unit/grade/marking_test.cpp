// The answers of tests/marking, made by an independent script: right ones are all right, and single rules hold.

#include "marked.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace attn::test {
namespace {

/// The text of one member of a JSON object on a line; its digits stay as they are.
std::string member(const std::string& line, const std::string& key) {
  const std::size_t first = line.find("\"" + key + "\":") + key.size() + 3;
  std::size_t end = first;
  bool quoted = false;
  for (int depth = 0; quoted || depth > 0 || (line[end] != ',' && line[end] != '}'); ++end) {
    if (line[end] == '"') quoted = !quoted;
    if (!quoted && (line[end] == '{' || line[end] == '[')) ++depth;
    if (!quoted && (line[end] == '}' || line[end] == ']')) --depth;
  }
  return line.substr(first, end - first);
}

Strings lines(const std::string& file) {
  std::ifstream in(ATTN_MARKING "/" + file);
  REQUIRE(in);
  Strings made;
  for (std::string line; std::getline(in, line);) made.push_back(line);
  return made;
}

/// The texts of a list of texts.
Strings texts(const std::string& list) {
  Strings made;
  for (std::size_t at = list.find('"'); at != std::string::npos; at = list.find('"', at)) {
    const std::size_t end = list.find('"', at + 1);
    made.push_back(list.substr(at + 1, end - at - 1));
    at = end + 1;
  }
  return made;
}

GradeOptions options(const Strings& words) {
  GradeOptions made;
  for (auto word = words.begin(); word != words.end(); ++word) {
    if (*word == "--lenient")
      made.lenient = true;
    else if (*word == "--decimals")
      made.tolerance.decimals = std::stoi(*++word);
    else if (*word == "--sigfigs")
      made.tolerance.sigfigs = std::stoi(*++word);
    else if (*word == "--atol")
      made.tolerance.atol = std::stod(*++word);
    else if (*word == "--rtol")
      made.tolerance.rtol = std::stod(*++word);
    else
      FAIL("no option of marking: " + *word);
  }
  return made;
}

/// "path verdict" for each cell; a path of a whole matrix stands for all of its cells.
Strings expected_off(const std::string& line, const Answer& answer) {
  Strings made;
  const Strings pairs = texts(member(line, "off"));
  for (std::size_t i = 0; i < pairs.size(); i += 2) {
    const auto claim = std::ranges::find(answer.claims, pairs[i], &Claim::path);
    if (claim == answer.claims.end()) {
      made.push_back(pairs[i] + " " + pairs[i + 1]);
      continue;
    }
    for (std::size_t row = 0; row < claim->rows; ++row)
      for (std::size_t col = 0; col < claim->cols; ++col)
        made.push_back(pairs[i] + "[" + std::to_string(row) + "][" + std::to_string(col) + "] " + pairs[i + 1]);
  }
  std::ranges::sort(made);
  return made;
}

} // namespace

TEST_CASE("right answers are all right, however they were worked and written") {
  for (const std::string& line : lines("right.jsonl")) {
    INFO(member(line, "id") << " " << member(line, "kind"));
    const Verdicts marked = verdicts(Asked(member(line, "problem"), member(line, "answer")));
    CHECK(marked.right == marked.given);
  }
}

TEST_CASE("single rules of marking") {
  for (const std::string& line : lines("verdicts.jsonl")) {
    INFO(member(line, "id") << " " << member(line, "rule"));
    const Asked asked(member(line, "problem"), member(line, "answer"));
    // These two rest on a mistake being known; which ones are is tested with the table of mistakes.
    const std::string id = member(line, "id");
    const bool known = id == "\"known-mistake-passes-on\"" || id == "\"own-slip-among-carried\"";
    Verdicts marked = verdicts(asked, options(texts(member(line, "options"))), known);
    std::ranges::sort(marked.off);
    CHECK(marked.off == expected_off(line, asked.answer()));
    CHECK(marked.right == std::stoul(member(line, "right")));
    CHECK(marked.given == std::stoul(member(line, "given")));
  }
}

} // namespace attn::test
