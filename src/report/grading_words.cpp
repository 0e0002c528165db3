#include "report/grading_words.h"

#include "matrix/decimal.h"
#include "report/numeral.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <limits>
#include <string_view>

namespace attn {
namespace {

/// What is said when cells have this verdict, the gravest last.
struct Remark {
  Verdict verdict;
  std::string_view sentence;
};

constexpr Remark remarks[] = {
    {Verdict::rounded_by_hand,
     "Cells rounded by hand are right: they are off only because the steps before were rounded too."},
    {Verdict::carried, "Carried cells follow from the steps before as they were written, and earn their marks."},
    {Verdict::nudged, "Nudged cells were changed so that their row sums to 1. Leave each as rounding gives it."},
    {Verdict::cut_off, "In cells that were cut off the last digit should have been rounded."},
    {Verdict::last_digit, "Cells marked last digit are off by one in the last place."},
    {Verdict::unreadable, "Unreadable cells hold something else than a number."},
};

/// From the least to the gravest.
constexpr Verdict gravity[] = {Verdict::right,   Verdict::rounded_by_hand, Verdict::carried,    Verdict::nudged,
                               Verdict::cut_off, Verdict::last_digit,      Verdict::unreadable, Verdict::wrong};

std::ptrdiff_t rank(Verdict verdict) {
  return std::ranges::find(gravity, verdict) - std::begin(gravity);
}

std::string spaced(std::string_view word) {
  std::string text(word);
  std::ranges::replace(text, '_', ' ');
  return text;
}

/// Short numbers keep their digits, zeros too.
std::string as_written(const Claim& claim, const CellGrade& cell, int most_decimals) {
  constexpr int short_enough = 6;
  const Entry& entry = claim(cell.row, cell.col);
  if (entry.kind == Entry::Kind::null) return "null";
  if (entry.kind == Entry::Kind::text) return "text";
  if (entry.kind == Entry::Kind::other) return "no number";
  constexpr double huge = 1e15;
  if (entry.whole || entry.decimals > std::max(short_enough, most_decimals) || std::fabs(entry.value) >= huge)
    return numeral(entry.value, most_decimals);
  return fmt::format("{:.{}f}", entry.value + 0.0, entry.decimals);
}

std::size_t count(const Grade& grade, Verdict verdict) {
  std::size_t cells = 0;
  for (const StepGrade& step : grade.steps)
    cells += static_cast<std::size_t>(std::ranges::count(step.off, verdict, &CellGrade::verdict));
  return cells;
}

/// "3 wrong, 2 carried" of the cells that are not counted as right.
std::string counts(const Grade& grade, bool lenient) {
  std::vector<std::string> pieces;
  for (auto verdict = std::rbegin(gravity); verdict != std::rend(gravity); ++verdict)
    if (const std::size_t cells = count(grade, *verdict); cells != 0 && !counts_as_right(*verdict, lenient))
      pieces.push_back(fmt::format("{} {}", cells, spaced(word(*verdict))));
  return fmt::format("{}", fmt::join(pieces, ", "));
}

std::string all_right(const Grade& grade) {
  std::vector<std::string> taken;
  for (const Verdict verdict : {Verdict::nudged, Verdict::cut_off, Verdict::last_digit})
    if (count(grade, verdict) != 0) taken.push_back(spaced(word(verdict)));
  if (!taken.empty()) return fmt::format("All right, as --lenient takes {} cells.", fmt::join(taken, ", "));
  if (grade.by_hand) return "All right by hand rounding: each step was rounded before the next one used it.";
  return "All right, exact to the digits written.";
}

std::string shape_remark(const Claim& claim) {
  return fmt::format("{} should be {} x {}, and was written as {}.", claim.path, claim.rows, claim.cols,
                     claim.written_shape);
}

/// The first cell of all for which `is_wrong` holds.
template <class Test>
FirstWrong find_first(const Grade& grade, Test is_wrong) {
  for (const StepGrade& step : grade.steps)
    if (const auto cell = std::ranges::find_if(step.off, is_wrong, &CellGrade::verdict); cell != step.off.end())
      return {&step, &*cell};
  return {};
}

} // namespace

std::string full_name(const MarkedAnswer& answer) {
  return answer.id ? fmt::format("{} ({})", answer.name, answer.id->text) : answer.name;
}

std::string short_name(const MarkedAnswer& answer) {
  return answer.id ? answer.id->text : answer.name;
}

double percent(const Grade& grade) {
  constexpr double nearly_all = 99.9;
  if (grade.all_right) return 100;
  if (grade.possible == 0) return std::numeric_limits<double>::quiet_NaN();
  const double share = 100 * grade.earned / grade.possible;
  return share < 100 ? share : nearly_all;
}

std::string percent_text(const Grade& grade) {
  constexpr double nearly_all = 99.9;
  const double share = percent(grade);
  if (!std::isfinite(share)) return "";
  if (share > 0 && round_decimals(share, 1) == 0) return "<0.1 %";
  return numeral(share < 100 ? std::min(round_decimals(share, 1), nearly_all) : 100, 1) + " %";
}

std::string marks_text(double earned, double possible) {
  constexpr int decimals = 2;
  const bool looks_like_all =
      earned < possible && round_decimals(earned, decimals) >= round_decimals(possible, decimals);
  const double shown = looks_like_all ? std::floor(earned * power_of_ten(decimals)) / power_of_ten(decimals) : earned;
  return numeral(shown, decimals) + "/" + numeral(possible, decimals);
}

Verdict gravest(const StepGrade& step) {
  Verdict found = Verdict::right;
  for (const CellGrade& cell : step.off)
    if (rank(cell.verdict) > rank(found)) found = cell.verdict;
  return found;
}

std::string verdict_text(const StepGrade& step) {
  return step.claim->fits ? spaced(word(gravest(step))) : "wrong shape";
}

CellText cell_text(const StepGrade& step, const CellGrade& cell) {
  constexpr int usual = 4, most = 15;
  int decimals = usual;
  while (decimals < most && round_decimals(cell.given, decimals) == round_decimals(cell.truth, decimals)) ++decimals;
  return {as_written(*step.claim, cell, decimals), numeral(cell.truth, decimals)};
}

const CellGrade* worst(const StepGrade& step) {
  const auto distance = [](const CellGrade& cell) {
    const double off = std::fabs(cell.given - cell.truth);
    return std::isfinite(off) ? off : std::numeric_limits<double>::infinity();
  };
  constexpr double hair = 1 + 1e-9; // of cells that are equally far off the first
  const Verdict verdict = gravest(step);
  const CellGrade* found = nullptr;
  for (const CellGrade& cell : step.off)
    if (cell.verdict == verdict && (!found || distance(cell) > hair * distance(*found))) found = &cell;
  return found;
}

FirstWrong first_wrong(const Grade& grade, bool lenient) {
  const auto is_wrong = [&](Verdict verdict) { return !counts_as_right(verdict, lenient); };
  const FirstWrong own = find_first(grade, [&](Verdict verdict) { return blamed(verdict) && is_wrong(verdict); });
  return own.cell ? own : find_first(grade, is_wrong);
}

std::vector<std::string> summary(const Grade& grade, bool lenient) {
  if (grade.given == 0) return {"Nothing to mark: the answer holds no step of the result."};
  std::vector<std::string> lines;
  if (grade.only_given)
    lines.emplace_back("Nothing that was worked: the problem itself gives these steps.");
  else if (grade.all_right)
    lines.push_back(all_right(grade));
  if (!grade.all_right)
    lines.push_back(
        fmt::format("Not right: {} of {} cells ({}).", grade.given - grade.right, grade.given, counts(grade, lenient)));
  for (const auto& [verdict, sentence] : remarks)
    if (!grade.all_right && count(grade, verdict) != 0) lines.emplace_back(sentence);
  if (!grade.missing.empty())
    lines.push_back(fmt::format("No marks for {}: the answer does not have it.", fmt::join(grade.missing, ", ")));
  for (const StepGrade& step : grade.steps) {
    if (!step.claim->fits) lines.push_back(shape_remark(*step.claim));
    if (step.right_after_wrong)
      lines.push_back(step.claim->path + " has right cells that the steps before it do not give.");
  }
  return lines;
}

} // namespace attn
