#include "attention/project.h"

#include "matrix/multiply.h"
#include "matrix/part.h"

#include <algorithm>
#include <type_traits>

namespace attn {
namespace {

/// Most rows of a projection that one thread takes at a time.
constexpr std::size_t rows_at_a_time = 96;

template <class T>
void copy_rounded(View from, MatrixView<T> to) {
  for (std::size_t i = 0; i < from.rows; ++i)
    std::transform(&from(i, 0), &from(i, 0) + from.cols, &to(i, 0), [](double value) { return static_cast<T>(value); });
}

template <class T>
void add_bias(const std::vector<double>& bias, MatrixView<T> out) {
  if (bias.empty()) return;
  for (std::size_t i = 0; i < out.rows; ++i)
    for (std::size_t j = 0; j < out.cols; ++j) out(i, j) += static_cast<T>(bias[j]);
}

/// Cached rows, taken as they are, and below them the projected ones.
template <class T>
Matrix<T> with_past(const Team& team, const Kernel<T>& kernel, const Matrix<double>* past, const Matrix<double>& source,
                    const Projection& projection, std::size_t cols) {
  const std::size_t cached = past ? past->rows() : 0;
  Matrix<T> all(cached + source.rows(), cols);
  if (past) copy_rounded<T>(*past, all.view().row_range(0, cached));
  const MatrixView<T> fresh = all.view().row_range(cached, source.rows());
  if (projection.identity) {
    copy_rounded<T>(source, fresh);
    add_bias(projection.b, fresh);
  } else {
    project<T>(team, kernel, Rounded<T>(source), projection, fresh);
  }
  return all;
}

const Matrix<double>* past_of(const PerSequence<Matrix<double>>& past, std::size_t sequence) {
  return past.given() ? &past[sequence] : nullptr;
}

template <class T>
void refuse_unless_finite(Step step, const Matrix<T>& values, const Problem& problem, std::size_t sequence) {
  if (const auto fault = first_fault<T>(step, values)) throw refusal(problem, sequence, *fault);
}

} // namespace

const Matrix<double>& query_source(const Problem& problem, std::size_t sequence) {
  return problem.start == Start::X ? problem.X[sequence] : problem.Q[sequence];
}

const Matrix<double>& key_source(const Problem& problem, std::size_t sequence) {
  if (problem.start != Start::X) return problem.K[sequence];
  return problem.context.given() ? problem.context[sequence] : problem.X[sequence];
}

const Matrix<double>& value_source(const Problem& problem, std::size_t sequence) {
  if (problem.start != Start::X) return problem.V[sequence];
  return problem.context_V.given() ? problem.context_V[sequence] : key_source(problem, sequence);
}

template <class T>
Rounded<T>::Rounded(const Matrix<double>& matrix) {
  if constexpr (std::is_same_v<T, double>) {
    view_ = matrix.view();
  } else {
    copy_ = Matrix<T>(matrix.rows(), matrix.cols());
    copy_rounded<T>(matrix, copy_);
    view_ = std::as_const(copy_).view();
  }
}

template <class T>
void project(const Team& team, const Kernel<T>& kernel, MatrixView<const T> x, const Projection& projection,
             MatrixView<T> out) {
  if (projection.identity) {
    for (std::size_t i = 0; i < x.rows; ++i) std::copy_n(&x(i, 0), x.cols, &out(i, 0));
  } else {
    const Rounded<T> W(projection.W);
    const Packed<T> packed(kernel, W);
    const std::size_t threads = team.threads_for(x.rows * x.cols * out.cols);
    const std::size_t parts = std::max(parts_of(x.rows, rows_at_a_time), std::min(threads, x.rows));
    Team::share(threads, parts, [&](std::size_t number, std::size_t) {
      const auto [first, count] = part_of(x.rows, parts, number);
      multiply(kernel, x.row_range(first, count), packed, out.row_range(first, count));
    });
  }
  add_bias(projection.b, out);
}

template <class T>
Operands<T> operands(const Team& team, const Kernel<T>& kernel, const Problem& problem, std::size_t sequence) {
  const Shape& shape = problem.shape;
  Operands<T> made;
  if (has_queries(problem)) {
    made.Q =
        with_past(team, kernel, nullptr, query_source(problem, sequence), problem.project_Q, shape.heads * shape.d_k);
    refuse_unless_finite(Step::Q, made.Q, problem, sequence);
    made.K = with_past(team, kernel, past_of(problem.past_K, sequence), key_source(problem, sequence),
                       problem.project_K, shape.kv_heads * shape.d_k);
    refuse_unless_finite(Step::K, made.K, problem, sequence);
  }
  if (problem.has_values()) {
    made.V = with_past(team, kernel, past_of(problem.past_V, sequence), value_source(problem, sequence),
                       problem.project_V, shape.kv_heads * shape.d_v);
    refuse_unless_finite(Step::V, made.V, problem, sequence);
  }
  return made;
}

template class Rounded<float>;
template class Rounded<double>;
template void project(const Team&, const Kernel<float>&, MatrixView<const float>, const Projection&, MatrixView<float>);
template void project(const Team&, const Kernel<double>&, MatrixView<const double>, const Projection&,
                      MatrixView<double>);
template Operands<float> operands(const Team&, const Kernel<float>&, const Problem&, std::size_t);
template Operands<double> operands(const Team&, const Kernel<double>&, const Problem&, std::size_t);

} // namespace attn
