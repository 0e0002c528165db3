#pragma once
// Queries, keys and values of one sequence, and the projections that make them.

#include "attention/fault.h"
#include "attention/parallel.h"
#include "kernel/kernel.h"
#include "matrix/matrix.h"
#include "problem/problem.h"

#include <algorithm>
#include <cstddef>
#include <initializer_list>

namespace attn {

/// Where a sequence's queries, keys and values are projected from: rows of X, of a context, or given as they are.
const Matrix<double>& query_source(const Problem& problem, std::size_t sequence);
const Matrix<double>& key_source(const Problem& problem, std::size_t sequence);
const Matrix<double>& value_source(const Problem& problem, std::size_t sequence);

/// Whether the chain has queries and keys at all.
inline bool has_queries(const Problem& problem) {
  return problem.start == Start::X || problem.start == Start::QKV;
}

/// A matrix in the dtype of the chain: float64 as it stands, float32 in a rounded copy. Looks at `matrix` or owns.
template <class T>
class Rounded {
public:
  explicit Rounded(const Matrix<double>& matrix);
  Rounded(const Rounded&) = delete;
  Rounded& operator=(const Rounded&) = delete;
  operator MatrixView<const T>() const { return view_; }

private:
  Matrix<T> copy_;
  MatrixView<const T> view_;
};

/// Rounds to half precision, where that is the dtype.
template <class T>
void round_halves(Dtype dtype, MatrixView<T> values) noexcept;

/// out = x·W + b, rows shared among threads. x: n x in; out: n x (columns of W).
template <class T>
void project(const Team& team, const Kernel<T>& kernel, MatrixView<const T> x, const Projection& projection,
             MatrixView<T> out);

/// What the heads work on; empty: not in this problem.
template <class T>
struct Operands {
  Matrix<T> Q;                   ///< n x H·d_k
  Matrix<T> K;                   ///< M x G·d_k, cached keys first, extra ones last
  Matrix<T> V;                   ///< M x G·d_v
  Matrix<T> normed_Q, rotated_Q; ///< as Q, with QK-norm and rotary positions
  Matrix<T> normed_K, rotated_K; ///< as K, cached keys as they are

  /// What the scores are made of.
  const Matrix<T>& queries() const { return last({&rotated_Q, &normed_Q, &Q}); }
  const Matrix<T>& keys() const { return last({&rotated_K, &normed_K, &K}); }

private:
  static const Matrix<T>& last(std::initializer_list<const Matrix<T>*> steps) {
    return **std::find_if(steps.begin(), steps.end() - 1, [](const Matrix<T>* step) { return !step->empty(); });
  }
};

/// Throws Refusal if one of them is not finite.
template <class T>
Operands<T> operands(const Team& team, const Kernel<T>& kernel, const Problem& problem, std::size_t sequence);

} // namespace attn
