#include "report/heads_layout.h"

#include "attention/project.h"
#include "report/count.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace attn {
namespace {

/// A weight matrix and how its heads lie in it.
struct Weight {
  char letter;
  const Projection& projection;
  std::size_t heads, in, out; ///< of one head
  std::size_t rows;           ///< of the result
  bool stacked;               ///< heads one below the other (W_O), else side by side

  Extents whole() const { return stacked ? Extents{heads * in, out} : Extents{in, heads * out}; }
  Extents own() const { return {in, out}; }
};

std::vector<Weight> weights_of(const Problem& p) {
  const Shape& s = p.shape;
  const auto width = [](const PerSequence<Matrix<double>>& rows, std::size_t otherwise) {
    return rows.given() ? rows[0].cols() : otherwise;
  };
  const std::size_t d_keys = width(p.context, s.d_model), d_values = width(p.context_V, d_keys);
  std::vector<Weight> all{{'Q', p.project_Q, s.heads, s.d_model, s.d_k, s.n, false},
                          {'K', p.project_K, s.kv_heads, d_keys, s.d_k, s.m, false}};
  if (p.has_values()) {
    all.push_back({'V', p.project_V, s.kv_heads, d_values, s.d_v, s.m, false});
    all.push_back({'O', p.project_O, s.heads, s.d_v, s.d_out, s.n, true});
  }
  std::vector<Weight> made;
  for (const Weight& weight : all)
    if (!weight.projection.identity) made.push_back(weight);
  return made;
}

/// "[12,10,64]"; of a batch "[4,12,10,64]".
Extents with_batch(const Problem& problem, Extents extents) {
  if (problem.batched) extents.insert(extents.begin(), problem.shape.sequences);
  return extents;
}

class Split {
public:
  explicit Split(const Problem& problem) : problem_(problem), s_(problem.shape) {}

  std::vector<HeadsLayout> rows() {
    split("Q", s_.n, s_.heads, s_.d_k);
    split("K", s_.keys(), s_.kv_heads, s_.d_k);
    if (problem_.has_values()) split("V", s_.keys(), s_.kv_heads, s_.d_v);
    multiply("scores", "Q·Kᵀ of all heads", {s_.heads, s_.n, s_.d_k}, {s_.heads, s_.d_k, s_.keys()},
             {s_.heads, s_.n, s_.keys()});
    if (!problem_.has_values()) return std::move(rows_);
    multiply("heads.output", "weights·V of all heads", {s_.heads, s_.n, s_.keys()}, {s_.heads, s_.keys(), s_.d_v},
             {s_.heads, s_.n, s_.d_v});
    see("concat", "heads side by side again",
        {{s_.heads, s_.n, s_.d_v}, {s_.n, s_.heads, s_.d_v}, {s_.n, s_.heads * s_.d_v}});
    if (!problem_.project_O.identity)
      multiply("output", "concat·W_O", {s_.n, s_.heads * s_.d_v}, {s_.heads * s_.d_v, s_.d_out}, {s_.n, s_.d_out});
    return std::move(rows_);
  }

private:
  void see(std::string what, std::string formula, std::vector<Extents> shapes) {
    for (Extents& extents : shapes) extents = with_batch(problem_, extents);
    rows_.push_back({std::move(what), std::move(formula), std::move(shapes)});
  }

  void multiply(std::string what, std::string formula, const Extents& a, const Extents& b, const Extents& c) {
    const bool one_for_all = b.size() < 3; // W_O serves every sequence
    rows_.push_back({std::move(what),
                     std::move(formula),
                     {with_batch(problem_, a), one_for_all ? b : with_batch(problem_, b), with_batch(problem_, c)},
                     true});
  }

  void split(const char* what, std::size_t rows, std::size_t heads, std::size_t width) {
    std::vector<Extents> shapes{{rows, heads * width}, {rows, heads, width}, {heads, rows, width}};
    std::string formula = "split among the heads";
    if (heads != s_.heads) {
      formula += fmt::format(", each serves {}", s_.heads / heads);
      shapes.push_back({s_.heads, rows, width});
    }
    see(what, std::move(formula), std::move(shapes));
  }

  const Problem& problem_;
  const Shape& s_;
  std::vector<HeadsLayout> rows_;
};

} // namespace

std::vector<Fused> fused_rows(const Problem& problem) {
  std::vector<Fused> rows;
  if (problem.shape.heads == 1 || problem.start != Start::X) return rows;
  const std::vector<Weight> weights = weights_of(problem);
  const auto add = [&](std::string what, Several head_by_head, Several fused) {
    rows.push_back({std::move(what), std::move(head_by_head), std::move(fused)});
  };
  std::size_t work = 0, numbers = 0;
  for (const Weight& w : weights) add(fmt::format("W_{}", w.letter), {w.heads, w.own()}, {1, w.whole()});
  for (const Weight& w : weights) {
    work = sum({work, product({problem.shape.sequences, w.rows, w.heads, w.in, w.out})});
    numbers = sum({numbers, product({w.heads, w.in, w.out})});
    if (w.stacked) continue;
    add(fmt::format("products for {}", w.letter), {w.heads}, {1});
    add(std::string(1, w.letter), {w.heads, {w.rows, w.out}}, {1, {w.rows, w.heads * w.out}});
  }
  if (rows.empty()) return rows;
  add("multiply-adds", {work}, {work});
  add("weights", {numbers}, {numbers});
  return rows;
}

std::string text(const Several& several) {
  if (several.extents.empty()) return grouped(several.count);
  return several.count == 1 ? text(several.extents) : fmt::format("{} × {}", several.count, text(several.extents));
}

std::vector<HeadsLayout> split_rows(const Problem& problem) {
  if (problem.shape.heads == 1 || !has_queries(problem)) return {};
  return Split(problem).rows();
}

std::string text(const HeadsLayout& layout) {
  std::vector<std::string> shapes;
  for (const Extents& extents : layout.shapes) shapes.push_back(text(extents));
  if (layout.is_product) return fmt::format("{}·{} = {}", shapes[0], shapes[1], shapes[2]);
  return fmt::format("{}", fmt::join(shapes, " -> "));
}

} // namespace attn
