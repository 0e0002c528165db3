#include "grade/paper.h"

#include "attention/stage.h"
#include "grade/habit.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace attn {
namespace {

/// How many cells of a matrix say its true values in one form, and how many at least lie nearer to it than to the
/// other.
std::pair<std::size_t, std::size_t> alike(const Claim& claim, View form, View other, const Tolerance& tolerance) {
  const double largest = largest_magnitude(form);
  std::size_t confirmed = 0, near = 0;
  for (std::size_t i = 0; i < claim.rows; ++i)
    for (std::size_t j = 0; j < claim.cols; ++j) {
      confirmed += confirms(claim, claim(i, j), form(i, j), largest, tolerance);
      near += std::fabs(claim(i, j).value - form(i, j)) < std::fabs(claim(i, j).value - other(i, j));
    }
  return {confirmed, near};
}

void collect(const Paper& paper, const Spot& spot, std::vector<const Marked*>& found) {
  for (const auto& [step, head] : inputs(paper.problem, spot.step, spot.head)) {
    const Spot input{step, spot.sequence, head};
    const Marked* marked = paper.find(input);
    if (!marked)
      collect(paper, input, found);
    else if (std::ranges::find(found, marked) == found.end())
      found.push_back(marked);
  }
}

} // namespace

Truth::Truth(const Problem& problem, const std::vector<Trace>& traces, const Answer& answer, const Tolerance& tolerance)
    : problem_(problem), traces_(traces) {
  for (const Claim& claim : answer.claims) {
    const auto& [step, sequence, head] = claim.spot;
    const Spot exponentials{Step::exponentials, sequence, head}, row_sum{Step::row_sum, sequence, head};
    if (!is_of_exponentials(step) || !claim.fits || plain_.contains(exponentials)) continue;
    const Setting setting{problem, sequence, head, true};
    const View scores = in_traces({source(problem, Step::masked_scores), sequence, head});
    Matrix<double> e = plain_exponentials(setting, scores);
    Matrix<double> sums = plain_sums(setting, e, scores);
    const View plain = step == Step::exponentials ? e.view() : sums.view();
    const View shifted = in_traces(claim.spot);
    if (alike(claim, plain, shifted, tolerance) <= alike(claim, shifted, plain, tolerance)) continue;
    plain_.emplace(exponentials, std::move(e));
    plain_.emplace(row_sum, std::move(sums));
  }
}

View Truth::operator[](const Spot& spot) const {
  const auto found = plain_.find(spot);
  return found == plain_.end() ? in_traces(spot) : found->second.view();
}

View Truth::in_traces(const Spot& spot) const {
  return stage(spot.step).pick(traces_[spot.sequence], problem_.shape, spot.head);
}

bool Marked::all_right() const {
  return std::ranges::all_of(verdicts, [this](Verdict verdict) { return counts_as_right(verdict, lenient); });
}

void Paper::add(Marked marked) {
  marked.is_true = std::ranges::all_of(marked.verdicts, [](Verdict verdict) { return verdict == Verdict::right; });
  marked_.emplace(marked.claim.spot, std::move(marked));
}

const Marked* Paper::find(const Spot& spot) const {
  const auto found = marked_.find(spot);
  return found == marked_.end() ? nullptr : &found->second;
}

std::vector<const Marked*> Paper::before(const Spot& spot) const {
  std::vector<const Marked*> found;
  collect(*this, spot, found);
  return found;
}

} // namespace attn
