#include "grade/blame_inquiry.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attn {
namespace {

double largest_of(View matrix) {
  double largest = 0;
  for (std::size_t i = 0; i < matrix.rows; ++i)
    for (std::size_t j = 0; j < matrix.cols; ++j)
      if (std::isfinite(matrix(i, j))) largest = std::max(largest, std::fabs(matrix(i, j)));
  return largest;
}

/// Marks the written cells that say what `made` has. A made matrix of another shape explains nothing.
void mark(const Claim& claim, View made, const Tolerance& tolerance, std::vector<bool>& marks) {
  if (made.rows != claim.written_rows || made.cols != claim.written_cols) return;
  const double largest = largest_of(made);
  for (std::size_t i = 0; i < made.rows; ++i)
    for (std::size_t j = 0; j < made.cols; ++j)
      if (confirms(claim, claim(i, j), made(i, j), largest, tolerance)) marks[i * made.cols + j] = true;
}

/// e^s may have been written with the row's maximum taken off or not.
std::vector<Basis> forms(const Basis& basis, Step step) {
  std::vector<Basis> both{basis};
  if (step != Step::exponentials && step != Step::row_sum) return both;
  both.push_back(basis);
  both.back().plain_exponentials = false;
  return both;
}

Matrix<double> copy_of(View matrix) {
  Matrix<double> made(matrix.rows, matrix.cols);
  for (std::size_t i = 0; i < matrix.rows; ++i)
    for (std::size_t j = 0; j < matrix.cols; ++j) made(i, j) = matrix(i, j);
  return made;
}

bool same(View a, View b) {
  if (a.rows != b.rows || a.cols != b.cols) return false;
  for (std::size_t i = 0; i < a.rows; ++i)
    for (std::size_t j = 0; j < a.cols; ++j)
      if (a(i, j) != b(i, j)) return false;
  return true;
}

/// A change, and the problem that it may need.
struct Plan {
  explicit Plan(const Problem& original) : change{&original, {}, {}, {}} {}
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;

  /// False: the problem, as changed so far, does not allow it.
  bool add(const ChangedProblem& way) {
    if (!own) own = *change.problem;
    change.problem = &*own;
    change.first = std::min(change.first.value_or(way.first), way.first);
    return way.change(*own);
  }
  bool add(const ReplacedWork& way) {
    if (!way.possible(*change.problem)) return false;
    for (const Replacement& work : way.works) {
      if (std::ranges::count(change.replaced, work.step, &Replacement::step) != 0) return false;
      change.replaced.push_back(work);
    }
    return true;
  }
  bool add(const Way& way) {
    if (const auto* changed = std::get_if<ChangedProblem>(&way)) return add(*changed);
    if (const auto* replaced = std::get_if<ReplacedWork>(&way)) return add(*replaced);
    return false;
  }

  Change change;
  std::optional<Problem> own;
};

std::string_view place_of(const Way& way) {
  const auto* changed = std::get_if<ChangedProblem>(&way);
  return changed ? changed->where : std::string_view{};
}

/// Whether each row of the step belongs to a query.
bool has_query_rows(Step step) {
  return step != Step::K && step != Step::V && step != Step::head_K && step != Step::head_V;
}

} // namespace

bool Suspect::says(std::size_t i, std::size_t j, double value) const {
  return confirms(claim, claim(i, j), value, largest, tolerance);
}

Inquiry::Inquiry(const Sheet& sheet, const std::vector<const Claim*>& claims)
    : sheet_(sheet), given_(sheet, claims.front()->spot.sequence, claims.front()->spot.step) {
  keep_wrong(claims);
  if (nothing_wrong()) return;
  make_suspects({Trust::right_cells, {}});
  make_suspects({Trust::as_written, {}});
}

/// Wrong is what neither the truth nor the student's own steps explain, in any way of going on from them.
void Inquiry::keep_wrong(const std::vector<const Claim*>& claims) {
  claims_ = claims;
  std::vector<Basis> bases{{Trust::right_cells, {}}, {Trust::as_written, {}}};
  if (decimals() > 0) bases.push_back({Trust::as_written, decimals()});
  const Marks marks = explained(unchanged(), bases);
  claims_.clear();
  for (std::size_t c = 0; c < claims.size(); ++c) {
    const Claim& claim = *claims[c];
    std::vector<std::pair<std::size_t, std::size_t>> wrong;
    for (std::size_t i = 0; i < claim.rows; ++i)
      for (std::size_t j = 0; j < claim.cols; ++j)
        if (!claim.fits || !marks[c][i * claim.cols + j]) wrong.emplace_back(i, j);
    if (wrong.empty()) continue;
    for (const auto& [i, j] : wrong)
      if (wrong_rows_.empty() || wrong_rows_.back() != std::pair(claims_.size(), i))
        wrong_rows_.emplace_back(claims_.size(), i);
    claims_.push_back(&claim);
    wrong_.push_back(std::move(wrong));
  }
}

void Inquiry::make_suspects(const Basis& basis) {
  const Change change = unchanged();
  Rework rework(given_, change, basis);
  suspects_.resize(claims_.size());
  for (std::size_t c = 0; c < claims_.size(); ++c) {
    const Claim& claim = *claims_[c];
    const std::size_t head = claim.spot.head;
    View scores;
    if (claim.spot.step == Step::weights && sheet_.problem.start != Start::weights)
      scores = numbers_.emplace_back(copy_of(rework(source(sheet_.problem, Step::masked_scores), head)));
    for (const Basis& form : forms(basis, claim.spot.step)) {
      Rework formed(given_, change, form);
      const View truth = numbers_.emplace_back(copy_of(formed(claim.spot.step, head)));
      suspects_[c].push_back({sheet_.problem, sheet_.tolerance, claim, truth, largest_of(truth), scores, wrong_[c]});
    }
  }
}

int Inquiry::decimals() const {
  int most = 0;
  for (const Claim* claim : claims_) most = std::max(most, claim->decimals);
  return most;
}

std::size_t Inquiry::wrong_cells() const {
  std::size_t count = 0;
  for (const auto& cells : wrong_) count += cells.size();
  return count;
}

/// The row in which all wrong cells are, in every wrong matrix.
std::optional<std::size_t> Inquiry::only_wrong_row() const {
  const std::size_t row = wrong_rows_.front().second;
  const bool only = std::ranges::all_of(wrong_rows_, [&](const auto& at) { return at.second == row; });
  const bool shaped = std::ranges::all_of(claims_, &Claim::fits);
  return only && shaped && claims_.front()->rows > 1 ? std::optional(row) : std::nullopt;
}

/// Working a step again takes plain loops; a chain of so many multiply-adds takes a millisecond or two.
bool Inquiry::is_small() const {
  constexpr std::size_t limit = 1 << 20;
  const Shape& shape = sheet_.problem.shape;
  const std::size_t per_pair = shape.heads * (shape.d_k + shape.d_v + 1);
  return shape.n * shape.keys() * per_pair <= limit &&
         shape.sequences * (shape.n + shape.keys()) * (shape.d_model + 1) * per_pair <= limit;
}

Finding Inquiry::finding(const Mistake& mistake) const {
  const Spot spot = claims_.front()->spot;
  Finding made;
  made.mistake = &mistake;
  made.spot = spot;
  made.path = claims_.front()->path;
  return made;
}

std::optional<Finding> Inquiry::find(const Mistake& mistake, const std::vector<Basis>& bases) const {
  for (const Way& way : mistake.ways) {
    auto facts = std::visit([&](const auto& one) { return fits(one, bases); }, way);
    if (!facts) continue;
    Finding found = finding(mistake);
    found.where = place_of(way);
    found.facts = *facts;
    return found;
  }
  return std::nullopt;
}

Inquiry::Marks Inquiry::explained(const Change& change, const std::vector<Basis>& bases) const {
  Marks marks;
  for (const Claim* claim : claims_) marks.emplace_back(claim->entries.size());
  for (const Basis& basis : bases)
    for (const Basis& form : forms(basis, given_.target)) {
      Rework rework(given_, change, form);
      for (std::size_t c = 0; c < claims_.size(); ++c)
        mark(*claims_[c], rework(given_.target, claims_[c]->spot.head), sheet_.tolerance, marks[c]);
    }
  return marks;
}

bool Inquiry::explains_all(const Change& change, const std::vector<Basis>& bases) const {
  return std::ranges::all_of(explained(change, bases), [](const std::vector<bool>& cells) {
    return !cells.empty() && std::ranges::all_of(cells, [](bool explained) { return explained; });
  });
}

bool Inquiry::explains_row(const Change& change, const std::vector<Basis>& bases, std::size_t row) const {
  const Marks marks = explained(change, bases);
  for (std::size_t c = 0; c < claims_.size(); ++c)
    for (std::size_t j = 0; j < claims_[c]->cols; ++j)
      if (!marks[c][row * claims_[c]->cols + j]) return false;
  return true;
}

std::optional<Facts> Inquiry::fits(const ChangedProblem& way, const std::vector<Basis>& bases) const {
  if (!is_small() || way.first > given_.target) return std::nullopt;
  Plan plan(sheet_.problem);
  return plan.add(way) && explains_all(plan.change, bases) ? std::optional(Facts{}) : std::nullopt;
}

std::optional<Facts> Inquiry::fits(const ReplacedWork& way, const std::vector<Basis>& bases) const {
  if (!is_small()) return std::nullopt;
  Plan plan(sheet_.problem);
  return plan.add(way) && explains_all(plan.change, bases) ? std::optional(Facts{}) : std::nullopt;
}

std::optional<Facts> Inquiry::fits(const ChangedForOneQuery& way, const std::vector<Basis>& bases) const {
  const auto row = only_wrong_row();
  if (!row || !is_small() || way.change.first > given_.target) return std::nullopt;
  Plan plan(sheet_.problem);
  if (!plan.add(way.change) || !explains_row(plan.change, bases, *row)) return std::nullopt;
  Facts facts;
  facts.row = row;
  return facts;
}

/// From the mask to the weights, the other query's scores meet this query's mask.
std::optional<Facts> Inquiry::fits(const AnotherQuery&, const std::vector<Basis>& bases) const {
  const auto row = only_wrong_row();
  if (!row || !is_small() || !has_query_rows(given_.target)) return std::nullopt;
  const Step unmasked = source(sheet_.problem, Step::capped_scores);
  const bool before_mask = given_.target <= unmasked || given_.target > Step::weights;
  for (std::size_t query = 0; query < claims_.front()->rows; ++query) {
    Change change = unchanged();
    change.every_row = {before_mask ? given_.target : unmasked, query};
    if (query == *row || !explains_row(change, bases, *row)) continue;
    Facts facts;
    facts.row = row;
    facts.other = query;
    return facts;
  }
  return std::nullopt;
}

/// One that is found in every wrong matrix; what it tells of the first is told.
std::optional<Facts> Inquiry::fits(const Pattern& way, const std::vector<Basis>&) const {
  std::optional<Facts> first;
  for (const std::vector<Suspect>& versions : suspects_) {
    std::optional<Facts> found;
    for (const Suspect& suspect : versions)
      if (!found) found = way.find(suspect);
    if (!found) return std::nullopt;
    if (!first) first = found;
  }
  return first;
}

std::optional<Facts> Inquiry::find_in_row(const RowPattern& way, std::size_t claim, std::size_t row) const {
  for (const Suspect& suspect : suspects_[claim])
    if (auto found = way.find(suspect, row)) return found;
  return std::nullopt;
}

std::optional<Facts> Inquiry::fits(const RowPattern& way, const std::vector<Basis>&) const {
  if (way.once && wrong_rows_.size() > 1) return std::nullopt;
  std::optional<Facts> first;
  for (const auto& [claim, row] : wrong_rows_) {
    const auto found = find_in_row(way, claim, row);
    if (!found) return std::nullopt;
    if (!first) first = found;
  }
  return first;
}

std::vector<Finding> Inquiry::find_pairs(const std::vector<Basis>& bases) const {
  constexpr std::size_t enough = 4;
  if (wrong_cells() < enough) return {};
  std::vector<Finding> found = pairs_of_changes(bases);
  return found.empty() ? pairs_in_rows() : found;
}

/// Only of changes that do something to the step by themselves.
std::vector<Finding> Inquiry::pairs_of_changes(const std::vector<Basis>& bases) const {
  constexpr std::size_t most_cells = 256;
  std::vector<Finding> found;
  if (!is_small() || wrong_cells() > most_cells) return found;

  std::vector<std::pair<const Mistake*, const Way*>> candidates;
  for (const Mistake& mistake : mistakes())
    for (const Way& way : mistake.ways) {
      Plan plan(sheet_.problem);
      if (!plan.add(way)) continue;
      Rework rework(given_, plan.change, bases.front());
      if (!same(rework(given_.target, claims_.front()->spot.head), suspects_.front().front().truth))
        candidates.emplace_back(&mistake, &way);
    }
  for (std::size_t a = 0; a < candidates.size(); ++a)
    for (std::size_t b = a + 1; b < candidates.size(); ++b) {
      Plan plan(sheet_.problem);
      if (candidates[a].first == candidates[b].first) continue;
      if (!plan.add(*candidates[a].second) || !plan.add(*candidates[b].second)) continue;
      if (!explains_all(plan.change, bases)) continue;
      found.push_back(finding(*candidates[a].first));
      found.back().together_with = candidates[b].first;
      found.back().where = place_of(*candidates[a].second);
    }
  return found;
}

/// Two patterns of rows that share the wrong rows between them.
std::vector<Finding> Inquiry::pairs_in_rows() const {
  std::vector<std::pair<const Mistake*, const RowPattern*>> patterns;
  for (const Mistake& mistake : mistakes())
    for (const Way& way : mistake.ways)
      if (const auto* pattern = std::get_if<RowPattern>(&way)) patterns.emplace_back(&mistake, pattern);

  const auto share = [&](const RowPattern& one, const RowPattern& other, std::optional<Facts>& first) {
    std::size_t of_one = 0, of_other = 0;
    for (const auto& [claim, row] : wrong_rows_) {
      auto found = find_in_row(one, claim, row);
      if (found && (!one.once || of_one == 0)) {
        ++of_one;
        if (!first) first = found;
      } else if (find_in_row(other, claim, row)) {
        ++of_other;
      } else {
        return false;
      }
    }
    return of_one > 0 && of_other > 0 && !(other.once && of_other > 1);
  };
  for (const auto& [a, one] : patterns)
    for (const auto& [b, other] : patterns) {
      std::optional<Facts> first;
      if (a == b || !share(*one, *other, first)) continue;
      Finding made = finding(*a);
      made.together_with = b;
      made.facts = *first;
      return {made};
    }
  return {};
}

} // namespace attn
