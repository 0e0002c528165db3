// The story of one sequence: queries, keys and values; the heads over blocks of query rows; the output.

#include "attention/solve.h"

#include "attention/heads.h"
#include "attention/parallel.h"
#include "attention/project.h"
#include "attention/stage.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace attn {
namespace {

/// The steps of HeadTrace that are kept in this problem.
std::vector<Step> kept_of_heads(const Problem& problem, StepSet keep) {
  std::vector<Step> kept;
  for (const Stage& stage : stages())
    if (HeadTrace::holds(stage.step) && keep.has(stage.step) && stage.applies(problem)) kept.push_back(stage.step);
  return kept;
}

/// A step of heads that is worked for all of them at once, before they part.
template <class T>
struct Operand {
  Step step;
  Matrix<T> Operands<T>::*worked;
};
template <class T>
constexpr Operand<T> changed_operands[] = {
    {Step::normed_Q, &Operands<T>::normed_Q},
    {Step::normed_K, &Operands<T>::normed_K},
    {Step::rotated_Q, &Operands<T>::rotated_Q},
    {Step::rotated_K, &Operands<T>::rotated_K},
};

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

std::vector<std::size_t> indices_of_ones(const std::vector<std::uint8_t>& flags) {
  std::vector<std::size_t> indices;
  for (std::size_t i = 0; i < flags.size(); ++i)
    if (flags[i]) indices.push_back(i);
  return indices;
}

Matrix<double> widened(Matrix<double> matrix) {
  return matrix;
}
Matrix<double> widened(const Matrix<float>& matrix) {
  Matrix<double> wide = Matrix<double>::unfilled(matrix.rows(), matrix.cols());
  std::copy_n(matrix.data(), matrix.size(), wide.data());
  return wide;
}

template <class T>
Trace solve_in(const Problem& problem, std::size_t sequence, StepSet keep, const Engine& engine) {
  const Kernel<T>* kernel = find_kernel<T>(engine.kernel);
  assert(kernel);
  const Team team(engine.threads, engine.least_shared);
  Trace trace;

  Operands<T> inputs = operands(team, *kernel, problem, sequence);
  trace.heads = room_for(problem, keep);
  Heads<T> heads(*kernel, problem, sequence, inputs, trace.heads);
  heads.run(team);
  trace.blind = indices_of_ones(heads.blind);

  if (problem.has_values()) {
    Matrix<T> output = Matrix<T>::unfilled(problem.shape.n, problem.shape.d_out);
    project<T>(team, *kernel, heads.concat, problem.project_O, output);
    round_halves<T>(problem.dtype, output);
    if (const auto fault = first_fault<T>(Step::output, output)) throw refusal(problem, sequence, *fault);
    if (keep.has(Step::output)) trace.output = widened(std::move(output));
  }
  if (keeps_Q(keep)) trace.Q = widened(std::move(inputs.Q));
  if (keeps_K(keep)) trace.K = widened(std::move(inputs.K));
  if (keeps_V(keep)) trace.V = widened(std::move(inputs.V));
  for (const auto& [step, worked] : changed_operands<T>)
    if (keep.has(step)) *trace.whole(step) = widened(std::move(inputs.*worked));
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
  for (const auto& [step, worked] : changed_operands<double>)
    if (keep.has(step) && stage(step).applies(problem))
      numbers += stage(step).rows == Axis::queries ? s.n * s.heads * s.d_k : s.keys() * s.kv_heads * s.d_k;
  return s.sequences * numbers;
}

std::size_t working_bytes(const Problem& problem) {
  const Shape& s = problem.shape;
  const std::size_t queries = s.n * (s.heads * (s.d_k + s.d_v) + s.d_out);
  const std::size_t keys = s.keys() * s.kv_heads * (s.d_k + s.d_v) * 2; // as they are, and packed
  return (queries + keys) * (problem.dtype == Dtype::float32 ? sizeof(float) : sizeof(double));
}

Trace solve(const Problem& problem, std::size_t sequence, StepSet keep, const Engine& engine) {
  return row_of(problem.dtype).sums == Dtype::float32 ? solve_in<float>(problem, sequence, keep, engine)
                                                      : solve_in<double>(problem, sequence, keep, engine);
}

} // namespace attn
