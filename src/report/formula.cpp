// The table of stages has each formula once, in general. Here it meets one problem: what was given instead of worked,
// which weights are the identity, which columns are a head's, and the shape of every factor.

#include "report/formula.h"

#include "attention/stage.h"
#include "report/relation.h"

#include <fmt/format.h>
#include <iterator>
#include <string_view>

namespace attn {
namespace {

using Kind = Maths::Kind;

Maths letter(std::string name) {
  return {Kind::letter, std::move(name)};
}
const Maths equal(Kind::equal, "");

Maths shape(std::size_t rows, std::size_t cols) {
  return letter(fmt::format("[{},{}]", rows, cols));
}

Maths factors(std::size_t rows, std::size_t depth, std::size_t cols) {
  return {Kind::product, {shape(rows, depth), shape(depth, cols)}};
}

Maths product(std::size_t rows, std::size_t depth, std::size_t cols) {
  return row({factors(rows, depth, cols), equal, shape(rows, cols)});
}

Maths line(Maths formula, Maths shapes) {
  return row({std::move(formula), {Kind::gap, ""}, std::move(shapes)});
}

Maths of_table(Step step) {
  return stated(stage(step).formula, stage(step).latex);
}

/// "x·W + b, W = I", W and b with the letter of the step below.
Maths projected(std::string_view source, char step, const Projection& projection) {
  const Maths W = letter(fmt::format("W_{}", step));
  Maths worked(Kind::product, {letter(std::string(source)), W});
  if (!projection.b.empty()) worked = {Kind::sum, {worked, letter(fmt::format("b_{}", step))}};
  return projection.identity ? row({worked, ", ", W, equal, letter("I")}) : worked;
}

/// One of the three that attention begins with: where it comes from and how.
struct Input {
  char letter;             ///< Q, K or V
  std::string_view source; ///< "X", "context"
  const Projection* projection;
  const PerSequence<Matrix<double>>* source_rows;
  const PerSequence<Matrix<double>>* past; ///< null: never cached
  std::size_t rows;                        ///< new ones
  std::size_t cols;
  std::size_t extra = 0; ///< rows below them
};

Input query_input(const Problem& p) {
  return {'Q', "X", &p.project_Q, &p.X, nullptr, p.shape.n, p.shape.heads * p.shape.d_k};
}

Input key_input(const Problem& p) {
  const bool own = !p.context.given();
  return {'K',       own ? "X" : "context",          &p.project_K, own ? &p.X : &p.context, &p.past_K,
          p.shape.m, p.shape.kv_heads * p.shape.d_k, p.shape.extra};
}

Input value_input(const Problem& p) {
  Input input = key_input(p);
  if (p.context_V.given()) {
    input.source = "context_V";
    input.source_rows = &p.context_V;
  }
  input.letter = 'V';
  input.projection = &p.project_V;
  input.past = &p.past_V;
  input.cols = p.shape.kv_heads * p.shape.d_v;
  return input;
}

/// "X·W_Q + b_Q   [3,4]·[4,2] = [3,2]", "given   [3,2]"; with cached rows "past.K above …", with extra ones
/// "… above extra.K".
Maths input_formula(const Input& input) {
  const bool has_past = input.past && input.past->given();
  const std::string past = has_past ? fmt::format("past.{} above ", input.letter) : "";
  const std::size_t cached = has_past ? (*input.past)[0].rows() : 0;
  const bool has_extra = input.extra != 0;
  const std::string extra = has_extra ? fmt::format(" above extra.{}", input.letter) : "";
  const Maths whole = shape(cached + input.rows + input.extra, input.cols);
  if (!input.source_rows->given()) {
    const std::string bias = input.projection->b.empty() ? "" : fmt::format(" + b_{}", input.letter);
    return line(past + "given" + bias + extra, whole);
  }
  const Maths worked = projected(input.source, input.letter, *input.projection);
  const Maths shapes = factors(input.rows, (*input.source_rows)[0].cols(), input.cols);
  if (!has_past && !has_extra) return line(worked, row({shapes, equal, whole}));
  std::vector<Maths> sides, sizes;
  if (has_past) sides.emplace_back(past);
  sides.push_back(worked);
  if (has_extra) sides.emplace_back(extra);
  if (has_past) sizes.insert(sizes.end(), {shape(cached, input.cols), " above "});
  sizes.push_back(shapes);
  if (has_extra) sizes.insert(sizes.end(), {" above ", shape(input.extra, input.cols)});
  sizes.insert(sizes.end(), {equal, whole});
  return line(row(std::move(sides)), row(std::move(sizes)));
}

/// Which columns of `whole` are the head's.
Maths columns(char whole, std::size_t head, std::size_t width, std::size_t rows) {
  const std::size_t first = head * width + 1, last = (head + 1) * width;
  const std::string which = width == 1 ? fmt::format("column {}", first) : fmt::format("columns {}-{}", first, last);
  return line(fmt::format("{} of {}", which, whole), shape(rows, width));
}

Maths Q(const Problem& p, std::size_t) {
  return input_formula(query_input(p));
}
Maths K(const Problem& p, std::size_t) {
  return input_formula(key_input(p));
}
Maths V(const Problem& p, std::size_t) {
  return input_formula(value_input(p));
}

Maths head_Q(const Problem& p, std::size_t head) {
  return columns('Q', head, p.shape.d_k, p.shape.n);
}
Maths head_K(const Problem& p, std::size_t head) {
  return columns('K', p.shape.kv_head(head), p.shape.d_k, p.shape.keys());
}
Maths head_V(const Problem& p, std::size_t head) {
  return columns('V', p.shape.kv_head(head), p.shape.d_v, p.shape.keys());
}

/// "past.K above " of keys that follow cached ones, which stay as they are.
Maths below_cached(const Problem& p, bool is_query, Maths formula) {
  const bool has_past = !is_query && p.shape.past != 0;
  return has_past ? row({"past.K above ", std::move(formula)}) : formula;
}

/// "q / √(mean of q² + ε)", and the factors if there are any.
template <char letter>
Maths normed(const Problem& p, std::size_t) {
  constexpr bool is_query = letter == 'q';
  const QkNorm& norm = *p.qk_norm;
  const bool is_layer = norm.kind == QkNorm::Kind::layer, has_factors = !(is_query ? norm.Q : norm.K).empty();
  const std::string text = is_layer ? fmt::format("({0} − mean) / √(variance + ε)", letter)
                                    : fmt::format("{0} / √(mean of {0}² + ε)", letter);
  const std::string latex =
      is_layer ? fmt::format(R"(\frac{{{0} - \bar{0}}}{{\sqrt{{\operatorname{{var}} {0} + \varepsilon}}}})", letter)
               : fmt::format(R"(\frac{{{0}}}{{\sqrt{{\overline{{{0}^2}} + \varepsilon}}}})", letter);
  const Maths worked = stated(has_factors ? text + " · γ" : text, has_factors ? latex + R"( \odot \gamma)" : latex);
  return line(below_cached(p, is_query, worked), shape(is_query ? p.shape.n : p.shape.keys(), p.shape.d_k));
}

/// "q turned by its position, 2-4".
template <char letter>
Maths rotated(const Problem& p, std::size_t) {
  constexpr bool is_query = letter == 'q';
  const std::size_t first = p.rope->offset, count = is_query ? p.shape.n : p.shape.m;
  const std::string positions = count == 1 ? fmt::format("{}", first) : fmt::format("{}-{}", first, first + count - 1);
  const Maths worked = stated(fmt::format("{} turned by its position, {}", letter, positions),
                              fmt::format(R"(R_p\, {}_p,\ p = {}, \dots)", letter, first));
  return line(below_cached(p, is_query, worked), shape(is_query ? p.shape.n : p.shape.keys(), p.shape.d_k));
}

/// The slope of the head.
Maths alibi_scores(const Problem& p, std::size_t head) {
  const Maths slope = number(p.alibi[head], 4);
  return line({Kind::difference, {letter("s"), {Kind::product, {slope, letter("distance")}}}},
              shape(p.shape.n, p.shape.keys()));
}

/// A step that changes every score by itself.
template <Step step>
Maths entrywise(const Problem& p, std::size_t) {
  return line(of_table(step), shape(p.shape.n, p.shape.keys()));
}

Maths scores(const Problem& p, std::size_t) {
  if (p.start == Start::scores) return line("given", shape(p.shape.n, p.shape.keys()));
  return line(of_table(Step::scores), product(p.shape.n, p.shape.d_k, p.shape.keys()));
}

Maths row_sum(const Problem& p, std::size_t) {
  const bool has_sink = !p.sinks.empty();
  const Maths sum = has_sink ? stated("sum over the keys and the sink",
                                      R"(\sum_j e^{S_{h,ij} - \max S_{h,i}} + e^{\text{sink}_h - \max S_{h,i}})")
                             : of_table(Step::row_sum);
  return line(sum, letter(fmt::format("[{}]", p.shape.n)));
}

Maths weights(const Problem& p, std::size_t) {
  if (p.start == Start::weights) return line("given", shape(p.shape.n, p.shape.keys()));
  if (p.sinks.empty()) return entrywise<Step::weights>(p, 0);
  return line(stated("softmax of each row and the sink", R"(\operatorname{softmax}(S_h, \text{sink}_h))"),
              shape(p.shape.n, p.shape.keys()));
}

Maths head_output(const Problem& p, std::size_t) {
  return line(of_table(Step::head_output), product(p.shape.n, p.shape.keys(), p.shape.d_v));
}

Maths concat(const Problem& p, std::size_t) {
  const Shape& s = p.shape;
  const Maths of = s.heads == 1 ? "output of head 1" : fmt::format("outputs of heads 1-{}", s.heads);
  const Maths times = stated(fmt::format("{} × ", s.heads), fmt::format("{} \\times ", s.heads));
  return line(of, row({times, shape(s.n, s.d_v), equal, shape(s.n, s.heads * s.d_v)}));
}

Maths output(const Problem& p, std::size_t) {
  const Shape& s = p.shape;
  return line(projected("concat", 'O', p.project_O), product(s.n, s.heads * s.d_v, s.d_out));
}

struct Row {
  Step step;
  Maths (*formula)(const Problem& problem, std::size_t head);
};

/// A row for each step, in their order.
constexpr Row rows[] = {
    {Step::Q, Q},
    {Step::K, K},
    {Step::V, V},
    {Step::head_Q, head_Q},
    {Step::head_K, head_K},
    {Step::head_V, head_V},
    {Step::normed_Q, normed<'q'>},
    {Step::normed_K, normed<'k'>},
    {Step::rotated_Q, rotated<'q'>},
    {Step::rotated_K, rotated<'k'>},
    {Step::scores, scores},
    {Step::scaled_scores, entrywise<Step::scaled_scores>},
    {Step::capped_scores, entrywise<Step::capped_scores>},
    {Step::alibi_scores, alibi_scores},
    {Step::masked_scores, entrywise<Step::masked_scores>},
    {Step::exponentials, entrywise<Step::exponentials>},
    {Step::row_sum, row_sum},
    {Step::weights, weights},
    {Step::head_output, head_output},
    {Step::concat, concat},
    {Step::output, output},
};
static_assert(std::size(rows) == step_count);

} // namespace

Maths formula(const Problem& problem, Step step, std::size_t head, bool by_hand) {
  if (by_hand && step == Step::exponentials)
    return line(
        stated(
            "e^s; e^(s − row maximum) in a row where some |s| > 20 or every e^s rounds to 0",
            R"(e^{s};\ e^{s - \max s}\text{ in a row where some }|s| > 20\text{ or every }e^{s}\text{ rounds to }0)"),
        shape(problem.shape.n, problem.shape.keys()));
  return rows[static_cast<std::size_t>(step)].formula(problem, head);
}

} // namespace attn
