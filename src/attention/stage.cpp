#include "attention/stage.h"

#include "attention/project.h"
#include "attention/work.h"

#include <algorithm>
#include <array>

namespace attn {
namespace {

using Work = Matrix<double> (*)(const Setting&, std::span<const View>);

/// A step's work in the dtype that the problem is summed in.
template <Work float32, Work float64>
Matrix<double> in_sums(const Setting& setting, std::span<const View> inputs) {
  return (row_of(setting.problem.dtype).sums == Dtype::float32 ? float32 : float64)(setting, inputs);
}

/// The same, rounded to half precision where that is the dtype.
template <Work float32, Work float64>
Matrix<double> in_dtype(const Setting& setting, std::span<const View> inputs) {
  Matrix<double> made = in_sums<float32, float64>(setting, inputs);
  if (is_half(setting.problem.dtype)) round_to(setting.problem.dtype, made);
  return made;
}

bool has_values(const Problem& problem) {
  return problem.has_values();
}
bool has_scores(const Problem& problem) {
  return problem.start != Start::weights;
}
bool is_normed(const Problem& problem) {
  return has_queries(problem) && problem.qk_norm.has_value();
}
bool is_rotated(const Problem& problem) {
  return has_queries(problem) && problem.rope.has_value();
}
bool has_slopes(const Problem& problem) {
  return has_scores(problem) && !problem.alibi.empty();
}
bool is_capped(const Problem& problem) {
  return has_scores(problem) && problem.softcap.has_value();
}
bool is_masked(const Problem& problem) {
  return has_scores(problem) && problem.mask.given();
}
bool always(const Problem&) {
  return true;
}

template <Matrix<double> Trace::*matrix>
View of_sequence(const Trace& trace, const Shape&, std::size_t) {
  return (trace.*matrix).view();
}

template <Matrix<double> HeadTrace::*matrix>
View of_head(const Trace& trace, const Shape&, std::size_t head) {
  return (trace.heads[head].*matrix).view();
}

/// One of `heads` equal column blocks; an empty matrix has none.
View columns(const Matrix<double>& matrix, std::size_t head, std::size_t heads) {
  if (matrix.empty()) return {};
  const std::size_t width = matrix.cols() / heads;
  return matrix.view().col_range(head * width, width);
}

/// A query head's own columns.
template <Matrix<double> Trace::*matrix>
View of_query_head(const Trace& trace, const Shape& shape, std::size_t head) {
  return columns(trace.*matrix, head, shape.heads);
}

/// The columns of the key/value head that a query head uses.
template <Matrix<double> Trace::*matrix>
View of_key_head(const Trace& trace, const Shape& shape, std::size_t head) {
  return columns(trace.*matrix, shape.kv_head(head), shape.kv_heads);
}

constexpr std::array from_Q{Step::Q}, from_K{Step::K}, from_V{Step::V};
constexpr std::array from_head_Q{Step::head_Q}, from_head_K{Step::head_K};
constexpr std::array from_normed_Q{Step::normed_Q}, from_normed_K{Step::normed_K};
constexpr std::array from_Q_K{Step::rotated_Q, Step::rotated_K};
constexpr std::array from_scores{Step::scores}, from_scaled{Step::scaled_scores}, from_capped{Step::capped_scores};
constexpr std::array from_alibi{Step::alibi_scores}, from_masked{Step::masked_scores};
constexpr std::array from_exponentials_scores{Step::exponentials, Step::masked_scores};
constexpr std::array from_exponentials_sum{Step::exponentials, Step::row_sum};
constexpr std::array from_weights_V{Step::weights, Step::head_V};
constexpr std::array from_heads{Step::head_output}, from_concat{Step::concat};

using enum Level;
using enum Axis;

// clang-format off
constexpr std::array<Stage, step_count> table{{
    {Step::Q, "Q", "Q", sequence, queries, features, false, "queries", "X·W_Q + b_Q", R"(Q = X W_Q + b_Q)",
     {}, has_queries, in_dtype<work::Q<float>, work::Q<double>>, of_sequence<&Trace::Q>},
    {Step::K, "K", "K", sequence, keys, features, false, "keys", "X·W_K + b_K", R"(K = X W_K + b_K)",
     {}, has_queries, in_dtype<work::K<float>, work::K<double>>, of_sequence<&Trace::K>},
    {Step::V, "V", "V", sequence, keys, features, false, "values", "X·W_V + b_V", R"(V = X W_V + b_V)",
     {}, has_values, in_dtype<work::V<float>, work::V<double>>, of_sequence<&Trace::V>},
    {Step::head_Q, "Q", "heads.Q", head, queries, features, false, "queries of the head", "columns of Q", R"(Q_h)",
     from_Q, has_queries, in_dtype<work::head_Q<float>, work::head_Q<double>>, of_query_head<&Trace::Q>},
    {Step::head_K, "K", "heads.K", head, keys, features, false, "keys of the head", "columns of K", R"(K_h)",
     from_K, has_queries, in_dtype<work::head_K<float>, work::head_K<double>>, of_key_head<&Trace::K>},
    {Step::head_V, "V", "heads.V", head, keys, features, false, "values of the head", "columns of V", R"(V_h)",
     from_V, has_values, in_dtype<work::head_V<float>, work::head_V<double>>, of_key_head<&Trace::V>},
    {Step::normed_Q, "normed_Q", "normed_Q", head, queries, features, false, "normed queries", "q / root of its mean square",
     R"(\operatorname{norm}(Q_h))", from_head_Q, is_normed, in_dtype<work::normed_Q<float>, work::normed_Q<double>>,
     of_query_head<&Trace::normed_Q>},
    {Step::normed_K, "normed_K", "normed_K", head, keys, features, false, "normed keys", "k / root of its mean square",
     R"(\operatorname{norm}(K_h))", from_head_K, is_normed, in_dtype<work::normed_K<float>, work::normed_K<double>>,
     of_key_head<&Trace::normed_K>},
    {Step::rotated_Q, "rotated_Q", "rotated_Q", head, queries, features, false, "rotated queries", "q turned by its position",
     R"(R_i\, q_i)", from_normed_Q, is_rotated, in_dtype<work::rotated_Q<float>, work::rotated_Q<double>>,
     of_query_head<&Trace::rotated_Q>},
    {Step::rotated_K, "rotated_K", "rotated_K", head, keys, features, false, "rotated keys", "k turned by its position",
     R"(R_j\, k_j)", from_normed_K, is_rotated, in_dtype<work::rotated_K<float>, work::rotated_K<double>>,
     of_key_head<&Trace::rotated_K>},
    {Step::scores, "scores", "scores", head, queries, keys, false, "scores", "Q·Kᵀ", R"(Q_h K_h^{\top})",
     from_Q_K, has_scores, in_dtype<work::scores<float>, work::scores<double>>, of_head<&HeadTrace::scores>},
    {Step::scaled_scores, "scaled_scores", "scaled_scores", head, queries, keys, false, "scaled scores", "scores · scale",
     R"(\text{scores} \cdot \text{scale})", from_scores, has_scores,
     in_dtype<work::scaled_scores<float>, work::scaled_scores<double>>, of_head<&HeadTrace::scaled_scores>},
    {Step::capped_scores, "capped_scores", "capped_scores", head, queries, keys, false, "capped scores", "c·tanh(s / c)",
     R"(c \tanh(S_h / c))", from_scaled, is_capped,
     in_dtype<work::capped_scores<float>, work::capped_scores<double>>, of_head<&HeadTrace::capped_scores>},
    {Step::alibi_scores, "alibi_scores", "alibi_scores", head, queries, keys, false, "scores with ALiBi",
     "s − slope · distance", R"(S_h - m_h \lvert i - j \rvert)", from_capped, has_slopes,
     in_dtype<work::alibi_scores<float>, work::alibi_scores<double>>, of_head<&HeadTrace::alibi_scores>},
    {Step::masked_scores, "masked_scores", "masked_scores", head, queries, keys, false, "masked scores", "s + mask",
     R"(S_h + M)", from_alibi, is_masked,
     in_dtype<work::masked_scores<float>, work::masked_scores<double>>, of_head<&HeadTrace::masked_scores>},
    {Step::exponentials, "exponentials", "exponentials", head, queries, keys, true, "exponentials", "e^(s − row maximum)",
     R"(e^{S_h - \max S_h})", from_masked, has_scores,
     in_sums<work::exponentials<float>, work::exponentials<double>>, of_head<&HeadTrace::exponentials>},
    {Step::row_sum, "row_sum", "row_sum", head, queries, features, true, "sums of the exponentials", "sum over the keys",
     R"(\sum_j e^{S_{h,ij} - \max S_{h,i}})", from_exponentials_scores, has_scores,
     in_sums<work::row_sum<float>, work::row_sum<double>>, of_head<&HeadTrace::row_sum>},
    {Step::weights, "weights", "weights", head, queries, keys, false, "weights", "softmax of each row",
     R"(\operatorname{softmax}(S_h))", from_exponentials_sum, always,
     in_dtype<work::weights<float>, work::weights<double>>, of_head<&HeadTrace::weights>},
    {Step::head_output, "output", "heads.output", head, queries, features, false, "output of the head", "weights·V", R"(A_h V_h)",
     from_weights_V, has_values, in_dtype<work::head_output<float>, work::head_output<double>>,
     of_query_head<&Trace::concat>},
    {Step::concat, "concat", "concat", sequence, queries, features, false, "heads side by side", "[head 1, …, head H]",
     R"(\operatorname{Concat}(A_1 V_1, \dots, A_H V_H))", from_heads, has_values,
     in_dtype<work::concat<float>, work::concat<double>>, of_sequence<&Trace::concat>},
    {Step::output, "output", "output", sequence, queries, features, false, "output", "concat·W_O + b_O",
     R"(\operatorname{Concat}(A_1 V_1, \dots, A_H V_H) W_O + b_O)", from_concat, has_values,
     in_dtype<work::output<float>, work::output<double>>, of_sequence<&Trace::output>},
}};
// clang-format on

static_assert(std::ranges::all_of(table, [](const Stage& row) { return &table[std::size_t(row.step)] == &row; }));

} // namespace

std::span<const Stage> stages() {
  return table;
}

const Stage& stage(Step step) {
  return table[static_cast<std::size_t>(step)];
}

StepSet every_step() {
  StepSet steps;
  for (const Stage& row : table) steps.add(row.step);
  return steps;
}

std::optional<Step> find_step(std::string_view name) {
  const auto is_called = [&](const Stage& row) {
    return row.name == name || (row.level == Level::head && name.starts_with("heads.") && row.key == name.substr(6));
  };
  const auto found = std::ranges::find_if(table, is_called);
  return found == table.end() ? std::nullopt : std::optional(found->step);
}

Dtype dtype_of(const Problem& problem, Step step) {
  const bool is_summed = step == Step::exponentials || step == Step::row_sum;
  return is_summed ? row_of(problem.dtype).sums : problem.dtype;
}

Step source(const Problem& problem, Step input) {
  while (!stage(input).applies(problem) && !stage(input).inputs.empty()) input = stage(input).inputs.front();
  return input;
}

std::vector<Step> sources(const Problem& problem, Step step) {
  std::vector<Step> feeding;
  for (const Step input : stage(step).inputs)
    if (const Step real = source(problem, input); stage(real).applies(problem)) feeding.push_back(real);
  return feeding;
}

std::vector<HeadStep> inputs(const Problem& problem, Step step, std::size_t head) {
  std::vector<HeadStep> feeding;
  for (const Step input : sources(problem, step)) {
    const bool of_heads = stage(input).level == Level::head;
    const bool of_all_heads = of_heads && stage(step).level == Level::sequence;
    const std::size_t first = of_heads && !of_all_heads ? head : 0;
    const std::size_t end = of_all_heads ? problem.shape.heads : first + 1;
    for (std::size_t h = first; h < end; ++h) feeding.push_back({input, h});
  }
  return feeding;
}

std::string path(const Problem& problem, Step step, std::size_t sequence, std::size_t head) {
  std::string text;
  if (problem.batched) text += ".batch[" + std::to_string(sequence) + "]";
  if (stage(step).level == Level::head) text += ".heads[" + std::to_string(head) + "]";
  return text + "." + std::string(stage(step).key);
}

} // namespace attn
