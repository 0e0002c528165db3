// The table of stages has each formula once, in general. Here it meets one problem: what was given instead of worked,
// which weights are the identity, which columns are a head's, and the shape of every factor.

#include "report/formula.h"

#include "attention/stage.h"

#include <fmt/format.h>
#include <iterator>
#include <string_view>

namespace attn {
namespace {

std::string shape(std::size_t rows, std::size_t cols) {
  return fmt::format("[{},{}]", rows, cols);
}

std::string factors(std::size_t rows, std::size_t depth, std::size_t cols) {
  return fmt::format("{}·{}", shape(rows, depth), shape(depth, cols));
}

std::string product(std::size_t rows, std::size_t depth, std::size_t cols) {
  return fmt::format("{} = {}", factors(rows, depth, cols), shape(rows, cols));
}

std::string line(std::string_view formula, std::string_view shapes) {
  return fmt::format("{}   {}", formula, shapes);
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
};

Input query_input(const Problem& p) {
  return {'Q', "X", &p.project_Q, &p.X, nullptr, p.shape.n, p.shape.heads * p.shape.d_k};
}

Input key_input(const Problem& p) {
  const bool own = !p.context.given();
  return {'K',       own ? "X" : "context",         &p.project_K, own ? &p.X : &p.context, &p.past_K,
          p.shape.m, p.shape.kv_heads * p.shape.d_k};
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

/// "X·W_Q + b_Q   [3,4]·[4,2] = [3,2]", "given   [3,2]"; with cached rows "past.K above …".
std::string input_formula(const Input& input) {
  const Projection& projection = *input.projection;
  const bool given = !input.source_rows->given();
  const std::string bias = projection.b.empty() ? "" : fmt::format(" + b_{}", input.letter);
  const std::string past = input.past && input.past->given() ? fmt::format("past.{} above ", input.letter) : "";
  const std::size_t cached = past.empty() ? 0 : (*input.past)[0].rows();
  if (given) return line(past + "given" + bias, shape(cached + input.rows, input.cols));

  const std::string identity = projection.identity ? fmt::format(", W_{} = I", input.letter) : "";
  const std::string worked = fmt::format("{}·W_{}{}{}", input.source, input.letter, bias, identity);
  const std::size_t depth = (*input.source_rows)[0].cols();
  if (past.empty()) return line(worked, product(input.rows, depth, input.cols));
  return line(past + worked,
              fmt::format("{} above {} = {}", shape(cached, input.cols), factors(input.rows, depth, input.cols),
                          shape(cached + input.rows, input.cols)));
}

/// Which columns of `whole` are the head's.
std::string columns(char whole, std::size_t head, std::size_t width, std::size_t rows) {
  const std::size_t first = head * width + 1, last = (head + 1) * width;
  const std::string which = width == 1 ? fmt::format("column {}", first) : fmt::format("columns {}-{}", first, last);
  return line(fmt::format("{} of {}", which, whole), shape(rows, width));
}

std::string Q(const Problem& p, std::size_t) {
  return input_formula(query_input(p));
}
std::string K(const Problem& p, std::size_t) {
  return input_formula(key_input(p));
}
std::string V(const Problem& p, std::size_t) {
  return input_formula(value_input(p));
}

std::string head_Q(const Problem& p, std::size_t head) {
  return columns('Q', head, p.shape.d_k, p.shape.n);
}
std::string head_K(const Problem& p, std::size_t head) {
  return columns('K', p.shape.kv_head(head), p.shape.d_k, p.shape.keys());
}
std::string head_V(const Problem& p, std::size_t head) {
  return columns('V', p.shape.kv_head(head), p.shape.d_v, p.shape.keys());
}

/// A step that changes every score by itself.
template <Step step>
std::string entrywise(const Problem& p, std::size_t) {
  return line(stage(step).formula, shape(p.shape.n, p.shape.keys()));
}

std::string scores(const Problem& p, std::size_t) {
  if (p.start == Start::scores) return line("given", shape(p.shape.n, p.shape.keys()));
  return line(stage(Step::scores).formula, product(p.shape.n, p.shape.d_k, p.shape.keys()));
}

std::string row_sum(const Problem& p, std::size_t) {
  return line(stage(Step::row_sum).formula, fmt::format("[{}]", p.shape.n));
}

std::string weights(const Problem& p, std::size_t) {
  if (p.start == Start::weights) return line("given", shape(p.shape.n, p.shape.keys()));
  return entrywise<Step::weights>(p, 0);
}

std::string head_output(const Problem& p, std::size_t) {
  return line(stage(Step::head_output).formula, product(p.shape.n, p.shape.keys(), p.shape.d_v));
}

std::string concat(const Problem& p, std::size_t) {
  const Shape& s = p.shape;
  const std::string of = s.heads == 1 ? "output of head 1" : fmt::format("outputs of heads 1-{}", s.heads);
  return line(of, fmt::format("{} × {} = {}", s.heads, shape(s.n, s.d_v), shape(s.n, s.heads * s.d_v)));
}

std::string output(const Problem& p, std::size_t) {
  const Shape& s = p.shape;
  const std::string bias = p.project_O.b.empty() ? "" : " + b_O";
  const std::string identity = p.project_O.identity ? ", W_O = I" : "";
  return line("concat·W_O" + bias + identity, product(s.n, s.heads * s.d_v, s.d_out));
}

struct Row {
  Step step;
  std::string (*formula)(const Problem& problem, std::size_t head);
};

/// A row for each step, in their order.
constexpr Row rows[] = {
    {Step::Q, Q},
    {Step::K, K},
    {Step::V, V},
    {Step::head_Q, head_Q},
    {Step::head_K, head_K},
    {Step::head_V, head_V},
    {Step::scores, scores},
    {Step::scaled_scores, entrywise<Step::scaled_scores>},
    {Step::capped_scores, entrywise<Step::capped_scores>},
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

std::string formula(const Problem& problem, Step step, std::size_t head, bool by_hand) {
  if (by_hand && step == Step::exponentials)
    return line("e^s; e^(s − row maximum) in a row where some |s| > 20 or every e^s rounds to 0",
                shape(problem.shape.n, problem.shape.keys()));
  return rows[static_cast<std::size_t>(step)].formula(problem, head);
}

} // namespace attn
