#pragma once
// A step worked again from the student's own last given steps, in the ways in which people go on from them.

#include "grade/paper.h"
#include "matrix/matrix.h"

#include <map>
#include <optional>
#include <span>

namespace attn {

/// How a given step is taken over. Masked scores are masked as the problem says and unreadable cells are the truth,
/// whatever was written.
enum class Reading {
  as_written,
  exact,  ///< cells that full precision confirms at full precision, the others as written
  mended, ///< right cells as written, wrong ones worked again and rounded: the truth, as it is rounded on this paper
};

/// What people round on the way, beside the steps that they write down.
struct Habit {
  enum class Exponentials { unrounded, shifted, plain }; ///< e^(s - row maximum) or e^s
  Exponentials exponentials = Exponentials::unrounded;   ///< and their sum
  bool steps = false;                                    ///< the other steps that are not given
  bool products = false;                                 ///< each product of a sum

  bool rounds_nothing() const { return exponentials == Exponentials::unrounded && !steps && !products; }
};

/// All of them; the first rounds nothing.
std::span<const Habit> habits();

/// One cell of a given step changed by so much.
struct Touch {
  const Marked* step = nullptr;
  std::size_t row = 0, col = 0;
  double by = 0;
};

/// One way of working a step from what is given before it.
class Chain {
public:
  /// What a habit rounds is rounded to `decimals`, those of the step that is worked.
  Chain(const Paper& paper, Reading reading, const Habit& habit = {}, int decimals = 0, const Touch& touch = {})
      : paper_(paper), reading_(reading), habit_(habit), decimals_(decimals), touch_(touch) {}

  /// The step as it follows from the given ones before it; what is written in the step itself has no part in it.
  Matrix<double> worked(const Spot& spot);

private:
  View value(const Spot& spot); ///< as the next step uses it
  Matrix<double> taken(const Marked& marked);
  Matrix<double> rounded_on_the_way(const Spot& spot);

  const Paper& paper_;
  Reading reading_;
  Habit habit_;
  int decimals_;
  Touch touch_;
  std::map<Spot, Matrix<double>> values_;
};

/// How far each cell of the step may move when the cells before it that full precision does not confirm move by half
/// a unit of their last digit: the sum of what each does alone, from Reading::exact.
Matrix<double> sway(const Paper& paper, const Spot& spot, const Tolerance& tolerance);

} // namespace attn
