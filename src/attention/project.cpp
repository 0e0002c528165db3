#include "attention/project.h"

#include "attention/norm.h"
#include "attention/rotary.h"
#include "matrix/multiply.h"
#include "matrix/part.h"

#include <algorithm>
#include <span>
#include <type_traits>
#include <utility>

namespace attn {
namespace {

/// Most rows of a projection that one thread takes at a time; what is copied of the weights is copied for all of them.
constexpr std::size_t rows_at_a_time = 1536;

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

/// Rows that are taken as they are, cached ones above the projected ones and extra ones below; empty or null: none.
struct Fixed {
  const Matrix<double>* past = nullptr;
  View extra = {};
};

template <class T>
Matrix<T> with_fixed(const Team& team, const Kernel<T>& kernel, const Fixed& fixed, const Matrix<double>& source,
                     const Projection& projection, std::size_t cols, Dtype dtype) {
  const std::size_t cached = fixed.past ? fixed.past->rows() : 0;
  Matrix<T> all = Matrix<T>::unfilled(cached + source.rows() + fixed.extra.rows, cols);
  if (fixed.past) copy_rounded<T>(*fixed.past, all.view().row_range(0, cached));
  copy_rounded<T>(fixed.extra, all.view().row_range(cached + source.rows(), fixed.extra.rows));
  const MatrixView<T> fresh = all.view().row_range(cached, source.rows());
  if (projection.identity) {
    copy_rounded<T>(source, fresh);
    add_bias(projection.b, fresh);
  } else {
    project<T>(team, kernel, Rounded<T>(source), projection, fresh);
  }
  round_halves<T>(dtype, all);
  return all;
}

const Matrix<double>* past_of(const PerSequence<Matrix<double>>& past, std::size_t sequence) {
  return past.given() ? &past[sequence] : nullptr;
}

template <class T>
void refuse_unless_finite(Step step, const Matrix<T>& values, const Problem& problem, std::size_t sequence) {
  if (const auto fault = first_fault<T>(step, values)) throw refusal(problem, sequence, *fault);
}

/// The same of a step of heads, whose columns stand side by side; of shared ones the first query head is told.
template <class T>
void refuse_unless_heads_finite(Step step, const Matrix<T>& values, std::size_t heads, const Problem& problem,
                                std::size_t sequence) {
  const std::size_t width = values.cols() / heads;
  for (std::size_t head = 0; head < heads; ++head)
    if (auto fault = first_fault<T>(step, values.view().col_range(head * width, width))) {
      fault->head = head * (problem.shape.heads / heads);
      throw refusal(problem, sequence, *fault);
    }
}

/// A step of heads that changes each row of each head by itself: change(row, numbers), counted from `first`, before
/// which rows stay as they are.
template <class T, class Change>
Matrix<T> each_head_row(const Matrix<T>& values, std::size_t heads, std::size_t first, Dtype dtype, Change change) {
  Matrix<T> made = values;
  const std::size_t width = made.cols() / heads;
  for (std::size_t i = first; i < made.rows(); ++i)
    for (std::size_t head = 0; head < heads; ++head) change(i - first, std::span<T>(&made(i, head * width), width));
  round_halves<T>(dtype, made);
  return made;
}

template <class T>
void norm_heads(const Problem& problem, std::size_t sequence, Operands<T>& made) {
  const QkNorm& norm = *problem.qk_norm;
  const Shape& s = problem.shape;
  const auto by = [&](const std::vector<double>& factors) {
    return [&](std::size_t, std::span<T> numbers) { normalise<T>(norm, factors, numbers); };
  };
  made.normed_Q = each_head_row(made.Q, s.heads, 0, problem.dtype, by(norm.Q));
  refuse_unless_heads_finite(Step::normed_Q, made.normed_Q, s.heads, problem, sequence);
  made.normed_K = each_head_row(made.K, s.kv_heads, s.past, problem.dtype, by(norm.K));
  refuse_unless_heads_finite(Step::normed_K, made.normed_K, s.kv_heads, problem, sequence);
}

template <class T>
void rotate_heads(const Problem& problem, std::size_t sequence, Operands<T>& made) {
  const Shape& s = problem.shape;
  const Turns turns(*problem.rope, std::max(s.n, s.m), problem.dtype);
  const auto turn = [&](std::size_t row, std::span<T> numbers) { turns.turn(row, numbers.data()); };
  Matrix<T> rotated_Q = each_head_row(made.queries(), s.heads, 0, problem.dtype, turn);
  made.rotated_Q = std::move(rotated_Q);
  refuse_unless_heads_finite(Step::rotated_Q, made.rotated_Q, s.heads, problem, sequence);
  Matrix<T> rotated_K = each_head_row(made.keys(), s.kv_heads, s.past, problem.dtype, turn);
  made.rotated_K = std::move(rotated_K);
  refuse_unless_heads_finite(Step::rotated_K, made.rotated_K, s.kv_heads, problem, sequence);
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
    copy_ = Matrix<T>::unfilled(matrix.rows(), matrix.cols());
    copy_rounded<T>(matrix, copy_);
    view_ = std::as_const(copy_).view();
  }
}

template <class T>
void round_halves(Dtype dtype, MatrixView<T> values) noexcept {
  if (!is_half(dtype)) return;
  for (std::size_t i = 0; i < values.rows; ++i)
    for (std::size_t j = 0; j < values.cols; ++j)
      values(i, j) = static_cast<T>(round_to(dtype, static_cast<double>(values(i, j))));
}

template <class T>
void project(const Team& team, const Kernel<T>& kernel, MatrixView<const T> x, const Projection& projection,
             MatrixView<T> out) {
  if (projection.identity) {
    for (std::size_t i = 0; i < x.rows; ++i) std::copy_n(&x(i, 0), x.cols, &out(i, 0));
  } else {
    const Rounded<T> W(projection.W);
    const Packed<T> packed(kernel, W);
    const std::size_t threads = std::clamp<std::size_t>(x.rows, 1, team.threads_for(x.rows * x.cols * out.cols));
    const EvenParts parts(x.rows, threads * parts_of(x.rows, threads * rows_at_a_time));
    Team::share(threads, parts.size(), [&](std::size_t number, std::size_t) {
      const auto [first, count] = parts[number];
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
    made.Q = with_fixed(team, kernel, {}, query_source(problem, sequence), problem.project_Q, shape.heads * shape.d_k,
                        problem.dtype);
    refuse_unless_finite(Step::Q, made.Q, problem, sequence);
    made.K = with_fixed(team, kernel, {past_of(problem.past_K, sequence), problem.extra_K},
                        key_source(problem, sequence), problem.project_K, shape.kv_heads * shape.d_k, problem.dtype);
    refuse_unless_finite(Step::K, made.K, problem, sequence);
  }
  if (problem.has_values()) {
    made.V = with_fixed(team, kernel, {past_of(problem.past_V, sequence), problem.extra_V},
                        value_source(problem, sequence), problem.project_V, shape.kv_heads * shape.d_v, problem.dtype);
    refuse_unless_finite(Step::V, made.V, problem, sequence);
  }
  if (has_queries(problem) && problem.qk_norm) norm_heads(problem, sequence, made);
  if (has_queries(problem) && problem.rope) rotate_heads(problem, sequence, made);
  return made;
}

template void round_halves(Dtype, MatrixView<float>) noexcept;
template void round_halves(Dtype, MatrixView<double>) noexcept;
template class Rounded<float>;
template class Rounded<double>;
template void project(const Team&, const Kernel<float>&, MatrixView<const float>, const Projection&, MatrixView<float>);
template void project(const Team&, const Kernel<double>&, MatrixView<const double>, const Projection&,
                      MatrixView<double>);
template Operands<float> operands(const Team&, const Kernel<float>&, const Problem&, std::size_t);
template Operands<double> operands(const Team&, const Kernel<double>&, const Problem&, std::size_t);

} // namespace attn
