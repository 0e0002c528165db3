#include "report/explanation.h"

#include "attention/by_hand.h"
#include "attention/solve.h"
#include "attention/stage.h"
#include "error.h"
#include "matrix/decimal.h"
#include "problem/read.h"
#include "report/numeral.h"
#include "unit/attention/random_problem.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>

namespace attn {
namespace {

using Kind = Maths::Kind;

std::vector<Trace> traces_of(const Problem& problem, std::optional<int> rounded = {}) {
  std::vector<Trace> traces;
  for (std::size_t s = 0; s < problem.shape.sequences; ++s)
    traces.push_back(rounded ? by_hand(problem, s, *rounded) : solve(problem, s, every_step(), {1, ""}));
  return traces;
}

std::vector<Formula> formulas(const Report& report) {
  std::vector<Formula> all;
  for (const Passage& passage : report.passages)
    if (const auto* some = std::get_if<Formulas>(&passage.body)) all.insert(all.end(), some->begin(), some->end());
  return all;
}

/// The lines under the title that ends so, in plain text.
std::vector<std::string> lines_of(const Report& report, std::string_view title) {
  std::vector<std::string> lines;
  for (const Passage& passage : report.passages)
    if (passage.title.ends_with(title))
      for (const Formula& formula : std::get<Formulas>(passage.body))
        lines.push_back(formula.label + (formula.label.empty() ? "" : ": ") + plain_text(formula.maths));
  return lines;
}
using Words = std::vector<std::string>;

Report of_sample(const char* name, std::size_t head, std::size_t query, std::optional<int> rounded = {}) {
  static std::vector<std::unique_ptr<Case>> cases; // reports refer to no problem, but facts do not copy it all
  FILE* file = std::fopen((std::string(ATTN_SAMPLES) + "/" + name).c_str(), "rb");
  REQUIRE(file);
  std::string text(1 << 16, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), file));
  std::fclose(file);
  cases.push_back(std::make_unique<Case>(read_case(text, name)));
  const Problem& problem = cases.back()->problem;
  return explanation(problem, traces_of(problem, rounded), {{}, head, query, {4, rounded, true}});
}

/// The value of what is shown, by plain arithmetic on the digits that are shown; none: e^x, roots, names.
std::optional<double> shown_value(const Maths& maths) {
  std::vector<double> parts;
  if (maths.kind == Kind::number) return std::stod(maths.text);
  if (maths.kind != Kind::sum && maths.kind != Kind::product && maths.kind != Kind::fraction) return std::nullopt;
  for (const Maths& part : maths.parts) {
    const auto value = shown_value(part);
    if (!value) return std::nullopt;
    parts.push_back(*value);
  }
  double value = parts.front();
  for (std::size_t i = 1; i < parts.size(); ++i)
    value = maths.kind == Kind::sum       ? value + parts[i]
            : maths.kind == Kind::product ? value * parts[i]
                                          : value / parts[i];
  return value;
}

const Tree* member(const Tree& tree, std::string_view key) {
  for (const auto& [name, value] : std::get<Tree::Object>(tree.is))
    if (name == key) return &value;
  return nullptr;
}

/// Calls act(path, value, formula) for every line of the tree that has a path and a value.
template <class Act>
void for_each_value(const Report& report, Act act) {
  for (const Tree& chapter : std::get<Tree::List>(member(*report.tree, "explanations")->is))
    for (const Tree& step : std::get<Tree::List>(member(chapter, "steps")->is))
      for (const Tree& line : std::get<Tree::List>(member(step, "lines")->is))
        if (member(line, "path") && member(line, "value"))
          act(std::get<std::string>(member(line, "path")->is), std::get<double>(member(line, "value")->is),
              std::get<std::string>(member(line, "formula")->is));
}

} // namespace

TEST_CASE("the first row of the first head of the well-known example, as books work it") {
  const Report report = of_sample("two-heads.json", 0, 0);
  CHECK(lines_of(report, "scores").front() == "k1: q1·k1 = 1·1 + 0·0 = 1");
  CHECK(lines_of(report, "scaled scores") ==
        Words{"√d_k = √2 ≈ 1.4142", "k1: 1 / √2 ≈ 0.7071", "k2: 0 / √2 = 0", "k3: 1 / √2 ≈ 0.7071"});
  CHECK(lines_of(report, ". exponentials") == Words{"k1: e^0.7071 ≈ 2.0281", "k2: e^0 = 1", "k3: e^0.7071 ≈ 2.0281"});
  CHECK(lines_of(report, "sum of the exponentials") == Words{"2.0281 + 1 + 2.0281 = 5.0562"});
  CHECK(lines_of(report, "weights") == Words{"k1: a1 ≈ 2.0281 / 5.0562 ≈ 0.4011", "k2: a2 ≈ 1 / 5.0562 ≈ 0.1978",
                                             "k3: a3 ≈ 2.0281 / 5.0562 ≈ 0.4011"});
  CHECK(lines_of(report, "output of head 1") ==
        Words{"z1 ≈ 0.4011·v1 + 0.1978·v2 + 0.4011·v3", "z1 ≈ 0.4011·[1, 0] + 0.1978·[0, 1] + 0.4011·[1, 1]",
              "coordinate 1: 0.4011·1 + 0.1978·0 + 0.4011·1 = 0.8022",
              "coordinate 2: 0.4011·0 + 0.1978·1 + 0.4011·1 = 0.5989", "z1 ≈ [0.8022, 0.5989]"});
}

TEST_CASE("rounded by hand, the third row gives the book's 0.7518") {
  const Words lines = lines_of(of_sample("two-heads.json", 0, 2, 4), "output of head 1");
  CHECK(lines[2] == "coordinate 1: 0.2483·1 + 0.2483·0 + 0.5035·1 = 0.7518");
  CHECK(lines.back() == "z3 = [0.7518, 0.7518]");
}

TEST_CASE("two scores without values: the weighted sum is told in letters") {
  const Case read = read_case(R"({"scores":[[112,96]],"d_k":64})", "test");
  const Report report = explanation(read.problem, traces_of(read.problem), {});
  CHECK(lines_of(report, "scaled scores") == Words{"√d_k = √64 = 8", "k1: 112 / 8 = 14", "k2: 96 / 8 = 12"});
  CHECK(lines_of(report, "not given") == Words{"z1 ≈ 0.8808·v1 + 0.1192·v2"});
}

TEST_CASE("who is hidden is said, and why; a query that sees nothing has no exponentials") {
  const Case read = read_case(R"({"scores":[[1,2],[3,30]],"scale":1,"mask":{"causal":true,"padding":[0,1]}})", "test");
  const Report report = explanation(read.problem, traces_of(read.problem), {});
  CHECK(lines_of(report, "masked scores") ==
        Words{"k1: masked (padding)", "k2: masked (causal mask)", "k1: masked (padding)", "k2: 30, stays"});
  CHECK(lines_of(report, ". exponentials") == Words{"k1: 0 (padding)", "k2: e^(30 − 30) = e^0 = 1"});
}

TEST_CASE("every value that is told stands at its path in the trace, and the formula ends in it") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const Problem problem = test::random_problem(test::Seeded(seed));
    const std::vector<Trace> traces = traces_of(problem);
    const Report report = explanation(problem, traces, {{}, {}, {}, {6, {}, true}});
    std::size_t told = 0;
    for_each_value(report, [&](const std::string& path, double value, const std::string& formula) {
      ++told;
      const Target at = find_cell(problem, path);
      const double truth = stage(at.step).pick(traces[at.sequence], problem.shape, at.head)(at.row, at.col);
      INFO(seed << " " << path << " " << formula);
      // A float is told by its shortest text, which reads back to it.
      const bool same =
          problem.dtype == Dtype::float32 ? static_cast<float>(value) == static_cast<float>(truth) : value == truth;
      CHECK((same || std::isnan(value) || (std::isinf(value) && std::isinf(truth))));
      if (std::isfinite(truth)) CHECK(formula.find(numeral(truth, 6)) != std::string::npos);
    });
    CHECK(told > 0);
  }
}

TEST_CASE("each shown sum adds up as shown when every step is rounded") {
  constexpr int decimals = 3;
  std::size_t sums = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const Problem problem = test::random_problem(test::Seeded(seed));
    const Report report = explanation(problem, traces_of(problem, decimals), {{}, {}, {}, {decimals, decimals, true}});
    for (const Formula& formula : formulas(report)) {
      const std::vector<Maths>& parts = formula.maths.parts;
      for (std::size_t i = 2; i < parts.size(); ++i) {
        if (parts[i - 1].kind != Kind::equal && parts[i - 1].kind != Kind::about) continue;
        const auto left = shown_value(parts[i - 2]), right = shown_value(parts[i]);
        const bool scaled_by_more_digits = parts[i - 2].kind != Kind::sum;
        if (!left || !right || scaled_by_more_digits || problem.dtype == Dtype::float32) continue;
        ++sums;
        INFO(seed << " " << plain_text(formula.maths));
        constexpr double hair = 1e-5; // of sums in binary; what is shown has three decimals
        CHECK(std::fabs(round_decimals(*left, decimals) - *right) < hair);
        CHECK((parts[i - 1].kind == Kind::equal) == (std::fabs(*left - *right) < hair));
      }
    }
  }
  CHECK(sums > 1000);
}

TEST_CASE("a cell is traced back to the numbers of the problem, and so is every entry on the way") {
  const Case read =
      read_case(R"({"X":[[1,2],[3,4]],"W_Q":[[1],[0]],"W_K":[[0],[1]],"W_V":[[1],[1]],"mask":"causal"})", "test");
  const auto traces = traces_of(read.problem);
  const Report report = origin_of_cell(read.problem, traces, find_cell(read.problem, ".heads[0].weights[1][0]"), {});
  CHECK(report.passages.front().title == ".heads[0].weights[1][0]");
  CHECK(lines_of(report, "weights") ==
        Words{".heads[0].weights[1][0] = e^6 / (e^6 + e^12) ≈ 403.4288 / 163158.2202 ≈ 0.0025"});
  CHECK(lines_of(report, "scaled scores").empty()); // told with the masked scores, which they are
  CHECK(lines_of(report, ". scores") == Words{".heads[0].scores[1][0] = 3·2 = 6", ".heads[0].scores[1][1] = 3·4 = 12"});
  CHECK(lines_of(report, "keys of the head") ==
        Words{".heads[0].K[0][0] = .K[0][0] = 1·0 + 2·1 = 2", ".heads[0].K[1][0] = .K[1][0] = 3·0 + 4·1 = 4"});
}

TEST_CASE("paths that do not exist are refused with what is wrong and what to write") {
  const Case read = read_case(R"({"X":[[1,2],[3,4]],"heads":2})", "test");
  const auto refusal = [&](const char* path) {
    try {
      find_cell(read.problem, path);
    } catch (const Refusal& refused) {
      return refused.errors[0].message + "; " + refused.errors[0].hint;
    }
    return std::string("none");
  };
  CHECK(refusal(".heads[1].weights[1][1]") == "none");
  CHECK(refusal("heads[1].row_sum[1]") == "none");
  CHECK(refusal(".heads[2].weights[0][0]") ==
        "--cell .heads[2].weights[0][0]: [2] is past the end, as there are 2 heads; paths count from 0: [0] to [1]");
  CHECK(refusal(".weights[0][0]") == "--cell .weights[0][0]: weights stands inside the heads; .heads[0].weights[0][0]");
  CHECK(refusal(".heads[0].wieghts[0][0]") ==
        "--cell .heads[0].wieghts[0][0]: no step is called \"wieghts\"; did you mean weights?");
  CHECK(refusal(".heads[0].masked_scores[0][0]") ==
        "--cell .heads[0].masked_scores[0][0]: this problem has no masked scores; attn run shows the steps it has");
  CHECK(refusal(".output[0]") == "--cell .output[0]: a number in brackets is missing, which of 2 columns; paths look "
                                 "like .heads[0].weights[0][0]");
  CHECK(refusal(".output[0][1]x") ==
        "--cell .output[0][1]x: \"x\" is left over; name one number: .heads[0].weights[0][0]");
  CHECK(refusal(".batch[0].output[0][0]").starts_with("--cell .batch[0].output[0][0]: no step is called \"batch\""));
}

} // namespace attn
