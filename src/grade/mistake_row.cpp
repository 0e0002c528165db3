// Mistakes in one row of weights. All later steps are linear in the weights, so what such a mistake makes of a written
// row lies on a line through the true one: how far along it, no one knows but the student.

#include "grade/mistake_pattern.h"

#include "attention/by_hand.h"
#include "attention/stage.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attn::pattern {
namespace {

/// Numbers between two, which may be none.
struct Range {
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();

  void meet(double a, double b) {
    low = std::max(low, std::min(a, b));
    high = std::min(high, std::max(a, b));
  }
  bool none() const { return !(low <= high); }
  double middle() const { return (low + high) / 2; }
};

bool is_readable(const Suspect& suspect, std::size_t row) {
  const Claim& claim = suspect.claim;
  if (!claim.fits) return false;
  for (std::size_t j = 0; j < claim.cols; ++j)
    if (claim(row, j).kind != Entry::Kind::number) return false;
  return true;
}

/// One row as it was written, beside what is made of the weights of one head.
class MixedRow {
public:
  MixedRow(const Suspect& suspect, const Mixing& mixing, std::size_t row)
      : suspect_(suspect), mixing_(mixing), row_(row), share_(suspect.claim.cols) {
    for (std::size_t key = 0; key < keys(); ++key)
      if (mixing.effect.empty())
        share_[key] = weight(key);
      else
        for (std::size_t j = 0; j < share_.size(); ++j) share_[j] += weight(key) * mixing.effect(key, j);
  }

  std::size_t keys() const { return mixing_.weights.cols; }
  double weight(std::size_t key) const { return mixing_.weights(row_, key); }
  /// Whether it is neither all nor nothing, so that it can be wrong alone.
  bool is_shared(std::size_t key) const { return weight(key) > 0 && weight(key) < 1; }

  /// Whether the row says what it comes to with all weights of the head times 1 + x.
  bool says_scaled(double x) const {
    for (std::size_t j = 0; j < share_.size(); ++j)
      if (!suspect_.says(row_, j, suspect_.truth(row_, j) + x * share_[j])) return false;
    return true;
  }

  /// Such x.
  Range scaled() const {
    return along([&](std::size_t j) { return share_[j]; });
  }

  /// x such that the row says what it comes to with all other weights times 1 - x and this one the rest of 1.
  Range with_rest(std::size_t key) const {
    return along([&](std::size_t j) { return mixing_.effect_of(key, j) - share_[j]; });
  }

private:
  /// A single number would lie on any line, so it takes two that tell; of weights the sum tells as well.
  template <class Direction>
  Range along(Direction direction) const {
    constexpr double nothing = 1e-12;
    const std::size_t enough = mixing_.effect.empty() ? 1 : 2;
    Range found;
    std::size_t telling = 0;
    for (std::size_t j = 0; j < share_.size(); ++j) {
      const double by = direction(j), truth = suspect_.truth(row_, j), off = suspect_.claim(row_, j).value - truth;
      const double slack = slack_at(j, by);
      if (std::fabs(by) > nothing) {
        found.meet((off - slack) / by, (off + slack) / by);
        ++telling;
      } else if (std::fabs(off) > slack) {
        return {1, 0};
      }
    }
    return telling < enough ? Range{1, 0} : found;
  }

  /// What is moved off an exact 0 is none.
  double slack_at(std::size_t j, double by) const {
    const double truth = suspect_.truth(row_, j);
    return slack(suspect_.claim, suspect_.claim(row_, j), truth == 0 && by != 0 ? by : truth, suspect_.largest,
                 suspect_.tolerance);
  }

  const Suspect& suspect_;
  const Mixing& mixing_;
  const std::size_t row_;
  std::vector<double> share_; ///< of the head in the true row
};

Facts of_row(const Suspect& suspect, std::size_t row, const Mixing* mixing = nullptr) {
  Facts facts;
  facts.row = row;
  const bool of_heads = stage(suspect.claim.spot.step).level == Level::sequence && suspect.problem.shape.heads > 1;
  if (mixing && of_heads) facts.head = mixing->head;
  return facts;
}

/// A sum from which one of its terms is missing.
std::optional<Facts> sum_incomplete(const Suspect& suspect, std::size_t row) {
  for (std::size_t key = 0; key < suspect.exponentials.cols; ++key) {
    const double term = suspect.exponentials(row, key);
    if (term <= 0 || !suspect.says(row, 0, suspect.truth(row, 0) - term)) continue;
    Facts facts = of_row(suspect, row);
    facts.other = key;
    return facts;
  }
  return std::nullopt;
}

/// Of exponentials that were written: the only wrong one.
std::optional<Facts> written_exponential_wrong(const Suspect& suspect, std::size_t row) {
  const auto is_here = [&](const auto& cell) { return cell.first == row; };
  if (std::ranges::count_if(suspect.wrong, is_here) != 1) return std::nullopt;
  const std::size_t col = std::ranges::find_if(suspect.wrong, is_here)->second;
  const double truth = suspect.truth(row, col);
  if (truth <= 0) return std::nullopt;
  Facts facts = of_row(suspect, row);
  facts.exponential = {suspect.claim.path, row, col, std::log(truth), suspect.claim(row, col).value, truth};
  return facts;
}

/// What is taken off x before e^x: nothing, as by hand, while no |x| of the row is large.
double shift_of_row(View scores, std::size_t row) {
  double most = -std::numeric_limits<double>::infinity(), largest = 0;
  for (std::size_t j = 0; j < scores.cols; ++j) {
    most = std::max(most, scores(row, j));
    if (std::isfinite(scores(row, j))) largest = std::max(largest, std::fabs(scores(row, j)));
  }
  return largest <= plain_limit ? 0 : most;
}

/// Where one exponential may be wrong, and by how much the other weights are off.
struct WrongExponential {
  const Mixing* mixing;
  std::size_t key;
  double x;
};

/// Where several explain the row (of two keys either does), not e^0, which everyone knows, and of the others the
/// largest.
std::optional<WrongExponential> wrong_exponential(const Suspect& suspect, std::size_t row) {
  std::optional<WrongExponential> best;
  const auto rank = [&](const Mixing& mixing, std::size_t key) {
    return std::pair(mixing.scores(row, key) != 0, mixing.weights(row, key));
  };
  for (const Mixing& mixing : suspect.mixings) {
    if (mixing.scores.empty()) continue;
    const MixedRow mixed(suspect, mixing, row);
    for (std::size_t key = 0; key < mixed.keys(); ++key) {
      if (!mixed.is_shared(key)) continue;
      Range x = mixed.with_rest(key);
      x.meet(-mixed.weight(key) / (1 - mixed.weight(key)), 1); // no weight is negative
      if (x.none() || x.low >= 1) continue;
      if (!best || rank(mixing, key) > rank(*best->mixing, best->key)) best = {&mixing, key, x.middle()};
    }
  }
  return best;
}

} // namespace

/// Without the term e of one key the sum is S - e, and every weight S / (S - e) times too large.
std::optional<Facts> denominator_incomplete(const Suspect& suspect, std::size_t row) {
  if (!is_readable(suspect, row)) return std::nullopt;
  if (suspect.claim.spot.step == Step::row_sum) return sum_incomplete(suspect, row);
  for (const Mixing& mixing : suspect.mixings) {
    const MixedRow mixed(suspect, mixing, row);
    for (std::size_t key = 0; key < mixed.keys(); ++key) {
      if (!mixed.is_shared(key) || !mixed.says_scaled(mixed.weight(key) / (1 - mixed.weight(key)))) continue;
      Facts facts = of_row(suspect, row, &mixing);
      facts.other = key;
      return facts;
    }
  }
  return std::nullopt;
}

std::optional<Facts> row_not_normalised(const Suspect& suspect, std::size_t row) {
  if (!is_readable(suspect, row)) return std::nullopt;
  for (const Mixing& mixing : suspect.mixings) {
    Range x = MixedRow(suspect, mixing, row).scaled();
    if (!x.none() && x.low > -1) return of_row(suspect, row, &mixing); // a factor of 0 is no work at all
  }
  return std::nullopt;
}

std::optional<Facts> exponential_wrong(const Suspect& suspect, std::size_t row) {
  if (!is_readable(suspect, row)) return std::nullopt;
  if (suspect.claim.spot.step == Step::exponentials) return written_exponential_wrong(suspect, row);
  const auto found = wrong_exponential(suspect, row);
  if (!found) return std::nullopt;
  const auto& [mixing, key, x] = *found;
  const double weight = mixing->weights(row, key), others = 1 - weight;
  const double exponent = mixing->scores(row, key) - shift_of_row(mixing->scores, row), truth = std::exp(exponent);
  Facts facts = of_row(suspect, row, mixing);
  facts.exponential = {path(suspect.problem, Step::weights, suspect.claim.spot.sequence, mixing->head),
                       row,
                       key,
                       exponent,
                       truth * (1 / (1 - x) - others) / weight,
                       truth};
  return facts;
}

} // namespace attn::pattern
