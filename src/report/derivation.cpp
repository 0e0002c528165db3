#include "report/derivation.h"

#include "attention/by_hand.h"
#include "attention/stage.h"
#include "report/numeral.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <numeric>
#include <string_view>
#include <vector>

namespace attn {
namespace {

constexpr int decimals = 4; ///< of every number on the way

using Terms = std::vector<std::string>;

/// "a + b + c"; of many the first and the last.
std::string sum(const Terms& terms) {
  constexpr std::size_t most = 8, first = 4;
  if (terms.size() <= most) return fmt::format("{}", fmt::join(terms, " + "));
  const auto head = terms.begin() + static_cast<std::ptrdiff_t>(first);
  return fmt::format("{} + … + {}", fmt::join(terms.begin(), head, " + "), terms.back());
}

std::string number(double value) {
  return numeral(value, decimals);
}

/// Row `i` of one times column `j` of the other, term by term.
Terms products(View a, std::size_t i, View b, std::size_t j) {
  Terms terms;
  for (std::size_t k = 0; k < a.cols; ++k)
    terms.push_back(fmt::format("{}·{}", factor(a(i, k), decimals), factor(b(k, j), decimals)));
  return terms;
}

/// One entry and all that it is worked from.
class Origin {
public:
  Origin(const Problem& of, const Trace& trace, const Target& at) : problem(of), target(at), trace_(trace) {}

  View matrix(Step step, std::size_t head) const { return stage(step).pick(trace_, problem.shape, head); }
  View matrix(Step step) const { return matrix(step, target.head); }
  double value(Step step) const { return matrix(step)(target.row, target.col); }
  /// The same entry of the step that feeds this one.
  double before() const { return value(sources(problem, target.step).front()); }
  /// An entry of an earlier step that is only copied, and how that one is worked.
  std::string copied(Step step, std::size_t head, std::size_t row, std::size_t col) const {
    return derivation(problem, trace_, {step, target.sequence, head, row, col});
  }

  const Problem& problem;
  const Target& target;

private:
  const Trace& trace_;
};

/// One of the three that attention begins with: where its rows come from.
struct Source {
  std::string_view name;
  const PerSequence<Matrix<double>>& rows;
  const Projection& projection;
  std::size_t cached; ///< rows that stand before
};

Source source_of_keys(const Problem& p) {
  if (p.context.given()) return {"context", p.context, p.project_K, p.shape.past};
  return {"X", p.X, p.project_K, p.shape.past};
}

Source source_of_values(const Problem& p) {
  const Source keys = source_of_keys(p);
  if (p.context_V.given()) return {"context_V", p.context_V, p.project_V, p.shape.past};
  return {keys.name, keys.rows, p.project_V, p.shape.past};
}

/// A row of the source times a column of the weights, and the bias; what is given is only named.
std::string projected(const Origin& origin, const Source& source, Step step, const PerSequence<Matrix<double>>& given) {
  const auto [i, j] = std::pair(origin.target.row, origin.target.col);
  const std::string end = number(origin.value(step));
  if (i < source.cached) return end + ", as cached";
  const std::size_t row = i - source.cached;
  const std::vector<double>& bias = source.projection.b;
  Terms terms;
  if (given.given())
    terms.push_back(number(given[origin.target.sequence](row, j)));
  else if (source.projection.identity)
    terms.push_back(fmt::format("{}[{}][{}]", source.name, row, j));
  else
    terms = products(source.rows[origin.target.sequence], row, source.projection.W, j);
  if (given.given() && bias.empty()) return end + ", as given";
  if (!bias.empty()) terms.push_back(factor(bias[j], decimals));
  return sum(terms) + " = " + end;
}

std::string Q(const Origin& origin) {
  const Problem& p = origin.problem;
  return projected(origin, {"X", p.X, p.project_Q, 0}, Step::Q, p.Q);
}
std::string K(const Origin& origin) {
  return projected(origin, source_of_keys(origin.problem), Step::K, origin.problem.K);
}
std::string V(const Origin& origin) {
  return projected(origin, source_of_values(origin.problem), Step::V, origin.problem.V);
}

/// A head's own columns of Q, K or V.
template <Step step, Step whole>
std::string column(const Origin& origin) {
  const Shape& shape = origin.problem.shape;
  const std::size_t head = step == Step::head_Q ? origin.target.head : shape.kv_head(origin.target.head);
  const std::size_t col = head * origin.matrix(step).cols + origin.target.col;
  return origin.copied(whole, 0, origin.target.row, col);
}

std::string scores(const Origin& origin) {
  const std::string end = number(origin.value(Step::scores));
  if (origin.problem.start == Start::scores) return end + ", as given";
  const View keys = origin.matrix(Step::head_K).transposed();
  return sum(products(origin.matrix(Step::head_Q), origin.target.row, keys, origin.target.col)) + " = " + end;
}

std::string scaled_scores(const Origin& origin) {
  const std::size_t d_k = origin.problem.shape.d_k;
  const double scale = origin.problem.scale;
  const bool usual = d_k != 0 && scale == 1 / std::sqrt(static_cast<double>(d_k));
  const std::string by = usual ? fmt::format(" / √{}", d_k) : "·" + factor(scale, decimals);
  return factor(origin.before(), decimals) + by + " = " + number(origin.value(Step::scaled_scores));
}

std::string capped_scores(const Origin& origin) {
  const std::string cap = number(*origin.problem.softcap);
  const std::string score = number(origin.before());
  return fmt::format("{}·tanh({} / {}) = {}", cap, score, cap, number(origin.value(Step::capped_scores)));
}

bool is_blocked(const Origin& origin) {
  const Target& target = origin.target;
  return origin.problem.mask.blocked_by({target.sequence, target.head, target.row, target.col}).has_value();
}

std::string blocked(const Origin& origin, std::string_view value) {
  return fmt::format("{}, as query {} may not see key {}", value, origin.target.row + 1, origin.target.col + 1);
}

std::string masked_scores(const Origin& origin) {
  if (is_blocked(origin)) return blocked(origin, "masked");
  const Target& target = origin.target;
  const double added = origin.problem.mask.added({target.sequence, target.head, target.row, target.col});
  if (added == 0)
    return origin.copied(sources(origin.problem, target.step).front(), target.head, target.row, target.col);
  return fmt::format("{} + {} = {}", number(origin.before()), factor(added, decimals),
                     number(origin.value(Step::masked_scores)));
}

/// What the softmax of the target's row is taken of: the scores of all keys that may be seen, less a shift.
class Exponents {
public:
  Exponents(const Origin& origin, bool plain) {
    const View scores = origin.matrix(source(origin.problem, Step::masked_scores));
    for (std::size_t j = 0; j < scores.cols; ++j)
      if (const double score = scores(origin.target.row, j); std::isfinite(score)) seen_.push_back(score);
    if (!plain && !seen_.empty()) shift_ = *std::ranges::max_element(seen_);
  }

  /// A query that may see no key has no softmax.
  bool none() const { return seen_.empty(); }
  double shift() const { return shift_; }
  bool are_below(double limit) const {
    return std::ranges::all_of(seen_, [&](double score) { return std::fabs(score) <= limit; });
  }

  /// "e^0.7071 + e^0".
  std::string sum_of_terms() const {
    Terms terms;
    for (const double score : seen_) terms.push_back("e^" + number(score - shift_));
    return sum(terms);
  }
  double sum_of_values() const {
    return std::accumulate(seen_.begin(), seen_.end(), 0.0,
                           [&](double all, double score) { return all + std::exp(score - shift_); });
  }

private:
  std::vector<double> seen_;
  double shift_ = 0; ///< taken off every score
};

double softmaxed_score(const Origin& origin) {
  return origin.value(source(origin.problem, Step::masked_scores));
}

std::string blind(const Origin& origin) {
  return fmt::format("{}, as query {} may see no key", number(origin.value(origin.target.step)), origin.target.row + 1);
}

std::string exponentials(const Origin& origin) {
  const Exponents exponents(origin, origin.target.plain_exponentials);
  if (exponents.none()) return blind(origin);
  if (is_blocked(origin)) return blocked(origin, "0");
  const double score = softmaxed_score(origin), exponent = score - exponents.shift();
  const std::string shifted =
      exponents.shift() == 0 ? "" : fmt::format("e^({} − {}) = ", number(score), factor(exponents.shift(), decimals));
  return fmt::format("{}e^{} = {}", shifted, number(exponent), number(std::exp(exponent)));
}

std::string row_sum(const Origin& origin) {
  const Exponents exponents(origin, origin.target.plain_exponentials);
  if (exponents.none()) return blind(origin);
  return exponents.sum_of_terms() + " = " + number(exponents.sum_of_values());
}

/// As people write it: e^s while no score of the row exceeds 20, else e^(s - row maximum).
std::string weights(const Origin& origin) {
  if (origin.problem.start == Start::weights) return number(origin.value(Step::weights)) + ", as given";
  const Exponents exponents(origin, Exponents(origin, true).are_below(plain_limit));
  if (exponents.none()) return blind(origin);
  if (is_blocked(origin)) return blocked(origin, "0");
  const double exponent = softmaxed_score(origin) - exponents.shift();
  return fmt::format("e^{} / ({}) = {} / {} = {}", number(exponent), exponents.sum_of_terms(),
                     number(std::exp(exponent)), number(exponents.sum_of_values()),
                     number(origin.value(Step::weights)));
}

std::string head_output(const Origin& origin) {
  const Terms terms =
      products(origin.matrix(Step::weights), origin.target.row, origin.matrix(Step::head_V), origin.target.col);
  return sum(terms) + " = " + number(origin.value(Step::head_output));
}

std::string concat(const Origin& origin) {
  const std::size_t d_v = origin.problem.shape.d_v;
  return origin.copied(Step::head_output, origin.target.col / d_v, origin.target.row, origin.target.col % d_v);
}

std::string output(const Origin& origin) {
  const Projection& projection = origin.problem.project_O;
  const auto [i, j] = std::pair(origin.target.row, origin.target.col);
  const View concat = origin.matrix(Step::concat);
  if (projection.identity && projection.b.empty()) return origin.copied(Step::concat, 0, i, j);
  Terms terms = projection.identity ? Terms{number(concat(i, j))} : products(concat, i, projection.W, j);
  if (!projection.b.empty()) terms.push_back(factor(projection.b[j], decimals));
  return sum(terms) + " = " + number(origin.value(Step::output));
}

struct Row {
  Step step;
  std::string (*work)(const Origin& origin);
};

/// A row for each step, in their order.
constexpr Row rows[] = {
    {Step::Q, Q},
    {Step::K, K},
    {Step::V, V},
    {Step::head_Q, column<Step::head_Q, Step::Q>},
    {Step::head_K, column<Step::head_K, Step::K>},
    {Step::head_V, column<Step::head_V, Step::V>},
    {Step::scores, scores},
    {Step::scaled_scores, scaled_scores},
    {Step::capped_scores, capped_scores},
    {Step::masked_scores, masked_scores},
    {Step::exponentials, exponentials},
    {Step::row_sum, row_sum},
    {Step::weights, weights},
    {Step::head_output, head_output},
    {Step::concat, concat},
    {Step::output, output},
};
static_assert(std::size(rows) == step_count);

} // namespace

std::string entry_path(const std::string& step_path, Step step, std::size_t row, std::size_t col) {
  return step == Step::row_sum ? fmt::format("{}[{}]", step_path, row) : fmt::format("{}[{}][{}]", step_path, row, col);
}

std::string derivation(const Problem& problem, const Trace& trace, const Target& target) {
  const Origin origin(problem, trace, target);
  const std::string of_step = path(problem, target.step, target.sequence, target.head);
  return entry_path(of_step, target.step, target.row, target.col) + " = " +
         rows[static_cast<std::size_t>(target.step)].work(origin);
}

} // namespace attn
