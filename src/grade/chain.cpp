#include "grade/chain.h"

#include "grade/product.h"

#include <algorithm>
#include <cmath>
#include <deque>

namespace attn {
namespace {

/// What really feeds a step that is worked from `input`.
Spot source_of(const Problem& problem, Step input, std::size_t sequence, std::size_t head) {
  const Step step = source(problem, input);
  return {step, sequence, stage(step).level == Level::head ? head : 0};
}

} // namespace

Matrix<double> Chain::worked(const Spot& spot) {
  Matrix<double> made = work(spot);
  repeat_row(spot.step, made);
  return made;
}

View Chain::value(const Spot& spot) {
  if (const auto known = values_.find(spot); known != values_.end()) return known->second.view();
  const Marked* marked = given(spot);
  if (!marked && is_true(spot)) return paper_.truth[spot];
  Matrix<double> made = marked ? taken(*marked) : rounded_on_the_way(spot);
  return values_.emplace(spot, std::move(made)).first->second.view();
}

const Marked* Chain::given(const Spot& spot) const {
  const bool is_seen_through = basis_.habit.exponentials == Habit::Exponentials::kept && is_of_exponentials(spot.step);
  return basis_.reading == Reading::nothing || is_seen_through ? nullptr : paper_.find(spot);
}

/// Whether nothing before a step that is not given makes it another than the true one.
bool Chain::is_true(const Spot& spot) const {
  if (basis_.plain || !basis_.habit.rounds_nothing() || (change_ && change_->changes(spot.step))) return false;
  if (basis_.reading == Reading::nothing) return true;
  return std::ranges::all_of(paper_.before(spot), [this](const Marked* step) {
    return basis_.reading == Reading::exact && step->is_true && step != touch_.step;
  });
}

Matrix<double> Chain::rounded_on_the_way(const Spot& spot) {
  Matrix<double> made = worked(spot);
  if (basis_.habit.rounds(problem(), spot.step)) round(made, basis_.decimals);
  return made;
}

Matrix<double> Chain::taken(const Marked& marked) {
  const Claim& claim = marked.claim;
  Matrix<double> made = copy(marked.truth);
  Matrix<double> again;
  if (basis_.reading == Reading::mended && !marked.all_right()) {
    again = worked(claim.spot);
    if (claim.decimals > 0) round(again, std::min(claim.decimals, 22)); // whole numbers claim to be exact
  }
  const auto keeps_truth = [this](Verdict verdict) {
    return basis_.reading == Reading::exact && verdict == Verdict::right;
  };
  for (std::size_t i = 0; i < made.rows(); ++i)
    for (std::size_t j = 0; j < made.cols(); ++j) {
      const bool is_masked = !std::isfinite(made(i, j));
      if (is_masked && basis_.reading != Reading::as_written) continue;
      if (!again.empty() && !marked.is_right(i, j))
        made(i, j) = again(i, j);
      else if (claim(i, j).kind == Entry::Kind::number && !keeps_truth(marked.verdict(i, j)))
        made(i, j) = claim(i, j).value;
    }
  if (touch_.step == &marked) made(touch_.row, touch_.col) += touch_.by;
  repeat_row(claim.spot.step, made);
  return made;
}

void Chain::repeat_row(Step step, Matrix<double>& made) const {
  if (!change_ || !change_->every_row || change_->every_row->step != step) return;
  const std::size_t query = change_->every_row->query;
  for (std::size_t i = 0; i < made.rows(); ++i)
    for (std::size_t j = 0; j < made.cols(); ++j) made(i, j) = made(query, j);
}

Matrix<double> Chain::work(const Spot& spot) {
  if (!change_) return regular(spot);
  const auto replacement = std::ranges::find(change_->replaced, spot.step, &Replacement::step);
  if (replacement != change_->replaced.end()) return replaced(*replacement, spot);
  if (!stage(spot.step).applies(problem()))
    return copy(value(source_of(problem(), spot.step, spot.sequence, spot.head)));
  return regular(spot);
}

/// By the table of stages.
Matrix<double> Chain::regular(const Spot& spot) {
  std::vector<View> views;
  for (const auto& [step, head] : inputs(problem(), spot.step, spot.head))
    views.push_back(value({step, spot.sequence, head}));
  const bool plain = basis_.habit.exponentials == Habit::Exponentials::plain;
  const Setting setting{problem(), spot.sequence, spot.head, plain};
  if (spot.step == Step::exponentials && is_plain(spot)) return plain_exponentials(setting, views.front());
  if (spot.step == Step::row_sum && is_plain(spot)) return plain_sums(setting, views[0], views[1]);
  if (basis_.habit.products)
    if (auto made = with_rounded_products(setting, spot.step, views, basis_.habit, basis_.decimals))
      return std::move(*made);
  return stage(spot.step).work(setting, views);
}

Matrix<double> Chain::replaced(const Replacement& replacement, const Spot& spot) {
  std::vector<View> views;
  std::deque<Matrix<double>> unreplaced;
  for (const Step input : replacement.inputs) {
    const std::size_t first = replacement.of_all_heads ? 0 : spot.head;
    const std::size_t count = replacement.of_all_heads ? problem().shape.heads : 1;
    for (std::size_t head = first; head < first + count; ++head)
      views.push_back(input == replacement.step ? unreplaced.emplace_back(regular({input, spot.sequence, head})).view()
                                                : value(source_of(problem(), input, spot.sequence, head)));
  }
  return replacement.work({problem(), spot.sequence, spot.head, is_plain(spot)}, views);
}

/// Whether exponentials are e^s, however large.
bool Chain::is_plain(const Spot& spot) const {
  return basis_.plain || basis_.habit.exponentials == Habit::Exponentials::any_size || paper_.truth.plain(spot);
}

void Chain::round(Matrix<double>& values, int decimals) const {
  std::transform(values.data(), values.data() + values.size(), values.data(),
                 [&](double value) { return basis_.habit.round(value, decimals); });
}

Matrix<double> sway(const Paper& paper, const Spot& spot, const Tolerance& tolerance) {
  const Basis basis{Reading::exact};
  const Matrix<double> still = Chain(paper, basis).worked(spot);
  Matrix<double> sum(still.rows(), still.cols());
  const auto add = [&](const Touch& touch) {
    const Matrix<double> moved = Chain(paper, basis, nullptr, touch).worked(spot);
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
