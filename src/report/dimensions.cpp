// The steps and their costs; what is told of them is dimensions_report.cpp's.

#include "report/dimensions.h"

#include "attention/project.h"
#include "attention/stage.h"
#include "report/count.h"
#include "report/formula.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace attn {
namespace {

/// What a projection is: x·W + b, of `rows` rows.
struct Product {
  const Projection& projection;
  std::size_t in, out, rows; ///< rows: those that are projected, not cached ones

  bool multiplies() const { return !projection.identity; }
  std::size_t weights() const { return multiplies() ? product({in, out}) : 0; }
  std::size_t biases() const { return projection.b.empty() ? 0 : out; }
  std::size_t multiply_adds() const { return product({rows, weights()}); }
  std::size_t parameters() const { return sum({weights(), biases()}); }
};

std::size_t width(const PerSequence<Matrix<double>>& rows, std::size_t otherwise) {
  return rows.given() ? rows[0].cols() : otherwise;
}

Product project_Q(const Problem& p) {
  return {p.project_Q, p.shape.d_model, p.shape.heads * p.shape.d_k, p.shape.n};
}
Product project_K(const Problem& p) {
  return {p.project_K, width(p.context, p.shape.d_model), p.shape.kv_heads * p.shape.d_k, p.shape.m};
}
Product project_V(const Problem& p) {
  return {p.project_V, width(p.context_V, width(p.context, p.shape.d_model)), p.shape.kv_heads * p.shape.d_v,
          p.shape.m};
}
Product project_O(const Problem& p) {
  return {p.project_O, p.shape.heads * p.shape.d_v, p.shape.d_out, p.shape.n};
}

/// The cost of a step that is more than its own size, for one matrix of it; null: none.
struct Cost {
  Step step;
  std::size_t (*multiply_adds)(const Problem& problem);
  std::size_t (*parameters)(const Problem& problem);
};

std::size_t nothing(const Problem&) {
  return 0;
}

template <Product (*projection)(const Problem&)>
std::size_t multiply_adds(const Problem& p) {
  return p.start == Start::X || projection == project_O ? projection(p).multiply_adds() : 0;
}
template <Product (*projection)(const Problem&)>
std::size_t parameters(const Problem& p) {
  return projection(p).parameters();
}

/// A norm squares and multiplies every coordinate, a turn multiplies every turned one twice.
template <bool of_queries>
std::size_t norm_multiply_adds(const Problem& p) {
  return product({2, of_queries ? p.shape.n : p.shape.m, p.shape.d_k});
}
template <bool of_queries>
std::size_t turn_multiply_adds(const Problem& p) {
  return product({2, of_queries ? p.shape.n : p.shape.m, p.rope->dims});
}

constexpr Cost costs[] = {
    {Step::Q, multiply_adds<project_Q>, parameters<project_Q>},
    {Step::K, multiply_adds<project_K>, parameters<project_K>},
    {Step::V, multiply_adds<project_V>, parameters<project_V>},
    {Step::normed_Q, norm_multiply_adds<true>, [](const Problem& p) { return p.qk_norm->Q.size(); }},
    {Step::normed_K, norm_multiply_adds<false>, [](const Problem& p) { return p.qk_norm->K.size(); }},
    {Step::rotated_Q, turn_multiply_adds<true>, nothing},
    {Step::rotated_K, turn_multiply_adds<false>, nothing},
    {Step::weights, nothing, [](const Problem& p) { return p.sinks.size(); }},
    {Step::scores,
     [](const Problem& p) {
       return p.start == Start::scores ? 0 : product({p.shape.n, p.shape.keys(), p.shape.d_k});
     },
     nothing},
    {Step::head_output,
     [](const Problem& p) {
       return product({p.shape.n, p.shape.keys(), p.shape.d_v});
     },
     nothing},
    {Step::output, multiply_adds<project_O>, parameters<project_O>},
};

/// Rows and columns of one matrix of a step.
Extents extents_of(const Problem& p, Step step) {
  const Shape& s = p.shape;
  const Stage& row = stage(step);
  const std::size_t rows = row.rows == Axis::keys ? s.keys() : s.n;
  if (row.cols == Axis::keys) return {rows, s.keys()};
  switch (step) {
  case Step::Q:
    return {rows, s.heads * s.d_k};
  case Step::K:
    return {rows, s.kv_heads * s.d_k};
  case Step::V:
    return {rows, s.kv_heads * s.d_v};
  case Step::head_Q:
  case Step::head_K:
  case Step::normed_Q:
  case Step::normed_K:
  case Step::rotated_Q:
  case Step::rotated_K:
    return {rows, s.d_k};
  case Step::concat:
    return {rows, s.heads * s.d_v};
  case Step::output:
    return {rows, s.d_out};
  default:
    return {rows, s.d_v};
  }
}

/// Columns of another step's matrix, or matrices of others side by side: no numbers of their own.
bool is_view(Step step) {
  return step == Step::head_Q || step == Step::head_K || step == Step::head_V || step == Step::concat;
}

std::string formula_of(const Problem& problem, Step step, const Extents& extents) {
  if (step == Step::head_Q || step == Step::head_K || step == Step::head_V)
    return fmt::format("{}   {}", stage(step).formula, text(extents)); // whatever the head
  return plain_text(formula(problem, step, 0));
}

StepSize measure(const Problem& problem, const Stage& stage) {
  StepSize size{stage.step, "", extents_of(problem, stage.step)};
  const bool is_shared = stage.step == Step::normed_K || stage.step == Step::rotated_K;
  const std::size_t per_sequence = is_shared                    ? problem.shape.kv_heads
                                   : stage.level == Level::head ? problem.shape.heads
                                                                : 1;
  size.formula = formula_of(problem, stage.step, size.extents);
  size.times = product({per_sequence, problem.shape.sequences});
  size.numbers = is_view(stage.step) ? 0 : product({size.times, size.extents[0], size.extents[1]});
  size.works_on_pairs = stage.cols == Axis::keys || stage.step == Step::head_output;
  size.holds_pairs = stage.cols == Axis::keys;
  for (const Cost& cost : costs) {
    if (cost.step != stage.step) continue;
    size.multiply_adds = product({size.times, cost.multiply_adds(problem)});
    size.parameters = cost.parameters(problem);
  }
  return size;
}

/// Collects what the problem gives, under the keys of the problem.
class Givens {
public:
  explicit Givens(const Problem& problem) : problem_(problem) {}

  std::vector<GivenSize> collect() {
    const Problem& p = problem_;
    const Shape& s = p.shape;
    add("X", p.X, s.n, s.d_model);
    add("context", p.context, s.m, width(p.context, 0));
    add("context_V", p.context_V, s.m, width(p.context_V, 0));
    if (p.start == Start::QKV) {
      add("Q", {s.n, s.heads * s.d_k});
      add("K", {s.m, s.kv_heads * s.d_k});
    }
    if (p.start == Start::scores) add("scores", {s.heads, s.n, s.keys()});
    if (p.start == Start::weights) add("weights", {s.heads, s.n, s.keys()});
    if (p.start != Start::X && p.has_values()) add("V", {s.m, s.kv_heads * s.d_v});
    add("past.K", p.past_K, s.past, s.kv_heads * s.d_k);
    add("past.V", p.past_V, s.past, s.kv_heads * s.d_v);
    if (p.qk_norm && !p.qk_norm->Q.empty()) add("qk_norm.Q", {s.d_k});
    if (p.qk_norm && !p.qk_norm->K.empty()) add("qk_norm.K", {s.d_k});
    if (!p.sinks.empty()) add("sinks", {s.heads});
    if (s.extra != 0) add("extra.K", {s.extra, s.kv_heads * s.d_k});
    if (!p.extra_V.empty()) add("extra.V", {s.extra, s.kv_heads * s.d_v});
    if (p.start == Start::X || p.start == Start::QKV) add('Q', project_Q(p));
    if (p.start == Start::X || p.start == Start::QKV) add('K', project_K(p));
    if (p.has_values()) add('V', project_V(p));
    if (p.has_values()) add('O', project_O(p));
    return std::move(given_);
  }

private:
  void add(std::string name, Extents extents) {
    std::size_t numbers = problem_.shape.sequences;
    for (const std::size_t extent : extents) numbers = product({numbers, extent});
    given_.push_back({std::move(name), std::move(extents), numbers, false});
  }
  void add(std::string name, const PerSequence<Matrix<double>>& matrices, std::size_t rows, std::size_t cols) {
    if (!matrices.given()) return;
    add(std::move(name), {rows, cols});
    const bool serves_all = matrices.shared() && !problem_.X.shared(); // one context for a batch of X
    if (serves_all) given_.back().numbers = product({rows, cols});
  }
  void add(char letter, const Product& projection) {
    if (projection.multiplies())
      given_.push_back({std::string("W_") + letter, {projection.in, projection.out}, projection.weights(), true});
    if (projection.biases() != 0)
      given_.push_back({std::string("b_") + letter, {projection.out}, projection.out, true});
  }

  const Problem& problem_;
  std::vector<GivenSize> given_;
};

} // namespace

std::string text(const Extents& extents) {
  return fmt::format("[{}]", fmt::join(extents, ","));
}

std::size_t Dimensions::total(std::size_t StepSize::*count) const {
  std::size_t total = 0;
  for (const StepSize& step : steps) total = sum({total, step.*count});
  return total;
}

std::size_t Dimensions::work_on_pairs() const {
  std::size_t total = 0;
  for (const StepSize& step : steps)
    if (step.works_on_pairs) total = sum({total, step.multiply_adds});
  return total;
}

std::size_t Dimensions::numbers_of_pairs() const {
  std::size_t total = 0;
  for (const StepSize& step : steps)
    if (step.holds_pairs) total = sum({total, step.numbers});
  return total;
}

std::size_t bytes_of(Dtype dtype) {
  return row_of(dtype).bytes;
}

Dimensions measure(const Problem& problem) {
  Dimensions dimensions;
  dimensions.given = Givens(problem).collect();
  for (const Stage& stage : stages())
    if (stage.applies(problem) && !stage.on_demand) dimensions.steps.push_back(measure(problem, stage));
  return dimensions;
}

} // namespace attn
