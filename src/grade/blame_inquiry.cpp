#include "grade/blame_inquiry.h"

#include "grade/blame_plan.h"
#include "grade/blame_sequence.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace attn {
namespace {

/// Whether the entry might say `made` if the steps before were rounded with less care than the entry itself.
bool is_near(const Claim& claim, const Entry& entry, double made, double largest, const Tolerance& tolerance) {
  constexpr double of_largest = 0.05, of_slack = 20;
  if (entry.kind != Entry::Kind::number || !std::isfinite(made))
    return confirms(claim, entry, made, largest, tolerance);
  const double allowed = of_largest * largest + of_slack * slack(claim, entry, made, largest, tolerance);
  return std::fabs(entry.value - made) <= allowed;
}

bool is_near(const Claim& claim, View made, std::optional<std::size_t> row, const Tolerance& tolerance) {
  if (made.rows != claim.written_rows || made.cols != claim.written_cols) return false;
  const double largest = largest_magnitude(made);
  for (std::size_t i = row.value_or(0); i < (row ? *row + 1 : made.rows); ++i)
    for (std::size_t j = 0; j < made.cols; ++j)
      if (!is_near(claim, claim(i, j), made(i, j), largest, tolerance)) return false;
  return true;
}

/// Marks the written cells that say what `made`, of the written shape, has.
void mark(const Claim& claim, View made, const Tolerance& tolerance, std::vector<bool>& marks) {
  assert(made.rows == claim.written_rows && made.cols == claim.written_cols); // else it was not near
  const double largest = largest_magnitude(made);
  for (std::size_t i = 0; i < made.rows; ++i)
    for (std::size_t j = 0; j < made.cols; ++j)
      if (confirms(claim, claim(i, j), made(i, j), largest, tolerance)) marks[i * made.cols + j] = true;
}

/// e^s may have been written with the row's maximum taken off or not.
std::vector<Basis> forms(const Basis& basis, Step step) {
  if (step != Step::exponentials && step != Step::row_sum) return {basis};
  std::vector<Basis> both{basis, basis};
  both.front().plain = true;
  return both;
}

/// Whether each row of the step belongs to a query.
bool has_query_rows(Step step) {
  return stage(step).rows == Axis::queries;
}

std::optional<Problem> alone(const Problem& problem, std::size_t sequence) {
  if (problem.shape.sequences == 1 || !is_small(problem.shape)) return std::nullopt;
  return sequence_alone(problem, sequence);
}

} // namespace

bool Suspect::says(std::size_t i, std::size_t j, double value) const {
  return confirms(claim, claim(i, j), value, largest, tolerance);
}

Inquiry::Inquiry(const Sheet& sheet, std::span<const Wrong> wrong)
    : sheet_(sheet), alone_(alone(sheet.paper.problem, wrong.front().claim->spot.sequence)),
      problem_(alone_ ? *alone_ : sheet.paper.problem), target_(wrong.front().claim->spot), wrong_(wrong) {
  for (std::size_t number = 0; number < wrong_.size(); ++number)
    for (const auto& [row, col] : wrong_[number].cells)
      if (wrong_rows_.empty() || wrong_rows_.back() != std::pair(number, row)) wrong_rows_.emplace_back(number, row);
  make_suspects({Reading::exact});
  if (is_small(problem_.shape)) make_suspects({Reading::as_written});
}

void Inquiry::make_suspects(const Basis& basis) {
  suspects_.resize(wrong_.size());
  for (std::size_t number = 0; number < wrong_.size(); ++number) {
    const auto& [written, cells] = wrong_[number];
    const Spot& spot = written->spot;
    for (const Basis& form : forms(basis, spot.step)) {
      Chain chain(sheet_.paper, form);
      const View truth = numbers_.emplace_back(chain.worked(spot));
      Suspect suspect{problem_, sheet_.tolerance, *written, truth, largest_magnitude(truth), {}, {}, cells};
      if (spot.step == Step::row_sum)
        suspect.exponentials = keep(chain.value({Step::exponentials, spot.sequence, spot.head}));
      else
        suspect.mixings = mixings(chain, spot, truth);
      suspects_[number].push_back(std::move(suspect));
    }
  }
}

View Inquiry::keep(View numbers) {
  return numbers_.emplace_back(copy(numbers));
}

/// The weights themselves, or those that the step is made of and that the student did not write down.
std::vector<Mixing> Inquiry::mixings(Chain& chain, const Spot& spot, View truth) {
  std::vector<Mixing> made;
  const bool of_all_heads = stage(spot.step).level == Level::sequence;
  if (spot.step < Step::weights || (spot.step > Step::weights && !is_small(problem_.shape))) return made;
  for (std::size_t head = 0; head < problem_.shape.heads; ++head) {
    if (!of_all_heads && head != spot.head) continue;
    const Spot weights{Step::weights, spot.sequence, head};
    if (spot.step != Step::weights && is_written_between(weights, spot)) continue;
    Mixing mixing{head, {}, {}, {}};
    mixing.weights = spot.step == Step::weights ? truth : keep(chain.value(weights));
    if (problem_.start != Start::weights)
      mixing.scores = keep(chain.value({source(problem_, Step::masked_scores), spot.sequence, head}));
    if (spot.step != Step::weights) mixing.effect = numbers_.emplace_back(effect(chain, spot, head));
    made.push_back(mixing);
  }
  return made;
}

/// Whether the student wrote the weights of a head, or a step that was made of them, before the target.
bool Inquiry::is_written_between(const Spot& weights, const Spot& spot) const {
  const Spot output{Step::head_output, weights.sequence, weights.head}, concat{Step::concat, weights.sequence, 0};
  for (const Spot& step : {weights, output, concat})
    if (step.step < spot.step && sheet_.paper.find(step)) return true;
  return false;
}

/// What weight 1 of each key of a head makes in each column of the step.
Matrix<double> Inquiry::effect(Chain& chain, const Spot& spot, std::size_t head) const {
  const View V = chain.value({Step::head_V, spot.sequence, head});
  if (spot.step == Step::head_output) return copy(V);
  const Projection none, &project = spot.step == Step::output ? problem_.project_O : none;
  Matrix<double> made(V.rows, project.identity ? problem_.shape.heads * V.cols : project.W.cols());
  for (std::size_t key = 0; key < V.rows; ++key)
    for (std::size_t p = 0; p < V.cols; ++p)
      for (std::size_t j = 0; j < made.cols(); ++j) {
        const std::size_t of_concat = head * V.cols + p;
        made(key, j) += V(key, p) * (project.identity ? of_concat == j : project.W(of_concat, j));
      }
  return made;
}

int Inquiry::decimals() const {
  int most = 0;
  for (const Wrong& wrong : wrong_) most = std::max(most, wrong.claim->decimals);
  return most;
}

std::size_t Inquiry::wrong_cells() const {
  std::size_t count = 0;
  for (const Wrong& wrong : wrong_) count += wrong.cells.size();
  return count;
}

/// The row in which all wrong cells are, in every wrong matrix.
std::optional<std::size_t> Inquiry::only_wrong_row() const {
  const std::size_t row = wrong_rows_.front().second;
  const bool only = std::ranges::all_of(wrong_rows_, [&](const auto& at) { return at.second == row; });
  const bool shaped = std::ranges::all_of(wrong_, [](const Wrong& wrong) { return wrong.claim->fits; });
  return only && shaped && wrong_.front().claim->rows > 1 ? std::optional(row) : std::nullopt;
}

std::string_view place_of(const Way& way) {
  const auto* changed = std::get_if<ChangedProblem>(&way);
  return changed ? changed->where : std::string_view{};
}

Finding Inquiry::finding(const Mistake& mistake, const Way& way, const Facts& facts) const {
  const Claim& claim = *wrong_.front().claim;
  return {&mistake, nullptr, claim.spot, claim.path, place_of(way), {}, facts};
}

std::vector<Finding> Inquiry::find(Surety surety, All all) const {
  std::vector<Finding> found;
  All left = all.first(rank(unchanged(), all).value_or(all.size()));
  for (const Mistake& mistake : mistakes()) {
    if (mistake.surety != surety || left.empty()) continue;
    if (const auto fit = best_fit(mistake, left)) {
      if (fit->first.rank + 1 < left.size()) found.clear();
      left = left.first(fit->first.rank + 1);
      found.push_back(finding(mistake, *fit->second, fit->first.facts));
    }
  }
  return found;
}

/// The way that fits under the first bases, and how.
std::optional<std::pair<Inquiry::Fit, const Way*>> Inquiry::best_fit(const Mistake& mistake, All all) const {
  std::optional<std::pair<Fit, const Way*>> best;
  for (const Way& way : mistake.ways) {
    const All better = best ? all.first(best->first.rank) : all;
    if (better.empty()) break;
    if (auto fit = std::visit([&](const auto& one) { return fits(one, better); }, way)) best = {std::move(*fit), &way};
  }
  return best;
}

Inquiry::Marks Inquiry::explained(const Alteration& change, const Bases& bases) const {
  Marks marks;
  for (const Wrong& wrong : wrong_) marks.emplace_back(wrong.claim->entries.size());
  for (const Basis& basis : bases)
    for (const Basis& form : forms(basis, target_.step)) {
      Chain worked = chain(change, form);
      for (std::size_t number = 0; number < wrong_.size(); ++number) {
        const Claim& claim = *wrong_[number].claim;
        mark(claim, worked.worked(claim.spot), sheet_.tolerance, marks[number]);
      }
    }
  return marks;
}

bool Inquiry::is_near(const Alteration& change, const Basis& basis, std::optional<std::size_t> row) const {
  Chain plain = chain(change, forms(basis, target_.step).front());
  Chain shifted = chain(change, forms(basis, target_.step).back());
  return std::ranges::all_of(wrong_, [&](const Wrong& wrong) {
    const Claim& claim = *wrong.claim;
    return attn::is_near(claim, plain.worked(claim.spot), row, sheet_.tolerance) ||
           attn::is_near(claim, shifted.worked(claim.spot), row, sheet_.tolerance);
  });
}

/// The first of `all` under which the change gives every cell, or every cell of one row. In large problems none.
std::optional<std::size_t> Inquiry::rank(const Alteration& change, All all, std::optional<std::size_t> row) const {
  if (all.empty() || !is_small(problem_.shape) || !is_near(change, all.front().front(), row)) return std::nullopt;
  const std::size_t cols = wrong_.front().claim->cols, first = row.value_or(0) * cols;
  const auto all_marked = [&](const std::vector<bool>& cells) {
    const auto from = cells.begin() + static_cast<std::ptrdiff_t>(first);
    return std::all_of(from, row ? from + static_cast<std::ptrdiff_t>(cols) : cells.end(), std::identity{});
  };
  for (std::size_t number = 0; number < all.size(); ++number)
    if (std::ranges::all_of(explained(change, all[number]), all_marked)) return number;
  return std::nullopt;
}

std::optional<Inquiry::Fit> Inquiry::fits(const ChangedProblem& way, All all) const {
  if (!is_small(problem_.shape) || way.first > target_.step) return std::nullopt;
  PlannedChange plan(problem_);
  const auto found = plan.add(way) ? rank(plan.change, all) : std::nullopt;
  return found ? std::optional(Fit{*found, {}}) : std::nullopt;
}

std::optional<Inquiry::Fit> Inquiry::fits(const ReplacedWork& way, All all) const {
  PlannedChange plan(problem_);
  const auto found = plan.add(way) ? rank(plan.change, all) : std::nullopt;
  return found ? std::optional(Fit{*found, {}}) : std::nullopt;
}

std::optional<Inquiry::Fit> Inquiry::fits(const ChangedForOneQuery& way, All all) const {
  const auto row = only_wrong_row();
  if (!row || !is_small(problem_.shape) || way.change.first > target_.step) return std::nullopt;
  PlannedChange plan(problem_);
  const auto found = plan.add(way.change) ? rank(plan.change, all, row) : std::nullopt;
  if (!found) return std::nullopt;
  Fit fit{*found, {}};
  fit.facts.row = row;
  return fit;
}

/// From the mask to the weights, the other query's scores meet this query's mask.
std::optional<Inquiry::Fit> Inquiry::fits(const AnotherQuery&, All all) const {
  const auto row = only_wrong_row();
  if (!row || !has_query_rows(target_.step)) return std::nullopt;
  const Step unmasked = source(problem_, Step::alibi_scores);
  const bool before_mask = target_.step <= unmasked || target_.step > Step::weights;
  for (std::size_t query = 0; query < wrong_.front().claim->rows; ++query) {
    Alteration change = unchanged();
    change.every_row = {before_mask ? target_.step : unmasked, query};
    change.begin_at(change.every_row->step);
    const auto found = query != *row ? rank(change, all, row) : std::nullopt;
    if (!found) continue;
    Fit fit{*found, {}};
    fit.facts.row = row;
    fit.facts.other = query;
    return fit;
  }
  return std::nullopt;
}

/// One that is found in every wrong matrix; what it tells of the first is told.
std::optional<Inquiry::Fit> Inquiry::fits(const Pattern& way, All) const {
  std::optional<Facts> first;
  for (const std::vector<Suspect>& versions : suspects_) {
    std::optional<Facts> found;
    for (const Suspect& suspect : versions)
      if (!found) found = way.find(suspect);
    if (!found) return std::nullopt;
    if (!first) first = found;
  }
  return first ? std::optional(Fit{0, *first}) : std::nullopt;
}

std::optional<Facts> Inquiry::find_in_row(const RowPattern& way, std::size_t number, std::size_t row) const {
  for (const Suspect& suspect : suspects_[number])
    if (auto found = way.find(suspect, row)) return found;
  return std::nullopt;
}

std::optional<Inquiry::Fit> Inquiry::fits(const RowPattern& way, All) const {
  if (way.once && wrong_rows_.size() > 1) return std::nullopt;
  std::optional<Facts> first;
  for (const auto& [number, row] : wrong_rows_) {
    const auto found = find_in_row(way, number, row);
    if (!found) return std::nullopt;
    if (!first) first = found;
  }
  return first ? std::optional(Fit{0, *first}) : std::nullopt;
}

} // namespace attn
