#pragma once
// Is it right: every cell of an answer gets a verdict, every step its marks, and the first wrong step its mistake.

#include "grade/answer.h"
#include "grade/mistake.h"
#include "grade/paper.h"
#include "grade/tolerance.h"
#include "grade/verdict.h"

#include <cstddef>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace attn {

inline constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

struct CellGrade {
  std::size_t row = 0, col = 0;
  Verdict verdict = Verdict::right;
  double given = unknown;   ///< NaN: no number
  double truth = unknown;   ///< not finite: masked
  double follows = unknown; ///< what the student's own step before gives; NaN: nothing to follow
};

struct StepGrade {
  const Claim* claim = nullptr;
  std::size_t cells = 0;
  std::size_t right = 0;          ///< right, rounded_by_hand, and what --lenient accepts
  std::size_t earned = 0;         ///< those and the carried ones
  double worth = 1;               ///< marks for all cells
  std::vector<CellGrade> off;     ///< every cell that is not plainly right, in order
  bool right_after_wrong = false; ///< some cell is right although the wrong steps before it do not give it
};

struct GradeOptions {
  Tolerance tolerance = {};
  bool lenient = false; ///< cut_off, nudged and last_digit count as right
  /// By step name ("heads.output"), shared equally by the given matrices of that step; a step that is not named counts
  /// nothing. Empty: each given matrix counts the same.
  std::map<std::string, double> marks = {};
};

struct Grade {
  Grade() = default;
  Grade(Grade&&) = default; ///< no copy: `steps` point into `answer`
  Grade& operator=(Grade&&) = default;

  Answer answer;
  std::vector<StepGrade> steps; ///< one for each claim, in its order; they point into `answer`
  std::vector<Finding> mistakes;
  std::size_t given = 0, right = 0; ///< cells
  double earned = 0, possible = 0;  ///< marks
  std::vector<std::string> missing; ///< steps that marks are set for, and that the answer does not have
  bool only_given = false;          ///< every step of the answer is one that the problem gives, and none was worked
  bool all_right = false;
  bool by_hand = false; ///< all right, some of it only under hand rounding
};

/// Whether a known mistake reproduces the whole matrix, so that it may be wrong and still pass marks on.
using IsKnownMistake = std::function<bool(const Claim& claim)>;

/// Throws Refusal if marks are set for a step that the problem does not have.
void check_marks(const Problem& problem, const GradeOptions& options);

/// Grades one answer. The truth is always worked from the problem: `truth` are the traces of all sequences with every
/// step kept. Throws Refusal as lay_over and check_marks do.
Grade grade(const Problem& problem, const std::vector<Trace>& truth, const Expectation& expectation,
            const GradeOptions& options);

/// The verdicts and marks on an answer, without naming mistakes. They point into `answer`, which must outlive them.
/// Every matrix of the true shape is set on the paper.
std::vector<StepGrade> grade_steps(Paper& paper, const Answer& answer, const GradeOptions& options,
                                   const IsKnownMistake& is_known_mistake);

} // namespace attn
