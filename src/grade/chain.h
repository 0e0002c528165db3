#pragma once
// A step worked again from the student's own last given steps, in the ways in which people go on from them, rightly or
// under a mistake.

#include "grade/alteration.h"
#include "grade/habit.h"
#include "grade/paper.h"

#include <deque>
#include <map>

namespace attn {

/// How a given step is taken over. Unreadable cells are the truth, and but for as_written masked cells are masked,
/// whatever was written.
enum class Reading {
  as_written,
  masked,  ///< as written, where the mask lets it be
  exact,   ///< cells that full precision confirms at full precision, the others as written
  mended,  ///< right cells as written, wrong ones worked again and rounded: the truth, as it is rounded on this paper
  nothing, ///< not at all: every step is worked from the problem
};

/// What a step is worked from.
struct Basis {
  Reading reading = Reading::exact;
  Habit habit = {};
  int decimals = 0;   ///< to which the habit rounds
  bool plain = false; ///< exponentials are e^s, whatever form and size those of the answer have
};

/// One cell of a given step changed by so much.
struct Touch {
  const Marked* step = nullptr;
  std::size_t row = 0, col = 0;
  double by = 0;
};

/// One way of working steps from what is given before them.
class Chain {
public:
  /// `change`: under a mistake; null: rightly.
  Chain(const Paper& paper, const Basis& basis, const Alteration* change = nullptr, const Touch& touch = {})
      : paper_(paper), basis_(basis), change_(change), touch_(touch) {}

  /// The step as it follows from the given ones before it; what is written in the step itself has no part in it.
  Matrix<double> worked(const Spot& spot);

  /// The step as the next one uses it: as it is given, if it is.
  View value(const Spot& spot);

private:
  const Problem& problem() const { return change_ ? *change_->problem : paper_.problem; }
  const Marked* given(const Spot& spot) const;
  bool is_true(const Spot& spot) const;
  Matrix<double> taken(const Marked& marked);
  Matrix<double> rounded_on_the_way(const Spot& spot);
  Matrix<double> work(const Spot& spot);
  Matrix<double> regular(const Spot& spot);
  Matrix<double> replaced(const Replacement& replacement, const Spot& spot);
  void repeat_row(Step step, Matrix<double>& made) const;
  void round(Matrix<double>& values, int decimals) const;
  bool is_plain(const Spot& spot) const;

  const Paper& paper_;
  const Basis basis_;
  const Alteration* change_;
  const Touch touch_;
  std::map<Spot, Matrix<double>> values_;
};

/// How far each cell of the step may move when the cells before it that full precision does not confirm move by half
/// a unit of their last digit: the sum of what each does alone, from Reading::exact.
Matrix<double> sway(const Paper& paper, const Spot& spot, const Tolerance& tolerance);

} // namespace attn
