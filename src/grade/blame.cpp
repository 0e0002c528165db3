#include "grade/blame.h"

#include "grade/blame_inquiry.h"

#include <algorithm>

namespace attn {
namespace {

/// Hands the student's own steps on, in each way in which people go on from them.
std::vector<Basis> own_steps(int decimals) {
  std::vector<Basis> bases{{Trust::right_cells, {}}, {Trust::as_written, {}}};
  if (decimals > 0) bases.push_back({Trust::as_written, decimals});
  return bases;
}

/// All from the problem: the student wrote a step and then went on from something else.
std::vector<Basis> problem_alone(int decimals) {
  std::vector<Basis> bases{{Trust::nothing, {}}};
  constexpr int most = 6;
  for (int digits = 1; digits <= std::min(decimals + 1, most); ++digits) bases.push_back({Trust::nothing, digits});
  return bases;
}

std::vector<Finding> fitting(const Inquiry& inquiry, Surety surety, const std::vector<Basis>& bases) {
  std::vector<Finding> found;
  for (const Mistake& mistake : mistakes())
    if (mistake.surety == surety)
      if (auto finding = inquiry.find(mistake, bases)) found.push_back(std::move(*finding));
  return found;
}

} // namespace

std::vector<Finding> blame(const Sheet& sheet, std::size_t sequence, Step step) {
  std::vector<const Claim*> claims;
  for (const Claim& claim : sheet.answer.claims)
    if (claim.spot.sequence == sequence && claim.spot.step == step) claims.push_back(&claim);
  const Inquiry inquiry(sheet, claims);
  if (inquiry.nothing_wrong()) return {};

  const std::vector<Basis> own = own_steps(inquiry.decimals());
  const std::pair<Surety, std::vector<Basis>> tries[] = {{Surety::method, own},
                                                         {Surety::method, problem_alone(inquiry.decimals())},
                                                         {Surety::row, own},
                                                         {Surety::cell, own}};
  for (const auto& [surety, bases] : tries)
    if (auto found = fitting(inquiry, surety, bases); !found.empty()) return found;
  return inquiry.find_pairs(own);
}

bool follows_from_a_mistake(const Sheet& sheet, const Claim& claim) {
  const Inquiry inquiry(sheet, {&claim});
  return !inquiry.nothing_wrong() && !fitting(inquiry, Surety::method, own_steps(inquiry.decimals())).empty();
}

} // namespace attn
