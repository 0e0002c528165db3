#pragma once
// What the student has on paper so far: the matrices that have their verdicts, which later steps go on from.

#include "grade/answer.h"
#include "grade/tolerance.h"
#include "grade/verdict.h"

#include <map>
#include <vector>

namespace attn {

/// The true matrices. Exponentials and their sums may be written as e^(s - row maximum) or as plain e^s; their truth is
/// the form that confirms more of the answer's entries, or else lies nearer to more of them.
class Truth {
public:
  Truth(const Problem& problem, const std::vector<Trace>& traces, const Answer& answer, const Tolerance& tolerance);

  View operator[](const Spot& spot) const;
  /// Whether this head's exponentials are plain e^s.
  bool plain(const Spot& spot) const { return plain_.contains({Step::exponentials, spot.sequence, spot.head}); }

private:
  View in_traces(const Spot& spot) const;

  const Problem& problem_;
  const std::vector<Trace>& traces_;
  std::map<Spot, Matrix<double>> plain_; ///< exponentials and row sums of the heads that were written so
};

/// A matrix of the true shape whose cells have their verdicts.
struct Marked {
  const Claim& claim;
  View truth;
  std::vector<Verdict> verdicts; ///< rows x cols
  bool lenient = false;
  bool passes_on = true; ///< whether what follows from its wrong cells is carried
  bool is_true = false;  ///< full precision confirms every cell

  Verdict verdict(std::size_t i, std::size_t j) const { return verdicts[i * claim.cols + j]; }
  bool is_right(std::size_t i, std::size_t j) const { return counts_as_right(verdict(i, j), lenient); }
  bool all_right() const;
};

class Paper {
public:
  Paper(const Problem& of, const Truth& true_steps) : problem(of), truth(true_steps) {}

  void add(Marked marked);

  /// Null: this step is not given.
  const Marked* find(const Spot& spot) const;

  /// The last given steps that this one is worked from; steps between them that are not given are passed through.
  std::vector<const Marked*> before(const Spot& spot) const;

  const Problem& problem;
  const Truth& truth;

private:
  std::map<Spot, Marked> marked_;
};

} // namespace attn
