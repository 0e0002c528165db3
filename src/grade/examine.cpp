#include "grade/examine.h"

#include "attention/by_hand.h"
#include "attention/stage.h"

#include <algorithm>
#include <cmath>

namespace attn {
namespace {

constexpr int most_decimals = 22; // that rounding knows (matrix/decimal.h)

/// Cut off after the digit that `unit` stands for; a value within a hair of having no more digits has none.
double cut(double value, double unit) {
  return std::copysign(std::floor(std::fabs(value) / unit + 1e-6) * unit, value);
}

bool any(const std::vector<const Marked*>& steps, bool (*is)(const Marked&)) {
  return std::ranges::any_of(steps, [is](const Marked* step) { return is(*step); });
}

bool is_wrong(const Marked& step) {
  return !step.all_right();
}

bool withholds(const Marked& step) {
  return !step.passes_on;
}

} // namespace

/// In order: what holds first is the verdict.
const Examination::Rule Examination::rules[] = {
    {Verdict::right, &Examination::is_true},
    {Verdict::unreadable, &Examination::is_text},
    {Verdict::rounded_by_hand, &Examination::is_by_hand},
    {Verdict::carried, &Examination::is_carried},
    {Verdict::nudged, &Examination::is_nudged},
    {Verdict::cut_off, &Examination::is_cut_off},
    {Verdict::last_digit, &Examination::is_last_digit},
    {Verdict::wrong, &Examination::is_anything},
};

Examination::Examination(const Paper& paper, const Claim& claim, const Tolerance& tolerance)
    : paper_(paper), claim_(claim), tolerance_(tolerance), truth_(paper.truth[claim.spot]),
      largest_(largest_magnitude(truth_)), before_(paper.before(claim.spot)), true_(claim.cells()) {
  for (At at{0, 0}; at.i < claim.rows; ++at.i)
    for (at.j = 0; at.j < claim.cols; ++at.j) true_[index(at)] = says(at, truth_(at.i, at.j));
}

Verdict Examination::verdict_of(At at) {
  return std::ranges::find_if(rules, [&](const Rule& rule) { return (this->*rule.holds)(at); })->verdict;
}

double Examination::follows(std::size_t i, std::size_t j) {
  return before_.empty() ? std::numeric_limits<double>::quiet_NaN() : as_written()(i, j);
}

bool Examination::right_after_wrong() {
  if (!any(before_, is_wrong)) return false;
  for (At at{0, 0}; at.i < claim_.rows; ++at.i)
    for (at.j = 0; at.j < claim_.cols; ++at.j)
      if (true_[index(at)] && !says(at, as_written()(at.i, at.j))) return true;
  return false;
}

// The rules

bool Examination::is_true(At at) {
  return true_[index(at)];
}

bool Examination::is_text(At at) {
  const Entry::Kind kind = claim_(at.i, at.j).kind;
  return kind == Entry::Kind::text || kind == Entry::Kind::other;
}

bool Examination::is_by_hand(At at) {
  if (!by_hand_) by_hand_ = worked_by_hand();
  return (*by_hand_)[index(at)];
}

bool Examination::is_carried(At at) {
  if (!carried_) carried_ = worked_from_wrong();
  return (*carried_)[index(at)];
}

/// All other weights of the row are right, and this one makes the row, as it is written, sum to 1.
bool Examination::is_nudged(At at) {
  const auto place = last_place(at);
  if (claim_.spot.step != Step::weights || !place) return false;
  double sum = 0;
  for (At other{at.i, 0}; other.j < claim_.cols; ++other.j) {
    if (other.j != at.j && !is_true(other) && !is_by_hand(other)) return false;
    sum += claim_(other.i, other.j).value;
  }
  return std::fabs(sum - 1) < *place * 1e-3;
}

bool Examination::is_cut_off(At at) {
  const auto place = last_place(at);
  if (!place) return false;
  const auto is_cut = [&](double value) {
    return std::fabs(claim_(at.i, at.j).value - cut(value, *place)) < *place * 1e-3;
  };
  return is_cut(truth_(at.i, at.j)) || (mended_ && is_cut((*mended_)(at.i, at.j)));
}

bool Examination::is_last_digit(At at) {
  const auto place = last_place(at);
  return place && says(at, truth_(at.i, at.j), *place);
}

// The evidence

Examination::Cells Examination::worked_by_hand() {
  Cells reproduced(claim_.cells());
  if (tolerance_.atol || tolerance_.rtol) return reproduced;
  mended_ = any(before_, is_wrong) ? Chain(paper_, {Reading::mended}).worked(claim_.spot) : as_written();
  add(*mended_, false, reproduced);
  const Cells plainly = reproduced;
  add_habits(Reading::mended, reproduced);
  add_rounding_every_step(reproduced);
  leave_to_carried(plainly, reproduced);
  return reproduced;
}

/// What follows from a wrong step as it was written does so rather than by some way of rounding the truth.
void Examination::leave_to_carried(const Cells& plainly, Cells& reproduced) {
  if (!any(before_, is_wrong) || any(before_, withholds)) return;
  for (At at{0, 0}; at.i < claim_.rows; ++at.i)
    for (at.j = 0; at.j < claim_.cols; ++at.j)
      if (!plainly[index(at)] && says(at, as_written()(at.i, at.j))) reproduced[index(at)] = false;
}

Examination::Cells Examination::worked_from_wrong() {
  Cells reproduced(claim_.cells());
  if (!any(before_, is_wrong) || any(before_, withholds)) return reproduced;
  add(as_written(), false, reproduced);
  if (!explains_all_off(reproduced)) add(Chain(paper_, {Reading::masked}).worked(claim_.spot), false, reproduced);
  add_habits(Reading::as_written, reproduced);
  if (explains_all_off(reproduced) || !is_hand_sized()) return reproduced;
  const Matrix<double> exact = Chain(paper_, {Reading::exact}).worked(claim_.spot);
  const Matrix<double> swayed = sway(paper_, claim_.spot, tolerance_);
  const double telling = largest_ / 2; // what may lie anywhere follows from nothing: a sum near 0 divides it
  for (At at{0, 0}; at.i < claim_.rows; ++at.i)
    for (at.j = 0; at.j < claim_.cols; ++at.j)
      if (swayed(at.i, at.j) <= telling && says(at, exact(at.i, at.j), swayed(at.i, at.j)))
        reproduced[index(at)] = true;
  return reproduced;
}

void Examination::add_habits(Reading reading, Cells& reproduced) {
  if (!is_hand_sized() || decimals() == 0) return; // whole numbers claim to be exact
  for (const Habit& habit : habits().subspan(1)) {
    if (explains_all_off(reproduced)) return;
    if (!is_worth_trying(habit)) continue;
    add(Chain(paper_, {reading, habit, decimals()}).worked(claim_.spot), true, reproduced);
  }
}

/// Whether the habit gives something else here than another one.
bool Examination::is_worth_trying(const Habit& habit) {
  switch (habit.exponentials) {
  case Habit::Exponentials::kept:
    return std::ranges::any_of(before_,
                               [](const Marked* marked) { return is_of_exponentials(marked->claim.spot.step); });
  case Habit::Exponentials::any_size:
    return has_large_scores();
  default:
    return true;
  }
}

/// Whether some score is so large, scaled or not, that the forms of e^s part (Habit::Exponentials).
bool Examination::has_large_scores() {
  if (large_scores_) return *large_scores_;
  const Problem& problem = paper_.problem;
  double largest = 0;
  for (const Step step : {Step::scores, source(problem, Step::masked_scores)})
    for (std::size_t head = 0; head < problem.shape.heads && problem.start != Start::weights; ++head)
      largest = std::max(largest, largest_magnitude(paper_.truth[{step, claim_.spot.sequence, head}]));
  return *(large_scores_ = largest > plain_limit);
}

/// With --decimals N an entry is also right if it is what rounding every step to N decimals gives.
void Examination::add_rounding_every_step(Cells& reproduced) {
  if (!tolerance_.decimals || explains_all_off(reproduced)) return;
  const auto& [step, sequence, head] = claim_.spot;
  const Trace trace = by_hand(paper_.problem, sequence, decimals());
  add(copy(stage(step).pick(trace, paper_.problem.shape, head)), false, reproduced);
}

/// Among a dozen ways of rounding one gives a cell by chance now and then; with `most_of_its_row` it counts in rows of
/// which it gives more than half.
void Examination::add(const Matrix<double>& worked, bool most_of_its_row, Cells& reproduced) {
  for (At at{0, 0}; at.i < claim_.rows; ++at.i) {
    std::size_t alike = 0;
    for (at.j = 0; at.j < claim_.cols; ++at.j) alike += says(at, worked(at.i, at.j));
    if (most_of_its_row && 2 * alike <= claim_.cols) continue;
    for (at.j = 0; at.j < claim_.cols; ++at.j)
      if (says(at, worked(at.i, at.j))) reproduced[index(at)] = true;
  }
}

bool Examination::explains_all_off(const Cells& reproduced) const {
  for (At at{0, 0}; at.i < claim_.rows; ++at.i)
    for (at.j = 0; at.j < claim_.cols; ++at.j)
      if (!true_[index(at)] && !reproduced[index(at)] && last_place(at)) return false;
  return true;
}

/// Whether the entry is `value`, give or take `more`.
bool Examination::says(At at, double value, double more) const {
  const Entry& entry = claim_(at.i, at.j);
  if (confirms(claim_, entry, value, largest_, tolerance_)) return true;
  if (more == 0 || entry.kind != Entry::Kind::number || !std::isfinite(value)) return false;
  return std::fabs(entry.value - value) <= slack(claim_, entry, value, largest_, tolerance_) + more;
}

/// The step of the last digit of a number that has decimals, where a number belongs.
std::optional<double> Examination::last_place(At at) const {
  const Entry& entry = claim_(at.i, at.j);
  const double truth = truth_(at.i, at.j);
  if (entry.kind != Entry::Kind::number || !std::isfinite(truth)) return std::nullopt;
  return unit(claim_, entry, truth, tolerance_);
}

/// Whether a person may have worked it with pencil and paper: what only people do is looked for only there.
bool Examination::is_hand_sized() const {
  constexpr std::size_t most = 100'000; // multiply-adds of the chain
  const Shape& s = paper_.problem.shape;
  const std::size_t projections = s.d_model * (s.n + 2 * s.m) * s.heads * std::max(s.d_k, s.d_v);
  const std::size_t heads = s.heads * s.n * s.keys() * (s.d_k + s.d_v + 1);
  return projections + heads + s.n * s.heads * s.d_v * s.d_out <= most;
}

int Examination::decimals() const {
  return std::min(tolerance_.decimals.value_or(claim_.decimals), most_decimals);
}

const Matrix<double>& Examination::as_written() {
  if (!as_written_) as_written_ = Chain(paper_, {Reading::as_written}).worked(claim_.spot);
  return *as_written_;
}

} // namespace attn
