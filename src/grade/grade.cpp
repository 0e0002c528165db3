#include "grade/grade.h"

#include "attention/stage.h"
#include "grade/blame.h"
#include "grade/examine.h"
#include "grade/habit.h"
#include "grade/paper.h"

#include <algorithm>
#include <cmath>

namespace attn {
namespace {

double number(const Entry& entry) {
  return entry.kind == Entry::Kind::number ? entry.value : unknown;
}

/// Every cell of a matrix in the wrong shape is wrong, and nothing follows from it.
StepGrade grade_misshapen(const Claim& claim, View truth) {
  StepGrade grade;
  grade.claim = &claim;
  grade.cells = claim.cells();
  for (std::size_t i = 0; i < claim.rows; ++i)
    for (std::size_t j = 0; j < claim.cols; ++j)
      grade.off.push_back({.row = i, .col = j, .verdict = Verdict::wrong, .truth = truth(i, j)});
  return grade;
}

/// Whether half of what the mask leaves to the student is not plainly wrong, and not one number again and again: all
/// zeros, one repeated number or random numbers are no work to go on from.
bool is_half_right(const Marked& marked, const Problem& problem) {
  const auto& [step, sequence, head] = marked.claim.spot;
  const bool over_keys = step >= Step::masked_scores && stage(step).cols == Axis::keys;
  std::size_t cells = 0, wrong = 0, repeated = 0;
  double number = unknown;
  for (std::size_t i = 0; i < marked.claim.rows; ++i)
    for (std::size_t j = 0; j < marked.claim.cols; ++j) {
      if (over_keys && problem.mask.blocked_by({sequence, head, i, j})) continue;
      const Verdict verdict = marked.verdict(i, j);
      if (cells++ == 0) number = marked.claim(i, j).value;
      wrong += verdict == Verdict::wrong || verdict == Verdict::unreadable;
      repeated += marked.claim(i, j).value == number;
    }
  return 2 * wrong <= cells && (repeated < cells || cells == 1);
}

class Grader {
public:
  Grader(Paper& paper, const GradeOptions& options, const IsKnownMistake& is_known_mistake)
      : paper_(paper), options_(options), is_known_mistake_(is_known_mistake) {}

  StepGrade grade(const Claim& claim) {
    const View truth = paper_.truth[claim.spot];
    if (!claim.fits) return grade_misshapen(claim, truth);
    StepGrade grade;
    grade.claim = &claim;
    grade.cells = claim.cells();
    Marked marked{.claim = claim, .truth = truth, .verdicts = {}, .lenient = options_.lenient};
    Examination examination(paper_, claim, options_.tolerance);
    for (std::size_t i = 0; i < claim.rows; ++i)
      for (std::size_t j = 0; j < claim.cols; ++j) {
        const Verdict verdict = examination.verdict(i, j);
        marked.verdicts.push_back(verdict);
        grade.right += counts_as_right(verdict, options_.lenient);
        grade.earned += earns(verdict, options_.lenient);
        if (verdict == Verdict::right) continue;
        grade.off.push_back({i, j, verdict, number(claim(i, j)), truth(i, j), examination.follows(i, j)});
      }
    grade.right_after_wrong = examination.right_after_wrong();
    marked.passes_on = marked.all_right() || is_half_right(marked, paper_.problem) || is_known_mistake_(claim);
    paper_.add(std::move(marked));
    return grade;
  }

private:
  Paper& paper_;
  const GradeOptions& options_;
  const IsKnownMistake& is_known_mistake_;
};

/// The marks that one matrix of each step is worth.
std::map<Step, double> worths(const std::vector<StepGrade>& steps, const GradeOptions& options) {
  std::map<Step, double> made;
  for (const StepGrade& step : steps) ++made[step.claim->spot.step];
  for (auto& [step, worth] : made) {
    const auto found = options.marks.find(std::string(stage(step).name));
    worth = options.marks.empty() ? 1 : found == options.marks.end() ? 0 : found->second / worth;
  }
  return made;
}

/// The first carried cell that counts something earns nothing, and where a slip stands in a step that counts nothing
/// something is taken off all the same: what is not all right never gets full marks.
void withhold_full_marks(Grade& grade) {
  constexpr double nearly_all = 0.999;
  for (const StepGrade& step : grade.steps) {
    const double share = step.worth / static_cast<double>(step.cells);
    if (share == 0 || std::ranges::count(step.off, Verdict::carried, &CellGrade::verdict) == 0) continue;
    grade.earned -= share;
    return;
  }
  grade.earned *= nearly_all;
}

/// Nothing is added up in another order or way for the marks earned than for those possible: all right is exactly all.
void total(Grade& grade, const GradeOptions& options) {
  bool by_hand = false;
  const std::map<Step, double> worth = worths(grade.steps, options);
  for (StepGrade& step : grade.steps) {
    step.worth = worth.at(step.claim->spot.step);
    grade.given += step.cells;
    grade.right += step.right;
    grade.possible += step.worth;
    grade.earned += step.worth * (static_cast<double>(step.earned) / static_cast<double>(step.cells));
    by_hand |= std::ranges::count(step.off, Verdict::rounded_by_hand, &CellGrade::verdict) != 0;
  }
  grade.all_right = grade.given != 0 && grade.right == grade.given;
  grade.by_hand = grade.all_right && by_hand;
  if (grade.earned == grade.possible && !grade.all_right) withhold_full_marks(grade);
}

/// What there is to say beside verdicts.
void note_what_is_missing(Grade& grade, const Problem& problem, const GradeOptions& options) {
  const auto has = [&](Step step) {
    return std::ranges::any_of(grade.steps, [&](const StepGrade& one) { return one.claim->spot.step == step; });
  };
  for (const auto& [name, marks] : options.marks)
    if (marks > 0 && !has(*find_step(name))) grade.missing.push_back(name);
  const auto is_no_work = [&](const StepGrade& step) { return is_given(problem, step.claim->spot.step); };
  const auto is_work = [&](const Stage& step) { return step.applies(problem) && !is_given(problem, step.step); };
  grade.only_given =
      !grade.steps.empty() && std::ranges::all_of(grade.steps, is_no_work) && std::ranges::any_of(stages(), is_work);
}

/// The cells of a matrix that count against the student's own doing.
Wrong wrong_of(const StepGrade& step, bool lenient) {
  Wrong wrong{step.claim, {}};
  for (const CellGrade& cell : step.off)
    if (blamed(cell.verdict) && !counts_as_right(cell.verdict, lenient)) wrong.cells.emplace_back(cell.row, cell.col);
  return wrong;
}

/// Whether a mistake may be looked for: cells that are off in the last place alone say nothing of how it was worked,
/// and neither does a step that cannot be read.
bool is_evidence(const StepGrade& step) {
  const auto has = [&](Verdict verdict) { return std::ranges::count(step.off, verdict, &CellGrade::verdict) != 0; };
  return has(Verdict::wrong) && !has(Verdict::unreadable);
}

/// The wrong matrices of the first step that has any: one, or those of several heads.
std::vector<Wrong> first_wrong_step(const std::vector<StepGrade>& steps, bool lenient) {
  std::vector<Wrong> first;
  for (const StepGrade& step : steps) {
    const Spot& spot = step.claim->spot;
    if (!first.empty() && std::pair(first.front().claim->spot.sequence, first.front().claim->spot.step) !=
                              std::pair(spot.sequence, spot.step))
      break;
    if (is_evidence(step)) first.push_back(wrong_of(step, lenient));
  }
  return first;
}

} // namespace

std::vector<StepGrade> grade_steps(Paper& paper, const Answer& answer, const GradeOptions& options,
                                   const IsKnownMistake& is_known_mistake) {
  Grader grader(paper, options, is_known_mistake);
  std::vector<StepGrade> steps;
  for (const Claim& claim : answer.claims) steps.push_back(grader.grade(claim));
  return steps;
}

void check_marks(const Problem& problem, const GradeOptions& options) {
  for (const auto& [name, marks] : options.marks)
    if (!stage(*find_step(name)).applies(problem))
      throw Refusal("--marks: this problem has no " + name, "it has " + step_names(problem));
}

Grade grade(const Problem& problem, const std::vector<Trace>& truth, const Expectation& expectation,
            const GradeOptions& asked) {
  check_marks(problem, asked);
  GradeOptions options = asked;
  options.tolerance.dtype = problem.dtype;
  Grade made;
  made.answer = lay_over(problem, truth, expectation);
  const Truth true_steps(problem, truth, made.answer, options.tolerance);
  Paper paper(problem, true_steps);
  const Sheet sheet{paper, options.tolerance};
  made.steps = grade_steps(paper, made.answer, options,
                           [&](const Claim& claim) { return follows_from_a_mistake(sheet, claim); });
  if (const auto wrong = first_wrong_step(made.steps, options.lenient); !wrong.empty())
    made.mistakes = blame(sheet, wrong);
  total(made, options);
  note_what_is_missing(made, problem, options);
  return made;
}

} // namespace attn
