#pragma once
// What happened: every step that was kept, under the names of the result's keys. Not a template: float32 widens to
// double exactly, so grading, telling and writing never see the dtype.

#include "matrix/matrix.h"

#include <bitset>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <vector>

namespace attn {

/// The steps of the chain in the order in which they happen; a row each in the table of stages (attention/stage.h).
enum class Step : std::size_t {
  Q,
  K,
  V,
  head_Q,
  head_K,
  head_V,
  normed_Q,
  normed_K,
  rotated_Q,
  rotated_K,
  scores,
  scaled_scores,
  capped_scores,
  alibi_scores,
  masked_scores,
  exponentials,
  row_sum,
  weights,
  head_output,
  concat,
  output,
};
inline constexpr std::size_t step_count = 21;

/// Which steps are kept.
class StepSet {
public:
  StepSet() = default;
  StepSet(std::initializer_list<Step> steps) {
    for (Step step : steps) add(step);
  }
  void add(Step step) { bits_.set(static_cast<std::size_t>(step)); }
  bool has(Step step) const { return bits_.test(static_cast<std::size_t>(step)); }
  bool any() const { return bits_.any(); }

private:
  std::bitset<step_count> bits_;
};

/// The steps of one head that are not columns of a matrix of the whole sequence. A blocked cell is -infinity in the
/// masked scores, and in an earlier step where its score is not finite. Empty: not kept.
struct HeadTrace {
  Matrix<double> scores;        ///< n x M
  Matrix<double> scaled_scores; ///< n x M
  Matrix<double> capped_scores; ///< n x M, only with a softcap
  Matrix<double> alibi_scores;  ///< n x M, only with ALiBi
  Matrix<double> masked_scores; ///< n x M, only with a mask
  Matrix<double> exponentials;  ///< n x M
  Matrix<double> row_sum;       ///< n x 1
  Matrix<double> weights;       ///< n x M

  /// Whether a step stands here: those from scores to weights.
  static constexpr bool holds(Step step) { return step >= Step::scores && step <= Step::weights; }
  /// The matrix of a step that stands here.
  Matrix<double>& operator[](Step step);
  const Matrix<double>& operator[](Step step) const;
};

/// One sequence. A head's own steps before the scores, and its output, are columns of these (Stage::pick shows them).
struct Trace {
  Matrix<double> Q;                   ///< n x H·d_k
  Matrix<double> K;                   ///< M x G·d_k, cached keys first, extra ones last
  Matrix<double> V;                   ///< M x G·d_v
  Matrix<double> normed_Q, rotated_Q; ///< as Q, only with QK-norm, rotary positions
  Matrix<double> normed_K, rotated_K; ///< as K; cached rows are those of K
  std::vector<HeadTrace> heads;
  Matrix<double> concat;          ///< n x H·d_v
  Matrix<double> output;          ///< n x d_out
  std::vector<std::size_t> blind; ///< head * n + query of every query that may see no key, ascending

  /// The matrix of a step of the sequence, or the one whose columns are the heads' own; null: it stands in HeadTrace.
  Matrix<double>* whole(Step step);
  const Matrix<double>* whole(Step step) const { return const_cast<Trace*>(this)->whole(step); }
};

} // namespace attn
