#include "grade/blame.h"

#include "grade/blame_inquiry.h"

#include <algorithm>

namespace attn {
namespace {

/// From so much of the student's own steps, those that are not taken over rounded before the next.
Basis rounded_to(int decimals, Reading reading) {
  return {reading, {.exponentials = Habit::Exponentials::plain, .steps = true}, decimals};
}

/// The student's own steps: their right cells at full precision, or all as written, steps between rounded or not.
Bases own_steps(int decimals) {
  Bases bases{{Reading::exact}, {Reading::as_written}};
  if (decimals > 0) bases.push_back(rounded_to(decimals, Reading::as_written));
  return bases;
}

/// Cells that do not say the truth.
std::vector<std::pair<std::size_t, std::size_t>> unconfirmed(const Sheet& sheet, const Claim& claim) {
  const View truth = sheet.paper.truth[claim.spot];
  const double largest = largest_magnitude(truth);
  std::vector<std::pair<std::size_t, std::size_t>> cells;
  for (std::size_t i = 0; i < claim.rows; ++i)
    for (std::size_t j = 0; j < claim.cols; ++j)
      if (!claim.fits || !confirms(claim, claim(i, j), truth(i, j), largest, sheet.tolerance)) cells.emplace_back(i, j);
  return cells;
}

/// The same with all steps between rounded to fewer or more decimals than the step itself.
void add_rounded(std::vector<Bases>& all, Reading reading, int decimals) {
  constexpr int most = 6;
  if (decimals == 0) return;
  for (int digits = std::max(1, decimals - 2); digits <= std::min(decimals + 1, most); ++digits)
    all.push_back({rounded_to(digits, reading)});
}

/// In the order in which they are tried.
std::vector<Bases> from_own_steps(int decimals) {
  std::vector<Bases> all(1, own_steps(decimals));
  add_rounded(all, Reading::as_written, decimals);
  return all;
}

/// For who wrote a step and did not go on from it.
std::vector<Bases> from_the_problem(int decimals) {
  std::vector<Bases> all{{{Reading::nothing}}};
  add_rounded(all, Reading::nothing, decimals);
  return all;
}

} // namespace

std::vector<Finding> blame(const Sheet& sheet, std::span<const Wrong> wrong) {
  const Inquiry inquiry(sheet, wrong);
  const std::vector<Bases> own = from_own_steps(inquiry.decimals()), problem = from_the_problem(inquiry.decimals());
  const std::pair<Surety, const std::vector<Bases>&> tries[] = {
      {Surety::method, own}, {Surety::method, problem}, {Surety::row, own}, {Surety::cell, own}};
  for (const auto& [surety, all] : tries)
    if (auto found = inquiry.find(surety, all); !found.empty()) return found;
  return inquiry.find_pairs(own.front());
}

bool follows_from_a_mistake(const Sheet& sheet, const Claim& claim) {
  const Wrong wrong{&claim, unconfirmed(sheet, claim)};
  const Inquiry inquiry(sheet, {&wrong, 1});
  const Bases own = own_steps(inquiry.decimals());
  const auto is_found = [&](Surety surety) { return !inquiry.find(surety, {&own, 1}).empty(); };
  return is_found(Surety::method) || is_found(Surety::row);
}

} // namespace attn
