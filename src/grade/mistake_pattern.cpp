#include "grade/mistake_pattern.h"

#include "matrix/decimal.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace attn::pattern {
namespace {

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
  if (!suspect.claim.fits) return std::nullopt;
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
  if (!suspect.claim.fits) return std::nullopt;
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
  if (!suspect.claim.fits || suspect.wrong.size() != 1) return std::nullopt;
  const auto [row, col] = suspect.wrong.front();
  Facts facts;
  facts.cell = cell_at(suspect, row, col);
  if (is_number(suspect.claim(row, col))) facts.slip = slip(suspect.claim(row, col), facts.cell->truth);
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
