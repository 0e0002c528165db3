// The steps that norm and turn queries and keys, between their projections and the scores. Cached keys have been
// through them.

#include "attention/norm.h"
#include "attention/rotary.h"
#include "attention/work.h"

#include <algorithm>
#include <vector>

namespace attn::work {
namespace {

/// Calls change(row, numbers) with every row from `first` on as T, counted from there; the rows before stay.
template <class T, class Change>
Matrix<double> each_row(View rows, std::size_t first, Change change) {
  Matrix<double> made = copy(rows);
  std::vector<T> numbers(rows.cols);
  for (std::size_t i = first; i < rows.rows; ++i) {
    for (std::size_t c = 0; c < rows.cols; ++c) numbers[c] = static_cast<T>(rows(i, c));
    change(i - first, std::span<T>(numbers));
    std::copy(numbers.begin(), numbers.end(), &made(i, 0));
  }
  return made;
}

template <class T>
Matrix<double> normed(const QkNorm& norm, const std::vector<double>& factors, View rows, std::size_t first) {
  return each_row<T>(rows, first, [&](std::size_t, std::span<T> numbers) { normalise<T>(norm, factors, numbers); });
}

template <class T>
Matrix<double> rotated(const Problem& problem, View rows, std::size_t first) {
  const Turns turns(*problem.rope, rows.rows - first, problem.dtype);
  return each_row<T>(rows, first, [&](std::size_t row, std::span<T> numbers) { turns.turn<T>(row, numbers.data()); });
}

} // namespace

template <class T>
Matrix<double> normed_Q(const Setting& setting, Inputs Q) {
  return normed<T>(*setting.problem.qk_norm, setting.problem.qk_norm->Q, Q[0], 0);
}

template <class T>
Matrix<double> normed_K(const Setting& setting, Inputs K) {
  return normed<T>(*setting.problem.qk_norm, setting.problem.qk_norm->K, K[0], setting.problem.shape.past);
}

template <class T>
Matrix<double> rotated_Q(const Setting& setting, Inputs Q) {
  return rotated<T>(setting.problem, Q[0], 0);
}

template <class T>
Matrix<double> rotated_K(const Setting& setting, Inputs K) {
  return rotated<T>(setting.problem, K[0], setting.problem.shape.past);
}

template Matrix<double> normed_Q<float>(const Setting&, Inputs);
template Matrix<double> normed_Q<double>(const Setting&, Inputs);
template Matrix<double> normed_K<float>(const Setting&, Inputs);
template Matrix<double> normed_K<double>(const Setting&, Inputs);
template Matrix<double> rotated_Q<float>(const Setting&, Inputs);
template Matrix<double> rotated_Q<double>(const Setting&, Inputs);
template Matrix<double> rotated_K<float>(const Setting&, Inputs);
template Matrix<double> rotated_K<double>(const Setting&, Inputs);

} // namespace attn::work
