#include "grade/mistake_pattern.h"

#include "matrix/decimal.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace attn::pattern {
namespace {

bool has_true_shape(const Suspect& suspect) {
  return suspect.claim.fits && suspect.truth.rows == suspect.claim.rows && suspect.truth.cols == suspect.claim.cols;
}

/// Whether written row `i` says the numbers of row `from` of `matrix`.
bool row_says(const Suspect& suspect, std::size_t i, View matrix, std::size_t from) {
  for (std::size_t j = 0; j < matrix.cols; ++j)
    if (!suspect.says(i, j, matrix(from, j))) return false;
  return true;
}

Facts::Cell cell_at(const Suspect& suspect, std::size_t row, std::size_t col) {
  return {row, col, suspect.claim(row, col).value, suspect.truth(row, col)};
}

bool is_number(const Entry& entry) {
  return entry.kind == Entry::Kind::number;
}

/// The digits of |value| at so many decimals, without point and leading zeros: 0.0375 at 4 is "375".
std::string digits(double value, int decimals) {
  return std::to_string(std::llround(std::fabs(value) * power_of_ten(decimals)));
}

bool differ_by_a_swap(const std::string& a, const std::string& b) {
  const auto [first, other] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  if (a.size() != b.size() || a.end() - first < 2) return false;
  return first[0] == other[1] && first[1] == other[0] && std::equal(first + 2, a.end(), other + 2);
}

bool differ_by_a_digit(const std::string& a, const std::string& b) {
  const auto [first, other] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  return a.size() == b.size() && first != a.end() && std::equal(first + 1, a.end(), other + 1);
}

/// Factors by which a row of true weights may be multiplied; empty if low > high.
struct Factors {
  double low = 0, high = std::numeric_limits<double>::infinity();
  void meet(double least, double most) {
    low = std::max(low, least);
    high = std::min(high, most);
  }
  bool none() const { return !(low <= high) || low <= 0; } ///< a factor of 0 is no work at all
};

/// One row of weights, as written and as it should be.
struct WeightRow {
  const Suspect& suspect;
  std::size_t row;

  std::size_t size() const { return suspect.truth.cols; }
  double truth(std::size_t j) const { return suspect.truth(row, j); }
  double given(std::size_t j) const { return suspect.claim(row, j).value; }
  double slack(std::size_t j) const {
    return attn::slack(suspect.claim, suspect.claim(row, j), truth(j), 1, suspect.tolerance);
  }

  /// Whether it has numbers, and nothing where nothing belongs.
  bool is_readable() const {
    if (suspect.claim.spot.step != Step::weights || !has_true_shape(suspect)) return false;
    for (std::size_t j = 0; j < size(); ++j)
      if (!is_number(suspect.claim(row, j)) || (truth(j) == 0 && !suspect.says(row, j, 0))) return false;
    return true;
  }

  /// Factors f under which every key but `apart` has f · its true weight. `apart` = size(): none.
  Factors factors(std::size_t apart) const {
    Factors found;
    for (std::size_t j = 0; j < size(); ++j)
      if (j != apart && truth(j) > 0) found.meet((given(j) - slack(j)) / truth(j), (given(j) + slack(j)) / truth(j));
    return found;
  }

  /// Those under which the row sums to 1 as well, the weight of key `apart` being the rest.
  Factors factors_with_rest(std::size_t apart) const {
    Factors found = factors(apart);
    const double others = 1 - truth(apart);
    if (others > 0) found.meet((1 - given(apart) - slack(apart)) / others, (1 - given(apart) + slack(apart)) / others);
    return found;
  }
};

/// The key whose e^x alone explains the row. Where several do (of two keys either does), not e^0, which everyone
/// knows, and of the others the largest.
std::optional<std::size_t> key_with_wrong_exponential(const WeightRow& row) {
  std::optional<std::size_t> best;
  const auto rank = [&](std::size_t k) { return std::pair(row.suspect.scores(row.row, k) != 0, row.truth(k)); };
  for (std::size_t k = 0; k < row.size(); ++k) {
    if (row.truth(k) <= 0 || row.truth(k) >= 1 || row.factors_with_rest(k).none()) continue;
    if (!best || rank(k) > rank(*best)) best = k;
  }
  return best;
}

/// What is taken off x before e^x: nothing, as by hand, while no |x| of the row exceeds 20.
double shift_of_row(View scores, std::size_t row) {
  constexpr double plain_limit = 20;
  double most = -std::numeric_limits<double>::infinity();
  bool plain = true;
  for (std::size_t j = 0; j < scores.cols; ++j) {
    most = std::max(most, scores(row, j));
    if (std::isfinite(scores(row, j)) && std::fabs(scores(row, j)) > plain_limit) plain = false;
  }
  return plain ? 0 : most;
}

/// Of exponentials that were written: the only wrong one.
std::optional<Facts> written_exponential_wrong(const Suspect& suspect, std::size_t row) {
  const auto only = [&](const auto& cell) { return cell.first == row; };
  if (std::ranges::count_if(suspect.wrong, only) != 1) return std::nullopt;
  const std::size_t col = std::ranges::find_if(suspect.wrong, only)->second;
  if (!has_true_shape(suspect) || !is_number(suspect.claim(row, col)) || suspect.truth(row, col) <= 0)
    return std::nullopt;
  const Facts::Cell cell = cell_at(suspect, row, col);
  Facts facts;
  facts.row = row;
  facts.exponential = {row, col, std::log(cell.truth), cell.given, cell.truth};
  return facts;
}

} // namespace

std::optional<Facts> transposed(const Suspect& suspect) {
  const View truth = suspect.truth.transposed();
  if (suspect.claim.written_rows != truth.rows || suspect.claim.written_cols != truth.cols) return std::nullopt;
  for (std::size_t i = 0; i < truth.rows; ++i)
    if (!row_says(suspect, i, truth, i)) return std::nullopt;
  return Facts{};
}

/// Rows that look alike are taken in order: one is as good as the other.
std::optional<Facts> rows_in_other_order(const Suspect& suspect) {
  if (!has_true_shape(suspect)) return std::nullopt;
  std::vector<bool> taken(suspect.truth.rows);
  for (std::size_t i = 0; i < taken.size(); ++i) {
    std::size_t from = 0;
    while (from < taken.size() && (taken[from] || !row_says(suspect, i, suspect.truth, from))) ++from;
    if (from == taken.size()) return std::nullopt;
    taken[from] = true;
  }
  return Facts{};
}

std::optional<Facts> sign_slip(const Suspect& suspect) {
  if (!has_true_shape(suspect)) return std::nullopt;
  const auto has_other_sign = [&](const auto& cell) {
    return suspect.says(cell.first, cell.second, -suspect.truth(cell.first, cell.second));
  };
  if (!std::ranges::all_of(suspect.wrong, has_other_sign)) return std::nullopt;
  Facts facts;
  facts.cell = cell_at(suspect, suspect.wrong.front().first, suspect.wrong.front().second);
  facts.slip = Slip::lost_minus;
  return facts;
}

std::optional<Facts> one_cell(const Suspect& suspect) {
  if (!has_true_shape(suspect) || suspect.wrong.size() != 1) return std::nullopt;
  const auto [row, col] = suspect.wrong.front();
  Facts facts;
  facts.cell = cell_at(suspect, row, col);
  if (is_number(suspect.claim(row, col))) facts.slip = slip(suspect.claim(row, col), facts.cell->truth);
  return facts;
}

/// Without the term e of one key the sum is S - e, and every weight S / (S - e) times too large.
std::optional<Facts> denominator_incomplete(const Suspect& suspect, std::size_t row) {
  const WeightRow weights{suspect, row};
  if (!weights.is_readable()) return std::nullopt;
  for (std::size_t k = 0; k < weights.size(); ++k) {
    if (weights.truth(k) <= 0 || weights.truth(k) >= 1) continue;
    bool fits = true;
    for (std::size_t j = 0; fits && j < weights.size(); ++j)
      fits = suspect.says(row, j, weights.truth(j) / (1 - weights.truth(k)));
    if (!fits) continue;
    Facts facts;
    facts.row = row;
    facts.other = k;
    return facts;
  }
  return std::nullopt;
}

std::optional<Facts> row_not_normalised(const Suspect& suspect, std::size_t row) {
  const WeightRow weights{suspect, row};
  if (!weights.is_readable() || weights.factors(weights.size()).none()) return std::nullopt;
  Facts facts;
  facts.row = row;
  return facts;
}

std::optional<Facts> exponential_wrong(const Suspect& suspect, std::size_t row) {
  if (suspect.claim.spot.step == Step::exponentials) return written_exponential_wrong(suspect, row);
  const WeightRow weights{suspect, row};
  if (!weights.is_readable() || suspect.scores.empty()) return std::nullopt;
  const auto key = key_with_wrong_exponential(weights);
  if (!key) return std::nullopt;
  const Factors factors = weights.factors_with_rest(*key);
  const double factor = (factors.low + factors.high) / 2, others = 1 - weights.truth(*key);
  const double exponent = suspect.scores(row, *key) - shift_of_row(suspect.scores, row);
  const double truth = std::exp(exponent);
  Facts facts;
  facts.row = row;
  facts.exponential = {row, *key, exponent, truth * (1 / factor - others) / weights.truth(*key), truth};
  return facts;
}

Slip slip(const Entry& entry, double truth) {
  if (!std::isfinite(truth) || std::fabs(truth) * power_of_ten(entry.decimals) >= 1e15 ||
      std::fabs(entry.value) * power_of_ten(entry.decimals) >= 1e15)
    return Slip::none;
  const std::string given = digits(entry.value, entry.decimals);
  const std::string right = digits(round_decimals(truth, entry.decimals), entry.decimals);
  const bool other_sign = std::signbit(entry.value) != std::signbit(truth);
  if (given == right) return other_sign && truth != 0 ? Slip::lost_minus : Slip::none;
  if (other_sign) return Slip::none;
  if (differ_by_a_swap(given, right)) return Slip::digits_swapped;
  for (const double power : {0.001, 0.01, 0.1, 10.0, 100.0, 1000.0})
    if (given != "0" && digits(truth * power, entry.decimals) == given) return Slip::point_moved;
  return right.size() > 1 && differ_by_a_digit(given, right) ? Slip::one_digit : Slip::none;
}

} // namespace attn::pattern
