#include "grade/follow.h"

#include "attention/stage.h"
#include "grade/product.h"
#include "matrix/decimal.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace attn {
namespace {

constexpr auto made_habits = [] {
  using enum Habit::Exponentials;
  std::array<Habit, 12> made;
  std::size_t next = 0;
  for (const bool products : {false, true})
    for (const bool steps : {false, true})
      for (const auto exponentials : {unrounded, plain, shifted}) made[next++] = {exponentials, steps, products};
  return made;
}();

/// Steps that only pass numbers on.
bool copies(Step step) {
  return step == Step::head_Q || step == Step::head_K || step == Step::head_V || step == Step::concat;
}

/// Numbers that the problem gives are no work of the student's.
bool is_given(const Problem& problem, Step step) {
  if (step <= Step::V) return problem.start != Start::X;
  return (step == Step::scores && problem.start == Start::scores) ||
         (step == Step::weights && problem.start == Start::weights);
}

bool rounds(const Habit& habit, const Problem& problem, Step step) {
  if (step == Step::exponentials || step == Step::row_sum) return habit.exponentials != Habit::Exponentials::unrounded;
  return habit.steps && !copies(step) && !is_given(problem, step);
}

Matrix<double> copy(View values) {
  Matrix<double> made(values.rows, values.cols);
  for (std::size_t i = 0; i < values.rows; ++i)
    for (std::size_t j = 0; j < values.cols; ++j) made(i, j) = values(i, j);
  return made;
}

void round_all(Matrix<double>& values, int decimals) {
  std::transform(values.data(), values.data() + values.size(), values.data(),
                 [&](double value) { return round_decimals(value, decimals); });
}

} // namespace

std::span<const Habit> habits() {
  return made_habits;
}

Matrix<double> Chain::worked(const Spot& spot) {
  std::vector<View> views;
  for (const Spot& input : inputs(paper_.problem, spot)) views.push_back(value(input));
  const bool plain = paper_.truth.plain(spot) || habit_.exponentials == Habit::Exponentials::plain;
  const Setting setting{paper_.problem, spot.sequence, spot.head, plain};
  if (habit_.products)
    if (auto made = with_rounded_products(setting, spot.step, views, decimals_)) return std::move(*made);
  return stage(spot.step).work(setting, views);
}

View Chain::value(const Spot& spot) {
  if (const auto known = values_.find(spot); known != values_.end()) return known->second.view();
  const Marked* marked = paper_.find(spot);
  if (!marked && habit_.rounds_nothing() && !paper_.truth.plain(spot) && paper_.before(spot).empty())
    return paper_.truth[spot];
  Matrix<double> made = marked ? taken(*marked) : rounded_on_the_way(spot);
  return values_.emplace(spot, std::move(made)).first->second.view();
}

Matrix<double> Chain::rounded_on_the_way(const Spot& spot) {
  Matrix<double> made = worked(spot);
  if (rounds(habit_, paper_.problem, spot.step)) round_all(made, decimals_);
  return made;
}

Matrix<double> Chain::taken(const Marked& marked) {
  const Claim& claim = marked.claim;
  Matrix<double> made = copy(marked.truth);
  Matrix<double> again;
  if (reading_ == Reading::mended && !marked.all_right()) {
    again = worked(claim.spot);
    if (claim.decimals > 0) round_all(again, std::min(claim.decimals, 22)); // whole numbers claim to be exact
  }
  const auto keeps_truth = [this](Verdict verdict) { return reading_ == Reading::exact && verdict == Verdict::right; };
  for (std::size_t i = 0; i < made.rows(); ++i)
    for (std::size_t j = 0; j < made.cols(); ++j) {
      if (!std::isfinite(made(i, j))) continue;
      if (!again.empty() && !marked.is_right(i, j))
        made(i, j) = again(i, j);
      else if (claim(i, j).kind == Entry::Kind::number && !keeps_truth(marked.verdict(i, j)))
        made(i, j) = claim(i, j).value;
    }
  if (touch_.step == &marked) made(touch_.row, touch_.col) += touch_.by;
  return made;
}

Matrix<double> sway(const Paper& paper, const Spot& spot, const Tolerance& tolerance) {
  const Matrix<double> still = Chain(paper, Reading::exact).worked(spot);
  Matrix<double> sum(still.rows(), still.cols());
  const auto add = [&](const Touch& touch) {
    const Matrix<double> moved = Chain(paper, Reading::exact, {}, 0, touch).worked(spot);
    for (std::size_t at = 0; at < sum.size(); ++at) {
      const double by = std::fabs(moved.data()[at] - still.data()[at]);
      if (std::isfinite(by)) sum.data()[at] += by;
    }
  };
  for (const Marked* step : paper.before(spot))
    for (std::size_t i = 0; i < step->claim.rows; ++i)
      for (std::size_t j = 0; j < step->claim.cols; ++j) {
        const Entry& entry = step->claim(i, j);
        if (step->verdict(i, j) == Verdict::right || entry.kind != Entry::Kind::number ||
            !std::isfinite(step->truth(i, j)))
          continue;
        if (const auto last = unit(step->claim, entry, step->truth(i, j), tolerance)) add({step, i, j, *last / 2});
      }
  return sum;
}

} // namespace attn
