// The story of one sequence: queries, keys and values; the heads over blocks of query rows; the output.

#include "attention/solve.h"

#include "attention/head.h"
#include "attention/parallel.h"
#include "attention/project.h"
#include "attention/stage.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace attn {
namespace {

/// Keys and values of each key/value head, ready for tiles: shared by the query heads that use it, and by all threads.
template <class T>
struct SharedHead {
  Packed<T> keys;   ///< d_k x M
  Packed<T> values; ///< M x d_v
};

template <class T>
std::vector<SharedHead<T>> share_heads(const Kernel<T>& kernel, const Shape& shape, const Operands<T>& operands) {
  std::vector<SharedHead<T>> heads(shape.kv_heads);
  for (std::size_t g = 0; g < shape.kv_heads; ++g) {
    if (!operands.K.empty())
      heads[g].keys = Packed<T>(kernel, operands.K.view().col_range(g * shape.d_k, shape.d_k).transposed());
    if (!operands.V.empty()) heads[g].values = Packed<T>(kernel, operands.V.view().col_range(g * shape.d_v, shape.d_v));
  }
  return heads;
}

/// The steps of HeadTrace that are kept in this problem.
std::vector<Step> kept_of_heads(const Problem& problem, StepSet keep) {
  std::vector<Step> kept;
  for (const Stage& stage : stages())
    if (HeadTrace::holds(stage.step) && keep.has(stage.step) && stage.applies(problem)) kept.push_back(stage.step);
  return kept;
}

std::size_t columns_of(Step step, const Shape& shape) {
  return stage(step).cols == Axis::keys ? shape.keys() : 1;
}

/// Steps of heads that are kept get their matrices here, before threads fill them.
std::vector<HeadTrace> room_for(const Problem& problem, StepSet keep) {
  std::vector<HeadTrace> heads(problem.shape.heads);
  for (const Step step : kept_of_heads(problem, keep))
    for (HeadTrace& head : heads) head[step] = Matrix<double>(problem.shape.n, columns_of(step, problem.shape));
  return heads;
}

/// Whether a matrix of the sequence is kept: for itself, or for the heads whose columns it holds.
bool keeps_Q(StepSet keep) {
  return keep.has(Step::Q) || keep.has(Step::head_Q);
}
bool keeps_K(StepSet keep) {
  return keep.has(Step::K) || keep.has(Step::head_K);
}
bool keeps_V(StepSet keep) {
  return keep.has(Step::V) || keep.has(Step::head_V);
}
bool keeps_concat(StepSet keep) {
  return keep.has(Step::concat) || keep.has(Step::head_output);
}

/// H·n x M scores or weights that the problem gives; null: it gives none.
const Matrix<double>* given_steps(const Problem& problem, std::size_t sequence) {
  if (problem.start == Start::scores) return &problem.scores[sequence];
  if (problem.start == Start::weights) return &problem.weights[sequence];
  return nullptr;
}

std::vector<std::size_t> indices_of_ones(const std::vector<std::uint8_t>& flags) {
  std::vector<std::size_t> indices;
  for (std::size_t i = 0; i < flags.size(); ++i)
    if (flags[i]) indices.push_back(i);
  return indices;
}

/// Throws the first of all faults, if there is one.
void refuse_first(const Problem& problem, std::size_t sequence, const std::vector<std::optional<Fault>>& faults) {
  std::optional<Fault> first;
  for (const std::optional<Fault>& fault : faults)
    if (fault && (!first || *fault < *first)) first = fault;
  if (first) throw refusal(problem, sequence, *first);
}

/// Everything that the heads of a sequence read and write, and the heads themselves.
template <class T>
struct Heads {
  Heads(const Kernel<T>& kernel, const Problem& problem, std::size_t sequence, const Operands<T>& operands,
        std::vector<HeadTrace>& kept);

  std::vector<SharedHead<T>> shared;
  Matrix<T> concat;                ///< n x H·d_v
  std::vector<std::uint8_t> blind; ///< H·n: 1 for a query that may see no key
  std::vector<Head<T>> all;
};

template <class T>
Heads<T>::Heads(const Kernel<T>& kernel, const Problem& problem, std::size_t sequence, const Operands<T>& operands,
                std::vector<HeadTrace>& kept)
    : shared(share_heads(kernel, problem.shape, operands)),
      concat(problem.has_values() ? problem.shape.n : 0, problem.shape.heads * problem.shape.d_v),
      blind(problem.shape.heads * problem.shape.n) {
  const Shape& shape = problem.shape;
  const Matrix<double>* given = given_steps(problem, sequence);
  for (std::size_t h = 0; h < shape.heads; ++h) {
    const SharedHead<T>& kv = shared[shape.kv_head(h)];
    Head<T> head{kernel, problem, sequence, h};
    if (has_queries(problem)) head.queries = operands.Q.view().col_range(h * shape.d_k, shape.d_k);
    if (has_queries(problem)) head.keys = &kv.keys;
    if (problem.has_values()) head.values = &kv.values;
    if (problem.has_values()) head.output = concat.view().col_range(h * shape.d_v, shape.d_v);
    if (given) head.given = given->view().row_range(h * shape.n, shape.n);
    head.blind = blind.data() + h * shape.n;
    head.kept = &kept[h];
    all.push_back(head);
  }
}

/// Runs all heads over all queries, shared among threads by (head, row block).
template <class T>
void run(const Team& team, const Heads<T>& heads, const Problem& problem, std::size_t sequence) {
  constexpr std::size_t exponential_cost = 30; // multiply-adds for each cell
  const Shape& shape = problem.shape;
  const std::size_t rows = std::min(block_rows(shape.keys()), shape.n);
  const std::size_t blocks = (shape.n + rows - 1) / rows;
  const std::size_t work = shape.heads * shape.n * shape.keys() * (shape.d_k + shape.d_v + exponential_cost);

  std::vector<std::optional<Fault>> faults(shape.heads * blocks);
  std::vector<Scratch<T>> scratch;
  const std::size_t threads = std::min(team.threads_for(work), faults.size());
  for (std::size_t t = 0; t < threads; ++t) scratch.emplace_back(rows, shape.keys(), problem.mask.given());

  Team::share(threads, faults.size(), [&](std::size_t item, std::size_t thread) {
    const std::size_t first = item % blocks * rows;
    faults[item] = attend(heads.all[item / blocks], {first, std::min(rows, shape.n - first)}, scratch[thread]);
  });
  refuse_first(problem, sequence, faults);
}

Matrix<double> widened(Matrix<double> matrix) {
  return matrix;
}
Matrix<double> widened(const Matrix<float>& matrix) {
  Matrix<double> wide(matrix.rows(), matrix.cols());
  std::copy_n(matrix.data(), matrix.size(), wide.data());
  return wide;
}

template <class T>
Trace solve_in(const Problem& problem, std::size_t sequence, StepSet keep, const Engine& engine) {
  const Kernel<T>* kernel = find_kernel<T>(engine.kernel);
  assert(kernel);
  const Team team(engine.threads);
  Trace trace;

  Operands<T> inputs = operands(team, *kernel, problem, sequence);
  trace.heads = room_for(problem, keep);
  Heads<T> heads(*kernel, problem, sequence, inputs, trace.heads);
  run(team, heads, problem, sequence);
  trace.blind = indices_of_ones(heads.blind);

  if (problem.has_values()) {
    Matrix<T> output(problem.shape.n, problem.shape.d_out);
    project<T>(team, *kernel, heads.concat, problem.project_O, output);
    if (const auto fault = first_fault<T>(Step::output, output)) throw refusal(problem, sequence, *fault);
    if (keep.has(Step::output)) trace.output = widened(std::move(output));
  }
  if (keeps_Q(keep)) trace.Q = widened(std::move(inputs.Q));
  if (keeps_K(keep)) trace.K = widened(std::move(inputs.K));
  if (keeps_V(keep)) trace.V = widened(std::move(inputs.V));
  if (keeps_concat(keep)) trace.concat = widened(std::move(heads.concat));
  return trace;
}

} // namespace

std::size_t kept_numbers(const Problem& problem, StepSet keep) {
  const Shape& s = problem.shape;
  std::size_t numbers = 0;
  for (const Step step : kept_of_heads(problem, keep)) numbers += s.heads * s.n * columns_of(step, s);
  if (keeps_Q(keep)) numbers += s.n * s.heads * s.d_k;
  if (keeps_K(keep)) numbers += s.keys() * s.kv_heads * s.d_k;
  if (keeps_V(keep)) numbers += s.keys() * s.kv_heads * s.d_v;
  if (keeps_concat(keep)) numbers += s.n * s.heads * s.d_v;
  if (keep.has(Step::output)) numbers += s.n * s.d_out;
  return s.sequences * numbers;
}

Trace solve(const Problem& problem, std::size_t sequence, StepSet keep, const Engine& engine) {
  return problem.dtype == Dtype::float32 ? solve_in<float>(problem, sequence, keep, engine)
                                         : solve_in<double>(problem, sequence, keep, engine);
}

} // namespace attn
