#pragma once
// One written matrix held against the truth and against the student's own steps before it: the evidence, and the rules
// that make it a verdict.

#include "grade/chain.h"
#include "grade/paper.h"
#include "grade/tolerance.h"
#include "grade/verdict.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace attn {

/// Evidence on the cells of one matrix of the true shape. What costs work is worked when a rule first asks for it: a
/// right answer is never worked again.
class Examination {
public:
  Examination(const Paper& paper, const Claim& claim, const Tolerance& tolerance);

  /// The first rule that holds (table in examine.cpp).
  Verdict verdict(std::size_t i, std::size_t j) { return verdict_of({i, j}); }

  /// What the steps before give as written; NaN: there are none.
  double follows(std::size_t i, std::size_t j);

  /// Whether some cell is right although the steps before, wrong as they are, do not give it.
  bool right_after_wrong();

private:
  struct At {
    std::size_t i, j;
  };
  struct Rule {
    Verdict verdict;
    bool (Examination::*holds)(At);
  };
  using Cells = std::vector<bool>; ///< rows x cols
  static const Rule rules[];

  Verdict verdict_of(At at);
  bool is_true(At at);
  bool is_text(At at);
  bool is_by_hand(At at);
  bool is_carried(At at);
  bool is_nudged(At at);
  bool is_cut_off(At at);
  bool is_last_digit(At at);
  bool is_anything(At) { return true; }

  Cells worked_by_hand();
  Cells worked_from_wrong();
  void leave_to_carried(const Cells& plainly, Cells& reproduced);
  void add_habits(Reading reading, Cells& reproduced);
  bool is_worth_trying(const Habit& habit);
  bool has_large_scores();
  void add_rounding_every_step(Cells& reproduced);
  void add(const Matrix<double>& worked, bool most_of_its_row, Cells& reproduced);
  bool explains_all_off(const Cells& reproduced) const;

  bool says(At at, double value, double more = 0) const;
  std::optional<double> last_place(At at) const;
  static constexpr std::size_t most_by_hand = 100'000; ///< multiply-adds of the chain
  bool is_hand_sized(std::size_t most = most_by_hand) const;
  int decimals() const;
  std::size_t index(At at) const { return at.i * claim_.cols + at.j; }
  const Matrix<double>& as_written();

  const Paper& paper_;
  const Claim& claim_;
  const Tolerance& tolerance_;
  const View truth_;
  const double largest_;
  const std::vector<const Marked*> before_;
  Cells true_;
  std::optional<bool> large_scores_;
  std::optional<Cells> by_hand_, carried_;
  std::optional<Matrix<double>> as_written_, mended_;
};

} // namespace attn
