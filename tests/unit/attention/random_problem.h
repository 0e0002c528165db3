#pragma once
// Random well-formed problems of every kind that the format knows, small enough for thousands of them. Entries are
// small integers, so that everything before the softmax is exact (but for a scale that is no power of two).

#include "problem/problem.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

namespace attn::test {

/// Draws numbers in [0, count) from a seed, for use without rapidcheck.
class Seeded {
public:
  explicit Seeded(std::uint64_t seed) : engine_(seed) {}
  int operator()(int count) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(count)); }

private:
  std::mt19937_64 engine_;
};

/// Makes a Problem. `below(count)` draws from [0, count); 0 is the plainest choice everywhere.
template <class Below>
class ProblemMaker {
public:
  explicit ProblemMaker(Below below) : below_(below) {}

  Problem operator()() {
    sizes();
    start();
    if (problem_.start != Start::weights) between();
    if (has(2)) problem_.masked_row = MaskedRow::uniform;
    if (has(2)) problem_.dtype = Dtype::float32;
    if (problem_.start <= Start::QKV) extra(); // last, so that seeds go on drawing what they drew
    return problem_;
  }

  /// The same with QK-norm, rotary positions, ALiBi, sinks and half precision, where it has such steps.
  Problem with_positions() {
    (*this)();
    const bool placed = problem_.shape.extra == 0; // extra keys have no position
    if (placed && problem_.start <= Start::QKV) positions();
    if (placed && problem_.start != Start::weights && has(2)) problem_.alibi = numbers(problem_.shape.heads, 0.25);
    if (problem_.start != Start::weights && has(2)) problem_.sinks = numbers(problem_.shape.heads, 1);
    constexpr Dtype halves[] = {Dtype::float16, Dtype::bfloat16};
    if (has(2)) problem_.dtype = halves[below_(2)];
    return problem_;
  }

private:
  std::vector<double> numbers(std::size_t count, double factor) {
    std::vector<double> made;
    for (std::size_t i = 0; i < count; ++i) made.push_back(factor * entry());
    return made;
  }

  void positions() {
    const std::size_t d_k = problem_.shape.d_k;
    if (has(2)) {
      problem_.qk_norm.emplace();
      if (has(2)) problem_.qk_norm->kind = QkNorm::Kind::layer;
      problem_.qk_norm->eps = has(2) ? 0.5 : 1e-6;
      if (has(2)) problem_.qk_norm->Q = numbers(d_k, 0.5);
      if (has(2)) problem_.qk_norm->K = numbers(d_k, 0.5);
    }
    if (d_k < 2 || has(2)) return;
    const std::size_t dims = d_k == 4 && has(2) ? 2 : d_k - d_k % 2;
    problem_.rope = Rope{has(2) ? 10000.0 : 3.0, dims, has(2), problem_.shape.past + size(3) - 1};
  }

  bool has(int one_in) { return below_(one_in) == 1; }
  std::size_t size(int most) { return static_cast<std::size_t>(1 + below_(most)); }
  double entry() { return below_(2) == 0 ? below_(4) : -below_(4); }

  Matrix<double> matrix(std::size_t rows, std::size_t cols) {
    Matrix<double> made(rows, cols);
    for (std::size_t i = 0; i < made.size(); ++i) made.data()[i] = entry();
    return made;
  }

  /// One for each sequence, or one for all.
  PerSequence<Matrix<double>> matrices(std::size_t rows, std::size_t cols, bool may_be_shared = false) {
    std::vector<Matrix<double>> made;
    const std::size_t count = may_be_shared && has(2) ? 1 : problem_.shape.sequences;
    for (std::size_t b = 0; b < count; ++b) made.push_back(matrix(rows, cols));
    return PerSequence<Matrix<double>>(std::move(made));
  }

  void bias(Projection& projection, std::size_t out) {
    if (!has(2)) return;
    for (std::size_t j = 0; j < out; ++j) projection.b.push_back(entry());
  }

  /// A projection to `out` columns; the identity, where sizes allow.
  void projection(Projection& made, std::size_t in, std::size_t out) {
    made.identity = in == out && !has(2);
    if (!made.identity) made.W = matrix(in, out);
    bias(made, out);
  }

  void sizes() {
    Shape& shape = problem_.shape;
    problem_.batched = has(3);
    shape.sequences = problem_.batched ? size(3) : 1;
    shape.kv_heads = size(3);
    shape.heads = shape.kv_heads * size(3);
    shape.n = size(5);
    shape.m = has(2) ? size(20) : shape.n;
    shape.d_k = size(4);
    shape.d_v = size(4);
    problem_.scale = 1 / std::sqrt(static_cast<double>(shape.d_k));
  }

  void start() {
    problem_.start = static_cast<Start>(below_(4));
    if (problem_.start == Start::X) start_at_X();
    if (problem_.start == Start::QKV) start_at_QKV();
    if (problem_.start == Start::scores) start_at_scores();
    if (problem_.start == Start::weights) start_at_weights();
    Shape& shape = problem_.shape;
    shape.d_out = 0;
    if (!problem_.has_values()) return;
    const std::size_t width = shape.heads * shape.d_v;
    shape.d_out = has(2) ? size(5) : width;
    projection(problem_.project_O, width, shape.d_out);
  }

  void extra() {
    if (!has(4)) return;
    Shape& shape = problem_.shape;
    shape.extra = size(2);
    problem_.extra_K = matrix(shape.extra, shape.kv_heads * shape.d_k);
    if (problem_.has_values()) problem_.extra_V = matrix(shape.extra, shape.kv_heads * shape.d_v);
    problem_.mask.extra = shape.extra;
    problem_.mask.keys_count = shape.keys();
  }

  void past() {
    if (!has(3)) return;
    Shape& shape = problem_.shape;
    shape.past = size(4);
    problem_.past_K = matrices(shape.past, shape.kv_heads * shape.d_k);
    if (problem_.has_values()) problem_.past_V = matrices(shape.past, shape.kv_heads * shape.d_v);
  }

  void start_at_X() {
    Shape& shape = problem_.shape;
    shape.d_model = size(5);
    problem_.X = matrices(shape.n, shape.d_model);
    const bool crossed = shape.m != shape.n || has(2);
    const std::size_t d_kv = crossed ? size(5) : shape.d_model;
    if (crossed) problem_.context = matrices(shape.m, d_kv, true);
    const bool third = has(4);
    const std::size_t d_values = third ? size(5) : d_kv;
    if (third) problem_.context_V = matrices(shape.m, d_values, true);
    projection(problem_.project_Q, shape.d_model, shape.heads * shape.d_k);
    projection(problem_.project_K, d_kv, shape.kv_heads * shape.d_k);
    projection(problem_.project_V, d_values, shape.kv_heads * shape.d_v);
    past();
  }

  void values() {
    Shape& shape = problem_.shape;
    if (has(4)) shape.d_v = 0;
    if (!problem_.has_values()) return;
    problem_.V = matrices(shape.m, shape.kv_heads * shape.d_v);
    bias(problem_.project_V, shape.kv_heads * shape.d_v);
  }

  void start_at_QKV() {
    const Shape& shape = problem_.shape;
    problem_.Q = matrices(shape.n, shape.heads * shape.d_k);
    problem_.K = matrices(shape.m, shape.kv_heads * shape.d_k);
    bias(problem_.project_Q, shape.heads * shape.d_k);
    bias(problem_.project_K, shape.kv_heads * shape.d_k);
    values();
    past();
  }

  void start_at_scores() {
    values();
    problem_.scores = matrices(problem_.shape.heads * problem_.shape.n, problem_.shape.m);
  }

  void start_at_weights() {
    values();
    problem_.shape.d_k = 0;
    problem_.scale = 1;
    problem_.weights = matrices(problem_.shape.heads * problem_.shape.n, problem_.shape.m);
  }

  void between() {
    constexpr double scales[] = {1, -1, 0, 0.125, 2};
    if (has(2)) problem_.scale = scales[below_(5)];
    if (has(3)) problem_.softcap = 1 + below_(5);
    Mask& mask = problem_.mask;
    mask.queries_count = problem_.shape.n;
    mask.keys_count = problem_.shape.keys();
    mask.past = problem_.shape.past;
    if (has(2)) this->mask();
  }

  template <class V, class Draw>
  Grid<V> grid(std::array<std::size_t, 4> shape, Draw draw) {
    for (std::size_t axis = 0; axis < 4; ++axis)
      if (has(3)) shape[axis] = 1;
    Grid<V> made{shape, {}};
    for (std::size_t i = 0; i < shape[0] * shape[1] * shape[2] * shape[3]; ++i) made.values.push_back(draw());
    return made;
  }

  void mask() {
    const Shape& shape = problem_.shape;
    const std::size_t ruled = shape.past + shape.m;
    const std::array<std::size_t, 4> whole{shape.sequences, shape.heads, shape.n, ruled};
    const auto mostly = [&] { return std::uint8_t{below_(4) != 1}; };
    const auto seldom = [&] { return std::uint8_t{below_(4) == 1}; };
    Mask& mask = problem_.mask;
    mask.causal = static_cast<Causal>(below_(3));
    if (has(4)) mask.keep = grid<std::uint8_t>(whole, mostly);
    if (has(4)) mask.block = grid<std::uint8_t>(whole, seldom);
    if (has(4))
      mask.add = grid<double>(whole, [&] { return has(5) ? -std::numeric_limits<double>::infinity() : entry(); });
    if (has(4)) mask.padding = grid<std::uint8_t>({shape.sequences, 1, 1, ruled}, mostly);
    if (has(4))
      mask.lengths = grid<std::size_t>({shape.sequences, 1, 1, 1},
                                       [&] { return static_cast<std::size_t>(below_(static_cast<int>(ruled) + 1)); });
    if (has(4)) mask.queries = grid<std::uint8_t>({shape.sequences, 1, shape.n, 1}, mostly);
    if (has(4)) {
      mask.window.emplace();
      if (has(2)) mask.window->left = size(3) - 1;
      if (has(2)) mask.window->right = size(3) - 1;
    }
  }

  Below below_;
  Problem problem_;
};

template <class Below>
Problem random_problem(Below below) {
  return ProblemMaker<Below>(below)();
}

template <class Below>
Problem random_problem_with_positions(Below below) {
  return ProblemMaker<Below>(below).with_positions();
}

} // namespace attn::test
