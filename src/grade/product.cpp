#include "grade/product.h"

#include "attention/project.h"

namespace attn {
namespace {

/// a·b + bias, among rows that are there already.
struct Product {
  View a, b;
  const std::vector<double>* bias = nullptr;
  const Matrix<double>* above = nullptr;
  View below = {};
};

std::optional<Product> projection(View x, const Projection& by, const PerSequence<Matrix<double>>* past,
                                  std::size_t sequence, View extra = {}) {
  if (by.identity) return std::nullopt;
  return Product{x, by.W, &by.b, past && past->given() ? &(*past)[sequence] : nullptr, extra};
}

std::optional<Product> product(const Setting& setting, Step step, std::span<const View> inputs) {
  const auto& [problem, sequence, head, plain, decimals] = setting;
  switch (step) {
  case Step::Q:
    return projection(query_source(problem, sequence), problem.project_Q, nullptr, sequence);
  case Step::K:
    return projection(key_source(problem, sequence), problem.project_K, &problem.past_K, sequence, problem.extra_K);
  case Step::V:
    return projection(value_source(problem, sequence), problem.project_V, &problem.past_V, sequence, problem.extra_V);
  case Step::scores:
    if (inputs.empty()) return std::nullopt;
    return Product{inputs[0], inputs[1].transposed()};
  case Step::head_output:
    return Product{inputs[0], inputs[1]};
  case Step::output:
    return projection(inputs[0], problem.project_O, nullptr, sequence);
  default:
    return std::nullopt;
  }
}

double entry(const Product& of, std::size_t i, std::size_t j, const Habit& habit, int decimals) {
  double sum = 0;
  for (std::size_t p = 0; p < of.a.cols; ++p) sum += habit.round(of.a(i, p) * of.b(p, j), decimals);
  return of.bias && !of.bias->empty() ? sum + (*of.bias)[j] : sum;
}

} // namespace

std::optional<Matrix<double>> with_rounded_products(const Setting& setting, Step step, std::span<const View> inputs,
                                                    const Habit& habit, int decimals) {
  const auto of = product(setting, step, inputs);
  if (!of) return std::nullopt;
  const std::size_t above = of->above ? of->above->rows() : 0;
  const std::size_t end = above + of->a.rows;
  Matrix<double> made(end + of->below.rows, of->b.cols);
  for (std::size_t i = 0; i < made.rows(); ++i)
    for (std::size_t j = 0; j < made.cols(); ++j)
      made(i, j) = i < above  ? (*of->above)(i, j)
                   : i >= end ? of->below(i - end, j)
                              : entry(*of, i - above, j, habit, decimals);
  return made;
}

} // namespace attn
