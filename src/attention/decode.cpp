#include "attention/decode.h"

#include "attention/stage.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace attn {
namespace {

bool sees_nothing_and_gets_something(const Problem& problem) {
  if (problem.masked_row != MaskedRow::uniform) return false;
  const Shape& s = problem.shape;
  std::vector<std::uint8_t> blocked(s.keys());
  for (std::size_t b = 0; b < s.sequences; ++b)
    for (std::size_t h = 0; h < s.heads; ++h)
      for (std::size_t i = 0; i < s.n; ++i) {
        problem.mask.blocked_row({b, h, i, 0}, blocked);
        if (std::ranges::all_of(blocked, [](std::uint8_t each) { return each != 0; })) return true;
      }
  return false;
}

/// Why not, and the sentence that says so.
struct Obstacle {
  bool (*stands)(const Problem& problem);
  const char* sentence;
};

constexpr Obstacle obstacles[] = {
    {[](const Problem& p) { return p.start == Start::scores || p.start == Start::weights; },
     "there are no keys to cache: the chain starts after them"},
    {[](const Problem& p) { return p.mask.causal == Causal::none; },
     "the mask is not causal, so that a query sees keys that a decoder does not have yet; --causal adds it"},
    {[](const Problem& p) { return p.context.given() || p.context_V.given(); },
     "keys come from a context, which is all there from the first step on"},
    {[](const Problem& p) { return p.shape.extra != 0; }, "extra keys stand behind all others, where a cache grows"},
    {[](const Problem& p) { return p.shape.n != p.shape.m; },
     "queries and new keys are not the same positions: there is not one new key for each query"},
    {sees_nothing_and_gets_something,
     "a query that may see no key gets the same weight for every key, also for those that are not there yet"},
};

Matrix<double> row_of(const Matrix<double>& matrix, std::size_t i) {
  Matrix<double> row(1, matrix.cols());
  std::copy_n(&matrix(i, 0), matrix.cols(), row.data());
  return row;
}

/// Row i of the sequence's own matrix; nothing from nothing.
PerSequence<Matrix<double>> row_of(const PerSequence<Matrix<double>>& matrices, std::size_t sequence, std::size_t i) {
  if (!matrices.given()) return {};
  return PerSequence<Matrix<double>>({row_of(matrices[sequence], i)});
}

PerSequence<Matrix<double>> cache_of(const Matrix<double>& rows) {
  if (rows.empty()) return {};
  return PerSequence<Matrix<double>>({rows});
}

/// The part of a grid that query `query` and the first `keys` keys meet.
template <class V>
void cut(Grid<V>& grid, std::size_t sequence, std::size_t query, std::size_t keys) {
  if (!grid.given()) return;
  Grid<V> made{{1, grid.shape[1], 1, grid.shape[3] == 1 ? 1 : keys}, {}};
  for (std::size_t h = 0; h < made.shape[1]; ++h)
    for (std::size_t j = 0; j < made.shape[3]; ++j) made.values.push_back(grid(sequence, h, query, j));
  grid = std::move(made);
}

void cut(Mask& mask, std::size_t sequence, std::size_t query, std::size_t cached) {
  const std::size_t keys = cached + 1;
  cut(mask.keep, sequence, query, keys);
  cut(mask.block, sequence, query, keys);
  cut(mask.add, sequence, query, keys);
  cut(mask.padding, sequence, query, keys);
  cut(mask.lengths, sequence, query, keys);
  cut(mask.queries, sequence, query, keys);
  mask.queries_count = 1;
  mask.keys_count = keys;
  mask.past = cached;
}

/// Position `i` alone, with what the steps before it left behind. The weights stay where they are: only rows of the
/// positions differ from step to step.
class Decoder {
public:
  Decoder(const Problem& problem, std::size_t sequence, const Engine& engine)
      : problem_(problem), sequence_(sequence), engine_(engine), step_(weights_alone(problem)) {
    if (problem.past_K.given()) all_.K = cached_K_ = problem.past_K[sequence];
    round_to(problem.dtype, all_.K);
    if (problem.past_V.given()) cached_V_ = problem.past_V[sequence];
  }

  Trace decode() {
    room();
    for (std::size_t i = 0; i < problem_.shape.n; ++i) {
      set_position(i);
      Trace worked = solve(step_, 0, every_step(), engine_);
      take(worked, i);
      take_keys(worked, problem_.shape.past + i);
    }
    all_.V = std::move(cached_V_);
    std::ranges::sort(all_.blind);
    return std::move(all_);
  }

private:
  static Problem weights_alone(const Problem& problem) {
    Problem step = problem;
    step.batched = false;
    step.shape.sequences = step.shape.n = step.shape.m = 1;
    return step;
  }

  void set_position(std::size_t i) {
    step_.X = row_of(problem_.X, sequence_, i);
    step_.Q = row_of(problem_.Q, sequence_, i);
    step_.K = row_of(problem_.K, sequence_, i);
    step_.V = row_of(problem_.V, sequence_, i);
    step_.past_K = cache_of(cached_K_);
    step_.past_V = cache_of(cached_V_);
    step_.shape.past = problem_.shape.past + i;
    if (problem_.rope) step_.rope->offset = problem_.rope->offset + i;
    step_.mask = problem_.mask;
    cut(step_.mask, sequence_, i, step_.shape.past);
  }

  /// Matrices for all rows, as if no key were there yet.
  void room() {
    const Shape& s = problem_.shape;
    all_.Q = Matrix<double>(s.n, s.heads * s.d_k);
    all_.heads.resize(s.heads);
    for (const Stage& stage : stages()) {
      if (!HeadTrace::holds(stage.step) || !stage.applies(problem_)) continue;
      const double absent = stage.step <= Step::masked_scores ? -std::numeric_limits<double>::infinity() : 0;
      for (HeadTrace& head : all_.heads) {
        head[stage.step] = Matrix<double>(s.n, stage.cols == Axis::keys ? s.keys() : 1);
        std::fill_n(head[stage.step].data(), head[stage.step].size(), absent);
      }
    }
    if (!problem_.has_values()) return;
    all_.concat = Matrix<double>(s.n, s.heads * s.d_v);
    all_.output = Matrix<double>(s.n, s.d_out);
  }

  /// The cache grows by the new position, whose own key stands in the last row.
  void take_keys(Trace& worked, std::size_t position) {
    Matrix<double> keys(position + 1, worked.K.cols());
    if (!all_.K.empty()) std::copy_n(all_.K.data(), all_.K.size(), keys.data());
    std::copy_n(&worked.K(position, 0), keys.cols(), &keys(position, 0));
    all_.K = std::move(keys);
    cached_K_ = std::move(!worked.rotated_K.empty()  ? worked.rotated_K
                          : !worked.normed_K.empty() ? worked.normed_K
                                                     : worked.K);
    cached_V_ = std::move(worked.V);
  }

  static void take_row(const Matrix<double>& row, Matrix<double>& all, std::size_t i) {
    if (!row.empty()) std::copy_n(row.data(), row.size(), &all(i, 0));
  }

  void take(const Trace& worked, std::size_t i) {
    take_row(worked.Q, all_.Q, i);
    take_row(worked.concat, all_.concat, i);
    take_row(worked.output, all_.output, i);
    for (std::size_t h = 0; h < problem_.shape.heads; ++h)
      for (const Stage& stage : stages())
        if (HeadTrace::holds(stage.step)) take_row(worked.heads[h][stage.step], all_.heads[h][stage.step], i);
    for (const std::size_t head : worked.blind) all_.blind.push_back(head * problem_.shape.n + i);
  }

  const Problem& problem_;
  const std::size_t sequence_;
  const Engine& engine_;
  Problem step_;
  Matrix<double> cached_K_; ///< keys of all positions before this one, as the scores meet them: normed and turned
  Matrix<double> cached_V_;
  Trace all_;
};

} // namespace

std::string why_not_decodable(const Problem& problem) {
  for (const Obstacle& obstacle : obstacles)
    if (obstacle.stands(problem)) return obstacle.sentence;
  return "";
}

Trace decode(const Problem& problem, std::size_t sequence, const Engine& engine) {
  return Decoder(problem, sequence, engine).decode();
}

} // namespace attn
