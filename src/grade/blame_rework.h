#pragma once
// A step worked again from what the student wrote before it, under a mistake.

#include "attention/stage.h"
#include "grade/mistake.h"

#include <cstddef>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

namespace attn {

/// What an answer is held against.
struct Sheet {
  const Problem& problem;
  const std::vector<Trace>& truth; ///< of every sequence, with every step kept
  const Answer& answer;
  const Tolerance& tolerance;
};

/// A written matrix and those of its cells that are blamed, row after row; all of them if the shape is wrong.
struct Wrong {
  const Claim* claim;
  std::vector<std::pair<std::size_t, std::size_t>> cells;
};

/// The student's own numbers of the steps before `target`, in one sequence.
class Given {
public:
  Given(const Sheet& sheet, std::size_t sequence, Step target);

  struct Written {
    Matrix<double> as_written; ///< what is not a number is the truth
    Matrix<double> refined;    ///< the truth where the digits say it, else as written
    bool all_right = true;     ///< refined is the truth
  };
  /// Null: not given.
  const Written* find(Step step, std::size_t head) const;

  const Sheet& sheet;
  const std::size_t sequence;
  const Step target;

private:
  std::vector<std::optional<Written>> written_; ///< by step and head
};

/// How much of what was written is taken over.
enum class Trust {
  right_cells, ///< wrong cells as written, right ones at full precision
  as_written,
  nothing, ///< all is worked from the problem
};

struct Basis {
  Trust trust = Trust::right_cells;
  std::optional<int> decimals; ///< steps that are not taken over are rounded so before the next
  bool plain_exponentials = true;
};

/// What a mistake makes of the chain.
struct Alteration {
  const Problem* problem;
  std::optional<Step> first; ///< all steps from here on are worked again
  std::vector<Replacement> replaced;
  struct Row {
    Step step;
    std::size_t query;
  };
  std::optional<Row> every_row; ///< of that step every row is this one
};

class Rework {
public:
  Rework(const Given& given, const Alteration& change, const Basis& basis);

  /// The step under the change; the target is never taken over from the student.
  View operator()(Step step, std::size_t head) { return at(step, head).view; }

private:
  struct Worked {
    Matrix<double> own;
    View view;
    bool changed = false; ///< differs from the truth, or may
  };
  static Worked owned(Matrix<double> matrix, bool changed);

  const Worked& at(Step step, std::size_t head);
  Worked work(Step step, std::size_t head);
  Worked taken_over(const Given::Written& written) const;
  Worked replaced(const Replacement& replacement, std::size_t head);
  Worked regular(Step step, std::size_t head);
  Matrix<double> repeated(View matrix) const;
  Matrix<double> rounded(View matrix) const;
  const Given::Written* trusted(Step step, std::size_t head) const;
  std::size_t slot(Step step, std::size_t head) const;

  const Given& given_;
  const Alteration& change_;
  const Basis basis_;
  std::vector<std::optional<Worked>> memo_; ///< by step and head
  std::deque<Worked> unreplaced_;           ///< steps rightly worked, for what is made of them instead
};

} // namespace attn
