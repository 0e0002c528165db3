#include "report/grading_mistake.h"

#include "report/derivation.h"
#include "report/numeral.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <string_view>

namespace attn {
namespace {

constexpr int usual_decimals = 4;

/// Why the cell may be wrong.
struct SlipWords {
  Slip slip;
  std::string_view words;
};

constexpr SlipWords slips[] = {
    {Slip::none, ""},
    {Slip::lost_minus, "the sign may have been lost"},
    {Slip::digits_swapped, "two digits may have changed places"},
    {Slip::point_moved, "the point may have moved"},
    {Slip::one_digit, "one digit may have been misread"},
};

std::string_view words(Slip slip) {
  return std::ranges::find(slips, slip, &SlipWords::slip)->words;
}

/// The paper's matrix in which the mistake was found.
const Claim& claim_of(const Finding& finding, const Grade& grade) {
  return *std::ranges::find(grade.answer.claims, finding.path, &Claim::path);
}

std::string given(const Claim& claim, const Facts::Cell& cell) {
  const Entry& entry = claim(cell.row, cell.col);
  const bool is_number = entry.kind == Entry::Kind::number;
  return is_number ? numeral(cell.given, std::max(usual_decimals, std::min(entry.decimals, 15))) : "no number";
}

/// What is true of a cell that is off, whatever the student's own steps before it give.
double true_value(const Grade& grade, const Claim& claim, const Facts::Cell& cell) {
  const auto step = std::ranges::find(grade.steps, &claim, &StepGrade::claim);
  const auto off = std::ranges::find_if(
      step->off, [&](const CellGrade& each) { return each.row == cell.row && each.col == cell.col; });
  return off == step->off.end() ? cell.truth : off->truth;
}

std::string cell_line(const Finding& finding, const Claim& claim, const Grade& grade, bool hide_truth) {
  const Facts::Cell& cell = *finding.facts.cell;
  std::string line =
      fmt::format("{} is {}", entry_path(finding.path, finding.spot.step, cell.row, cell.col), given(claim, cell));
  if (hide_truth) return line + ".";
  const double truth = true_value(grade, claim, cell);
  line += " and should be " + numeral(truth, std::max(usual_decimals, std::min(claim.decimals, 15)));
  const std::string_view slip = truth == cell.truth ? words(finding.facts.slip) : "";
  return line + (slip.empty() ? "." : fmt::format(": {}.", slip));
}

std::string row_path(const Finding& finding, std::size_t row) {
  return fmt::format("{}[{}]", finding.path, row);
}

std::string row_line(const Finding& finding) {
  const std::size_t row = *finding.facts.row;
  const std::string path = row_path(finding, row);
  const std::string_view told = finding.mistake->of_row;
  std::string line = told.empty() || !finding.facts.other
                         ? fmt::format("Row {}: {}.", row + 1, path)
                         : fmt::format(fmt::runtime(told), row + 1, path, *finding.facts.other + 1);
  if (finding.facts.head) line += fmt::format(" It is in head {}.", *finding.facts.head + 1);
  return line;
}

/// What weights or outputs say of an exponential has two digits less than they have, or as many as show that it is
/// wrong.
std::string said_by_weights(const Facts::Exponential& e, const Claim& claim) {
  constexpr int lost = 2, least = 1;
  int decimals = std::clamp(claim.decimals - lost, least, usual_decimals);
  while (decimals < usual_decimals && numeral(e.given, decimals) == numeral(e.truth, decimals)) ++decimals;
  return numeral(e.given, decimals);
}

std::string exponential_line(const Finding& finding, const Claim& claim, bool hide_truth) {
  const Facts::Exponential& e = *finding.facts.exponential;
  const std::string path = entry_path(e.path, Step::weights, e.row, e.col);
  if (hide_truth) return fmt::format("It is e^x of query {} and key {}: {}.", e.row + 1, e.col + 1, path);
  const std::string power = "e^" + numeral(e.exponent, usual_decimals) + " is " + numeral(e.truth, usual_decimals);
  if (finding.spot.step == Step::exponentials)
    return fmt::format("{}: {}, not {}.", path, power, numeral(e.given, std::max(usual_decimals, claim.decimals)));
  const std::string_view source = finding.spot.step == Step::weights ? "weights say" : "output says";
  return fmt::format("{}: {}, the {} {}.", path, power, source, said_by_weights(e, claim));
}

} // namespace

std::string mistake_title(const Finding& finding) {
  if (!finding.together_with) return std::string(finding.mistake->name);
  return fmt::format("could be {} and {}", finding.mistake->name, finding.together_with->name);
}

std::vector<std::string> mistake_lines(const Finding& finding, const Grade& grade, bool hide_truth) {
  const Claim& claim = claim_of(finding, grade);
  const Facts& facts = finding.facts;
  std::vector<std::string> lines{std::string(finding.mistake->sentence)};
  if (!finding.where.empty()) lines.push_back(fmt::format("Where: {}.", finding.where));
  if (facts.cell) lines.push_back(cell_line(finding, claim, grade, hide_truth));
  if (facts.exponential)
    lines.push_back(exponential_line(finding, claim, hide_truth));
  else if (facts.row)
    lines.push_back(row_line(finding));
  if (finding.together_with) lines.emplace_back(finding.together_with->sentence);
  if (!finding.where_together.empty()) lines.push_back(fmt::format("Where: {}.", finding.where_together));
  return lines;
}

} // namespace attn
