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
          BlamePlan plan(problem);
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

namespace {

/// The chain with the weights of head 1 of the first sequence as they are made to be.
class Reweighted {
public:
  Reweighted(const Problem& problem, const Trace& truth)
      : problem_(problem), truth_(truth), weights_(copy(truth.heads[0].weights)) {}

  Matrix<double>& weights() { return weights_; }

  Matrix<double> made(Step step) const {
    if (step == Step::weights) return weights_;
    std::vector<Matrix<double>> outputs;
    std::vector<View> views;
    for (std::size_t h = 0; h < problem_.shape.heads; ++h) {
      const View A = h == 0 ? weights_.view() : truth_.heads[h].weights.view();
      const View V = stage(Step::head_V).pick(truth_, problem_.shape, h);
      outputs.push_back(stage(Step::head_output).work({problem_, 0, h}, std::vector{A, V}));
    }
    for (const Matrix<double>& output : outputs) views.push_back(output);
    const Matrix<double> concat = stage(Step::concat).work({problem_}, views);
    return stage(Step::output).work({problem_}, std::vector{concat.view()});
  }

private:
  const Problem& problem_;
  const Trace& truth_;
  Matrix<double> weights_;
};

/// Spoils a row of weights in which key `key` has a share; tells the name of what was done.
struct Spoiling {
  const char* mistake;
  void (*spoil)(Matrix<double>& weights, std::size_t row, std::size_t key);
};

void scale_row(Matrix<double>& weights, std::size_t row, double by) {
  for (std::size_t j = 0; j < weights.cols(); ++j) weights(row, j) *= by;
}

constexpr Spoiling spoilings[] = {
    {"exponential_wrong",
     [](Matrix<double>& weights, std::size_t row, std::size_t key) {
       constexpr double too_large = 1.7;
       const double sum = 1 + (too_large - 1) * weights(row, key);
       weights(row, key) *= too_large;
       scale_row(weights, row, 1 / sum);
     }},
    {"denominator_incomplete", [](Matrix<double>& weights, std::size_t row,
                                  std::size_t key) { scale_row(weights, row, 1 / (1 - weights(row, key))); }},
    {"row_not_normalised",
     [](Matrix<double>& weights, std::size_t row, std::size_t) { scale_row(weights, row, 1.37); }},
};

/// Cells of the row that are clearly off.
std::size_t clearly_off(const Claim& claim, View truth, std::size_t row) {
  constexpr double rounding = 2e-5;
  std::size_t count = 0;
  for (std::size_t j = 0; j < truth.cols; ++j) count += std::fabs(claim(row, j).value - truth(row, j)) > rounding;
  return count;
}

/// A key that has a fair share in the row, if any.
std::optional<std::size_t> shared_key(const Matrix<double>& weights, std::size_t row) {
  for (std::size_t j = 0; j < weights.cols(); ++j)
    if (weights(row, j) > 0.05 && weights(row, j) < 0.95) return j;
  return std::nullopt;
}

} // namespace

TEST_CASE("a row of weights that was spoiled is named in random problems, in the weights and in the output") {
  std::size_t made_count = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    test::Seeded below(seed);
    Problem problem = test::ProblemMaker<test::Seeded>(below)();
    if (problem.start == Start::weights || !problem.has_values()) continue;
    problem.dtype = Dtype::float64; // six decimals are more than single precision has
    std::vector<Trace> truth;
    for (std::size_t b = 0; b < problem.shape.sequences; ++b) truth.push_back(solve(problem, b, every_step()));
    const std::size_t row = problem.shape.n - 1;
    const auto key = shared_key(truth[0].heads[0].weights, row);
    if (!key) continue;
    for (const Spoiling& spoiling : spoilings)
      for (const Step step : {Step::weights, Step::output}) {
        Reweighted chain(problem, truth[0]);
        spoiling.spoil(chain.weights(), row, *key);
        const View right = stage(step).pick(truth[0], problem.shape, 0);
        Answer answer;
        answer.claims.push_back(written(problem, step, right, chain.made(step)));
        if (clearly_off(answer.claims.front(), right, row) < 2) continue;
        const Tolerance tolerance;
        const Truth true_steps(problem, truth, answer, tolerance);
        const Paper paper(problem, true_steps);
        Wrong wrong{&answer.claims.front(), {}};
        for (std::size_t j = 0; j < right.cols; ++j) wrong.cells.emplace_back(row, j);
        const auto found = blame({paper, tolerance}, {&wrong, 1});
        ++made_count;
        CAPTURE(seed, spoiling.mistake, stage(step).name);
        // Of row mistakes all that fit are told; a method may give the same numbers and is then told alone.
        CHECK(!found.empty());
        const bool by_method =
            std::ranges::any_of(found, [](const Finding& other) { return other.mistake->surety == Surety::method; });
        CHECK((by_method || std::ranges::any_of(
                                found, [&](const Finding& other) { return other.mistake->name == spoiling.mistake; })));
      }
  }
  CHECK(made_count > 150);
}

namespace {

/// Writes the true matrix down in another way.
struct Miswriting {
  const char* mistake;
  Matrix<double> (*write)(View truth);
};

Matrix<double> reordered(View truth, std::size_t (*from)(std::size_t row, std::size_t rows)) {
  Matrix<double> made(truth.rows, truth.cols);
  for (std::size_t i = 0; i < truth.rows; ++i)
    for (std::size_t j = 0; j < truth.cols; ++j) made(i, j) = truth(from(i, truth.rows), j);
  return made;
}

constexpr Miswriting miswritings[] = {
    {"answer_transposed", [](View truth) { return copy(truth.transposed()); }},
    {"rows_in_other_order",
     [](View truth) { return reordered(truth, [](std::size_t i, std::size_t rows) { return (i + 1) % rows; }); }},
    {"wrong_query_row",
     [](View truth) { return reordered(truth, [](std::size_t i, std::size_t) { return i == 0 ? 1 : i; }); }},
    {"sign_slip",
     [](View truth) {
       Matrix<double> made = copy(truth);
       made(0, 0) *= -1;
       return made;
     }},
    {"one_cell",
     [](View truth) {
       Matrix<double> made = copy(truth);
       made(1, 0) += 0.7;
       return made;
     }},
};

std::vector<std::pair<std::size_t, std::size_t>> differing_cells(const Claim& claim, View truth) {
  auto cells = all_cells(truth);
  if (claim.fits)
    std::erase_if(cells, [&](const auto& cell) {
      return std::fabs(claim(cell.first, cell.second).value - truth(cell.first, cell.second)) < 1e-6;
    });
  return cells;
}

} // namespace

TEST_CASE("a right step that was miswritten is named in random problems") {
  std::size_t made_count = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    test::Seeded below(seed);
    Problem problem = test::ProblemMaker<test::Seeded>(below)();
    problem.dtype = Dtype::float64;
    if (!problem.has_values() || problem.shape.n < 2) continue;
    std::vector<Trace> truth;
    for (std::size_t b = 0; b < problem.shape.sequences; ++b) truth.push_back(solve(problem, b, every_step()));
    const View right = truth[0].output.view();
    for (const Miswriting& miswriting : miswritings) {
      Answer answer;
      answer.claims.push_back(written(problem, Step::output, right, miswriting.write(right)));
      const Claim& claim = answer.claims.front();
      if (is_close(claim, right)) continue;
      const Tolerance tolerance;
      const Truth true_steps(problem, truth, answer, tolerance);
      const Paper paper(problem, true_steps);
      const Wrong wrong{&claim, differing_cells(claim, right)};
      const auto found = blame({paper, tolerance}, {&wrong, 1});
      ++made_count;
      CAPTURE(seed, miswriting.mistake);
      const auto row = std::ranges::find(mistakes(), miswriting.mistake, &Mistake::name);
      const auto is_surer = [&](const Finding& other) { return other.mistake->surety < row->surety; };
      const auto is_it = [&](const Finding& other) { return other.mistake == &*row; };
      CHECK((std::ranges::any_of(found, is_it) || std::ranges::any_of(found, is_surer)));
    }
  }
  CHECK(made_count > 200);
}
