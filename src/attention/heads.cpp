#include "attention/heads.h"

#include <algorithm>
#include <optional>

namespace attn {
namespace {

template <class T>
std::vector<SharedHead<T>> share_heads(const Kernel<T>& kernel, const Shape& shape, const Operands<T>& operands) {
  std::vector<SharedHead<T>> heads(shape.kv_heads);
  for (std::size_t g = 0; g < shape.kv_heads; ++g) {
    if (!operands.K.empty())
      heads[g].keys = Packed<T>(kernel, operands.keys().view().col_range(g * shape.d_k, shape.d_k).transposed());
    if (!operands.V.empty())
      heads[g].values = Packed<T>(kernel, operands.V.view().col_range(g * shape.d_v, shape.d_v), Packed<T>::Copy::all);
  }
  return heads;
}

/// H·n x M scores or weights that the problem gives; null: it gives none.
const Matrix<double>* given_steps(const Problem& problem, std::size_t sequence) {
  if (problem.start == Start::scores) return &problem.scores[sequence];
  if (problem.start == Start::weights) return &problem.weights[sequence];
  return nullptr;
}

/// Throws the first of all faults, if there is one.
void refuse_first(const Problem& problem, std::size_t sequence, const std::vector<std::optional<Fault>>& faults) {
  std::optional<Fault> first;
  for (const std::optional<Fault>& fault : faults)
    if (fault && (!first || *fault < *first)) first = fault;
  if (first) throw refusal(problem, sequence, *first);
}

} // namespace

template <class T>
Heads<T>::Heads(const Kernel<T>& kernel, const Problem& problem, std::size_t sequence, const Operands<T>& operands,
                std::vector<HeadTrace>& kept)
    : concat(Matrix<T>::unfilled(problem.has_values() ? problem.shape.n : 0, problem.shape.heads * problem.shape.d_v)),
      blind(problem.shape.heads * problem.shape.n), problem_(problem), sequence_(sequence),
      shared_(share_heads(kernel, problem.shape, operands)) {
  const Shape& shape = problem.shape;
  const Matrix<double>* given = given_steps(problem, sequence);
  for (std::size_t h = 0; h < shape.heads; ++h) {
    const SharedHead<T>& kv = shared_[shape.kv_head(h)];
    Head<T> head{kernel, problem, sequence, h};
    if (has_queries(problem)) head.queries = operands.queries().view().col_range(h * shape.d_k, shape.d_k);
    if (has_queries(problem)) head.keys = &kv.keys;
    if (problem.has_values()) head.values = &kv.values;
    if (problem.has_values()) head.output = concat.view().col_range(h * shape.d_v, shape.d_v);
    if (given) head.given = given->view().row_range(h * shape.n, shape.n);
    head.blind = blind.data() + h * shape.n;
    head.kept = &kept[h];
    heads_.push_back(head);
  }
}

/// Runs all heads over all queries, shared among threads by (head, row block).
template <class T>
void Heads<T>::run(const Team& team) {
  constexpr std::size_t exponential_cost = 30; // multiply-adds for each cell
  const Shape& shape = problem_.shape;
  const std::size_t rows = std::min(block_rows(shape.keys()), shape.n);
  const std::size_t blocks = (shape.n + rows - 1) / rows;
  const std::size_t work = shape.heads * shape.n * shape.keys() * (shape.d_k + shape.d_v + exponential_cost);

  std::vector<std::optional<Fault>> faults(shape.heads * blocks);
  std::vector<Scratch<T>> scratch;
  const std::size_t threads = std::min(team.threads_for(work), faults.size());
  for (std::size_t t = 0; t < threads; ++t) scratch.emplace_back(rows, shape.keys(), problem_.mask.given());

  Team::share(threads, faults.size(), [&](std::size_t item, std::size_t thread) {
    const std::size_t first = item % blocks * rows;
    faults[item] = attend(heads_[item / blocks], {first, std::min(rows, shape.n - first)}, scratch[thread]);
  });
  refuse_first(problem_, sequence_, faults);
}

template class Heads<float>;
template class Heads<double>;

} // namespace attn
