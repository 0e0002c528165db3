// Mistakes made in random problems of every kind by working the chain under them: each is found again, or one that
// gives the same numbers.

#include "../attention/random_problem.h"
#include "attention/solve.h"
#include "grade/blame.h"
#include "grade/blame_plan.h"
#include "matrix/decimal.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

using namespace attn;

namespace {

constexpr int decimals = 6;

Entry number(double value) {
  if (!std::isfinite(value)) return {Entry::Kind::null, 0, 0, 0, false};
  return {Entry::Kind::number, round_decimals(value, decimals), decimals, decimals, false};
}

/// The step of the first head as worked under the change, to six decimals.
Claim written(const Problem& problem, Step step, View truth, View made) {
  Claim claim;
  claim.spot = {step, 0, 0};
  claim.path = path(problem, step, 0, 0);
  claim.rows = truth.rows;
  claim.cols = truth.cols;
  claim.fits = truth.rows == made.rows && truth.cols == made.cols;
  claim.written_rows = made.rows;
  claim.written_cols = made.cols;
  claim.decimals = claim.significant = decimals;
  for (std::size_t i = 0; i < made.rows; ++i)
    for (std::size_t j = 0; j < made.cols; ++j) claim.entries.push_back(number(made(i, j)));
  return claim;
}

std::vector<std::pair<std::size_t, std::size_t>> all_cells(View matrix) {
  std::vector<std::pair<std::size_t, std::size_t>> cells;
  for (std::size_t i = 0; i < matrix.rows; ++i)
    for (std::size_t j = 0; j < matrix.cols; ++j) cells.emplace_back(i, j);
  return cells;
}

/// Whether no cell is off by more than any rounding on the way could make it.
bool is_close(const Claim& claim, View truth) {
  constexpr double rounding = 2e-5;
  if (!claim.fits) return false;
  for (std::size_t i = 0; i < truth.rows; ++i)
    for (std::size_t j = 0; j < truth.cols; ++j)
      if (std::fabs(claim(i, j).value - truth(i, j)) > rounding) return false;
  return true;
}

} // namespace

TEST_CASE("every way of making a mistake is found again in random problems") {
  StepSet all;
  for (const Stage& stage : stages()) all.add(stage.step);
  std::size_t made_count = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    test::Seeded below(seed);
    const Problem problem = test::ProblemMaker<test::Seeded>(below)();
    std::vector<Trace> truth;
    for (std::size_t b = 0; b < problem.shape.sequences; ++b) truth.push_back(solve(problem, b, all));
    for (const Mistake& mistake : mistakes())
      for (const Way& way : mistake.ways)
        for (const Step step : {Step::weights, Step::output}) {
          if (!stage(step).applies(problem)) continue;
          Plan plan(problem);
          if (!plan.add(way)) continue;
          Answer answer;
          const Tolerance tolerance;
          const Truth true_steps(problem, truth, answer, tolerance);
          const Paper paper(problem, true_steps);
          const Sheet sheet{paper, tolerance};
          const View right = stage(step).pick(truth[0], problem.shape, 0);
          answer.claims.push_back(written(problem, step, right, Chain(paper, {}, &plan.change).worked({step, 0, 0})));
          if (is_close(answer.claims.front(), right)) continue;
          ++made_count;
          CAPTURE(seed, mistake.name, stage(step).name);
          const Wrong wrong{&answer.claims.front(), all_cells(right)};
          const auto found = blame(sheet, {&wrong, 1});
          const auto is_surer = [&](const Finding& other) { return other.mistake->surety < mistake.surety; };
          CHECK((std::ranges::any_of(found, is_surer) || std::ranges::count(found, &mistake, &Finding::mistake) == 1));
          CHECK(follows_from_a_mistake(sheet, answer.claims.front()));
        }
  }
  CHECK(made_count > 300);
}
