#include "report/working.h"

#include "attention/stage.h"
#include "report/labels.h"

#include <fmt/format.h>

namespace attn {
namespace {

using Kind = Working::Kind;

/// One of the three that attention begins with.
struct Origin {
  char letter;
  std::string_view source;
  bool is_given; ///< the matrix itself, not what it is projected from
  const Projection& projection;
  std::size_t cached;
};

Origin origin_of(const Problem& p, Step step) {
  if (step == Step::Q) return {'Q', "X", p.Q.given(), p.project_Q, 0};
  const std::string_view keys = p.context.given() ? "context" : "X";
  if (step == Step::K) return {'K', keys, p.K.given(), p.project_K, p.shape.past};
  return {'V', p.context_V.given() ? "context_V" : keys, p.V.given(), p.project_V, p.shape.past};
}

std::string bias_of(const Projection& projection, char letter) {
  return projection.b.empty() ? "" : fmt::format("b_{}", letter);
}

/// A row times a column of the weights, and the bias; with identity weights the entry itself.
Working projected(const Projection& projection, char letter, std::string source) {
  if (!projection.identity) {
    std::vector<std::string> sources{std::move(source), fmt::format("W_{}", letter)};
    if (const std::string bias = bias_of(projection, letter); !bias.empty()) sources.push_back(bias);
    return {Kind::product, std::move(sources)};
  }
  if (projection.b.empty()) return {Kind::copy, {std::move(source)}};
  return {Kind::biased, {std::move(source), bias_of(projection, letter)}};
}

Working input(const Problem& problem, Step step) {
  const Origin origin = origin_of(problem, step);
  if (origin.is_given) return {};
  Working working = projected(origin.projection, origin.letter, std::string(origin.source));
  working.cached = origin.cached;
  if (step != Step::Q) working.extra = problem.shape.extra;
  return working;
}

/// A head's own columns of the whole.
Working columns(const Problem& problem, Step whole, std::size_t head, std::size_t sequence, std::size_t width) {
  Working working{Kind::copy, {path(problem, whole, sequence, 0)}};
  working.first_col = head * width;
  return working;
}

Working side_by_side(const Problem& problem, std::size_t sequence) {
  Working working{Kind::heads, {}};
  for (std::size_t head = 0; head < problem.shape.heads; ++head)
    working.sources.push_back(path(problem, Step::head_output, sequence, head));
  return working;
}

Kind kind_of(Step step) {
  switch (step) {
  case Step::scores:
    return Kind::row_by_row;
  case Step::scaled_scores:
    return Kind::scale;
  case Step::capped_scores:
    return Kind::cap;
  case Step::masked_scores:
    return Kind::mask;
  case Step::exponentials:
    return Kind::exponential;
  case Step::row_sum:
    return Kind::sum;
  case Step::weights:
    return Kind::softmax;
  default:
    return Kind::product;
  }
}

/// What a step is worked from that is no matrix: a key of the problem; empty: nothing.
std::string_view setting_of(const Problem& problem, Step step) {
  switch (step) {
  case Step::normed_Q:
  case Step::normed_K:
    return "qk_norm";
  case Step::rotated_Q:
  case Step::rotated_K:
    return "rope";
  case Step::alibi_scores:
    return "alibi";
  case Step::exponentials:
  case Step::row_sum:
  case Step::weights:
    return problem.sinks.empty() ? "" : "sinks";
  default:
    return {};
  }
}

Section given_section(std::string name, View values, Labels labels = {}, std::string_view axis = {}) {
  Section section;
  section.name = section.title = section.path = std::move(name);
  section.block = {.values = values, .row_labels = std::move(labels), .col_labels = {}, .only_row = {}};
  section.block.row_axis = axis;
  return section;
}

void add_projection(std::vector<Section>& sections, const Projection& projection, char letter) {
  if (!projection.identity) sections.push_back(given_section(fmt::format("W_{}", letter), projection.W));
  if (!projection.b.empty())
    sections.push_back(given_section(bias_of(projection, letter),
                                     View{projection.b.data(), 1, projection.b.size(), projection.b.size(), 1}));
}

} // namespace

Working working(const Problem& problem, Step step, std::size_t sequence, std::size_t head) {
  const Shape& shape = problem.shape;
  const bool is_given = (step == Step::scores && problem.start == Start::scores) ||
                        (step == Step::weights && problem.start == Start::weights);
  if (is_given) return {};
  if (step < Step::head_Q) return input(problem, step);
  if (step == Step::head_Q) return columns(problem, Step::Q, head, sequence, shape.d_k);
  if (step == Step::head_K) return columns(problem, Step::K, shape.kv_head(head), sequence, shape.d_k);
  if (step == Step::head_V) return columns(problem, Step::V, shape.kv_head(head), sequence, shape.d_v);
  if (step == Step::concat) return side_by_side(problem, sequence);
  if (step == Step::output) return projected(problem.project_O, 'O', path(problem, Step::concat, sequence, 0));

  const bool of_scores = step == Step::weights || step == Step::exponentials;
  const std::vector<Step> inputs = of_scores               ? std::vector{source(problem, Step::masked_scores)}
                                   : step == Step::row_sum ? std::vector{Step::exponentials}
                                                           : sources(problem, step);
  if (const std::string_view setting = setting_of(problem, step); !setting.empty())
    return {Kind::in_words, {path(problem, inputs.front(), sequence, head), std::string(setting)}};
  Working working{kind_of(step), {}};
  for (const Step from : inputs) working.sources.push_back(path(problem, from, sequence, head));
  if (step == Step::scaled_scores) working.factor = problem.scale;
  if (step == Step::capped_scores) working.factor = *problem.softcap;
  return working;
}

std::vector<Section> given(const Problem& problem, std::size_t sequence) {
  std::vector<Section> sections;
  if (problem.X.given())
    sections.push_back(given_section("X", problem.X[sequence], query_labels(problem, sequence), "query"));
  if (problem.context.given()) sections.push_back(given_section("context", problem.context[sequence]));
  if (problem.context_V.given()) sections.push_back(given_section("context_V", problem.context_V[sequence]));
  add_projection(sections, problem.project_Q, 'Q');
  add_projection(sections, problem.project_K, 'K');
  add_projection(sections, problem.project_V, 'V');
  add_projection(sections, problem.project_O, 'O');
  return sections;
}

} // namespace attn
