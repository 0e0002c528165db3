#pragma once
// Is it right: every cell of an answer gets a verdict, every step its marks, and the first wrong step its mistake.

#include "grade/mistake.h"

#include <cstddef>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace attn {

/// What full precision, rounded to the digits written, does not confirm is one of these.
enum class Verdict {
  right,
  rounded_by_hand, ///< the truth with each step rounded before the next; right
  carried,         ///< wrong, but it follows from the student's own step before; earns its marks
  cut_off,         ///< cut off instead of rounded
  nudged,          ///< one weight changed so that the row sums to 1
  last_digit,      ///< off by one unit in the last place
  wrong,           ///< an own slip
  unreadable,      ///< text, null where none belongs, or a matrix of the wrong shape
};

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
  std::size_t right = 0;        ///< right, rounded_by_hand, and what --lenient accepts
  std::size_t earned = 0;       ///< those and the carried ones
  std::vector<CellGrade> off;   ///< every cell that is not plainly right, in order
  bool right_after_wrong = false; ///< some cell is right although the step before is wrong
};

struct GradeOptions {
  Tolerance tolerance;
  bool lenient = false;                ///< cut_off, nudged and last_digit count as right
  std::map<std::string, double> marks; ///< by step name ("heads.output"); empty: each given matrix counts the same
};

struct Grade {
  Answer answer;
  std::vector<StepGrade> steps; ///< one for each claim, in its order; they point into `answer`
  std::vector<Finding> mistakes;
  std::size_t given = 0, right = 0;   ///< cells
  double earned = 0, possible = 0;    ///< marks
  bool all_right = false;
  bool by_hand = false; ///< all right, some of it only under hand rounding
};

/// Grades one answer. The truth is always worked from the problem.
Grade grade(const Problem& problem, const std::vector<Trace>& truth, const Expectation& expectation,
            const GradeOptions& options);

/// Whether the verdict blames the student's own doing in that cell.
bool blamed(Verdict verdict);

/// "carried", "rounded_by_hand", …
std::string_view word(Verdict verdict);

} // namespace attn
