#include "problem/invent.h"

#include "matrix/decimal.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

namespace attn {
namespace {

template <class Entry>
Matrix<double> matrix(std::size_t rows, std::size_t cols, Entry entry) {
  Matrix<double> made(rows, cols);
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < cols; ++j) made(i, j) = entry();
  return made;
}

/// `units` of the last decimal.
double in_decimals(int units, const Request& request) {
  return units / power_of_ten(request.digits);
}

/// `ones` as units of the last decimal.
int units(double ones, const Request& request) {
  return static_cast<int>(ones * power_of_ten(request.digits));
}

/// Not 0: mostly 1 or -1, with decimals anything up to 1.5 of either sign.
double factor(const Request& request, Generator& generator) {
  constexpr int plain[] = {1, 1, 1, -1, -1, 2};
  if (request.digits == 0) return plain[generator.below(std::size(plain))];
  const int size = generator.between(1, units(1.5, request));
  return in_decimals(generator.chance(2, 3) ? size : -size, request);
}

/// A row that says something: not all 0.
void fill_row(Matrix<double>& X, std::size_t i, const Request& request, Generator& generator) {
  const auto zero = [](double x) { return x == 0; };
  double* const row = &X(i, 0);
  do
    for (std::size_t j = 0; j < X.cols(); ++j) row[j] = in_decimals(generator.between(0, units(2, request)), request);
  while (std::all_of(row, row + X.cols(), zero));
}

bool repeats_a_row(const Matrix<double>& X, std::size_t i) {
  for (std::size_t other = 0; other < i; ++other)
    if (std::equal(&X(i, 0), &X(i, 0) + X.cols(), &X(other, 0))) return true;
  return false;
}

/// Rows that differ, as far as so small numbers allow.
Matrix<double> small_rows(std::size_t rows, std::size_t cols, const Request& request, Generator& generator) {
  constexpr int most_tries = 20;
  Matrix<double> X(rows, cols);
  for (std::size_t i = 0; i < rows; ++i) {
    fill_row(X, i, request, generator);
    for (int tries = 0; tries < most_tries && repeats_a_row(X, i); ++tries) fill_row(X, i, request, generator);
  }
  return X;
}

/// 0 to count - 1, each order alike.
std::vector<std::size_t> shuffled(std::size_t count, Generator& generator) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t left = count; left > 1; --left) std::swap(order[left - 1], order[generator.below(left)]);
  return order;
}

/// One or two entries of each column are not 0, in rows that take turns: what stands in X is used.
Matrix<double> small_weights(std::size_t in, std::size_t out, const Request& request, Generator& generator) {
  const std::vector<std::size_t> turn = shuffled(in, generator);
  Matrix<double> W(in, out);
  for (std::size_t j = 0; j < out; ++j) {
    W(turn[j % in], j) = factor(request, generator);
    if (generator.chance(1, 2)) W(generator.below(in), j) = factor(request, generator);
  }
  return W;
}

/// How the numbers of a problem are drawn.
struct Small {
  const Request& request;
  Generator& generator;

  Matrix<double> rows(std::size_t count, std::size_t cols) { return small_rows(count, cols, request, generator); }
  Matrix<double> weights(std::size_t in, std::size_t out) { return small_weights(in, out, request, generator); }
  double bias(std::size_t) { return in_decimals(generator.between(-units(1, request), units(1, request)), request); }
};

struct Normal {
  const Request& request;
  Generator& generator;

  double number(double deviation) { return round_decimals(generator.normal() * deviation, request.digits); }
  static double deviation(std::size_t in) { return 1 / std::sqrt(static_cast<double>(in)); }
  Matrix<double> rows(std::size_t count, std::size_t cols) {
    return matrix(count, cols, [&] { return number(1); });
  }
  Matrix<double> weights(std::size_t in, std::size_t out) {
    return matrix(in, out, [&] { return number(deviation(in)); });
  }
  double bias(std::size_t in) { return number(deviation(in)); }
};

template <class Draw>
Projection projection(std::size_t in, std::size_t out, bool has_bias, Draw& draw) {
  Projection made{false, draw.weights(in, out), {}};
  for (std::size_t j = 0; has_bias && j < out; ++j) made.b.push_back(draw.bias(in));
  return made;
}

/// The last keys, at most half of them.
Grid<std::uint8_t> padding(std::size_t keys, Generator& generator) {
  Grid<std::uint8_t> grid{{1, 1, 1, keys}, std::vector<std::uint8_t>(keys, 1)};
  const std::size_t count = 1 + generator.below(std::max<std::size_t>(keys / 2, 1));
  for (std::size_t j = keys - std::min(count, keys - 1); j < keys; ++j) grid.values[j] = 0;
  return grid;
}

void add_mask(const Request& request, Generator& generator, Problem& problem) {
  if (request.causal) problem.mask.causal = Causal::top_left;
  if (request.padding) problem.mask.padding = padding(problem.shape.keys(), generator);
}

PerSequence<std::vector<std::string>> labels(const std::vector<std::string>& words) {
  if (words.empty()) return {};
  return PerSequence<std::vector<std::string>>({words});
}

template <class Draw>
Problem invent(const Request& request, Draw draw) {
  Problem problem = outline(request.sizes);
  const Shape& s = problem.shape;
  problem.X = PerSequence<Matrix<double>>({draw.rows(s.n, s.d_model)});
  if (request.sizes.context) problem.context = PerSequence<Matrix<double>>({draw.rows(s.m, s.d_model)});
  problem.project_Q = projection(s.d_model, s.heads * s.d_k, request.bias, draw);
  problem.project_K = projection(s.d_model, s.kv_heads * s.d_k, request.bias, draw);
  problem.project_V = projection(s.d_model, s.kv_heads * s.d_v, request.bias, draw);
  if (s.heads > 1) {
    problem.project_O = projection(s.heads * s.d_v, s.d_out, request.bias, draw);
  } else {
    problem.project_O = {};
    problem.shape.d_out = s.d_v;
  }
  add_mask(request, draw.generator, problem);
  problem.tokens = labels(request.tokens);
  problem.context_tokens = labels(request.context_tokens);
  return problem;
}

} // namespace

double invent_weight(const Request& request, Generator& generator) {
  return generator.chance(2, 3) ? 0 : factor(request, generator);
}

Problem invent_small(const Request& request, Generator& generator) {
  return invent(request, Small{request, generator});
}

Problem invent_normal(const Request& request, Generator& generator) {
  return invent(request, Normal{request, generator});
}

} // namespace attn
