// The steps that are projections, columns and sums of values.

#include "attention/loop.h"
#include "attention/project.h"
#include "attention/work.h"

namespace attn::work {
namespace {

template <class T>
Matrix<double> project(View x, const Projection& projection) {
  const View W = projection.W.view();
  const auto& b = projection.b;
  return each(x.rows, projection.identity ? x.cols : W.cols, [&](std::size_t i, std::size_t j) {
    const T y = projection.identity ? static_cast<T>(x(i, j)) : dot<T>(x, i, W, j);
    return b.empty() ? y : y + static_cast<T>(b[j]);
  });
}

/// Below cached rows and above extra ones, which are taken as they are.
template <class T>
Matrix<double> among_fixed(const PerSequence<Matrix<double>>& past, std::size_t sequence, const Matrix<double>& fresh,
                           View extra) {
  if (!past.given() && extra.rows == 0) return fresh;
  const View cached = past.given() ? past[sequence].view() : View{};
  const std::size_t end = cached.rows + fresh.rows();
  return each(end + extra.rows, fresh.cols(), [&](std::size_t i, std::size_t j) -> double {
    if (i >= cached.rows && i < end) return fresh(i - cached.rows, j);
    return static_cast<T>(i < end ? cached(i, j) : extra(i - end, j));
  });
}

/// One of `heads` equal column blocks.
Matrix<double> columns(View matrix, std::size_t head, std::size_t heads) {
  const View block = matrix.col_range(matrix.cols / heads * head, matrix.cols / heads);
  return each(block.rows, block.cols, [&](std::size_t i, std::size_t j) { return block(i, j); });
}

} // namespace

template <class T>
Matrix<double> Q(const Setting& setting, Inputs) {
  return project<T>(query_source(setting.problem, setting.sequence).view(), setting.problem.project_Q);
}

template <class T>
Matrix<double> K(const Setting& setting, Inputs) {
  const auto& [problem, sequence, head, plain, decimals] = setting;
  return among_fixed<T>(problem.past_K, sequence, project<T>(key_source(problem, sequence).view(), problem.project_K),
                        problem.extra_K);
}

template <class T>
Matrix<double> V(const Setting& setting, Inputs) {
  const auto& [problem, sequence, head, plain, decimals] = setting;
  return among_fixed<T>(problem.past_V, sequence, project<T>(value_source(problem, sequence).view(), problem.project_V),
                        problem.extra_V);
}

template <class T>
Matrix<double> head_Q(const Setting& setting, Inputs Q) {
  return columns(Q[0], setting.head, setting.problem.shape.heads);
}

template <class T>
Matrix<double> head_K(const Setting& setting, Inputs K) {
  const Shape& shape = setting.problem.shape;
  return columns(K[0], shape.kv_head(setting.head), shape.kv_heads);
}

template <class T>
Matrix<double> head_V(const Setting& setting, Inputs V) {
  return head_K<T>(setting, V);
}

template <class T>
Matrix<double> head_output(const Setting&, Inputs weights_V) {
  return product<T>(weights_V[0], weights_V[1]);
}

template <class T>
Matrix<double> concat(const Setting&, Inputs heads) {
  const std::size_t width = heads[0].cols;
  return each(heads[0].rows, width * heads.size(),
              [&](std::size_t i, std::size_t j) { return heads[j / width](i, j % width); });
}

template <class T>
Matrix<double> output(const Setting& setting, Inputs concat) {
  return project<T>(concat[0], setting.problem.project_O);
}

template Matrix<double> Q<float>(const Setting&, Inputs);
template Matrix<double> Q<double>(const Setting&, Inputs);
template Matrix<double> K<float>(const Setting&, Inputs);
template Matrix<double> K<double>(const Setting&, Inputs);
template Matrix<double> V<float>(const Setting&, Inputs);
template Matrix<double> V<double>(const Setting&, Inputs);
template Matrix<double> head_Q<float>(const Setting&, Inputs);
template Matrix<double> head_Q<double>(const Setting&, Inputs);
template Matrix<double> head_K<float>(const Setting&, Inputs);
template Matrix<double> head_K<double>(const Setting&, Inputs);
template Matrix<double> head_V<float>(const Setting&, Inputs);
template Matrix<double> head_V<double>(const Setting&, Inputs);
template Matrix<double> head_output<float>(const Setting&, Inputs);
template Matrix<double> head_output<double>(const Setting&, Inputs);
template Matrix<double> concat<float>(const Setting&, Inputs);
template Matrix<double> concat<double>(const Setting&, Inputs);
template Matrix<double> output<float>(const Setting&, Inputs);
template Matrix<double> output<double>(const Setting&, Inputs);

} // namespace attn::work
