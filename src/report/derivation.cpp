#include "report/derivation.h"

#include "attention/norm.h"
#include "attention/rotary.h"
#include "attention/stage.h"
#include "attention/work.h"
#include "kernel/kernel.h"
#include "matrix/decimal.h"
#include "report/relation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <limits>
#include <utility>

namespace attn {
namespace {

using Kind = Maths::Kind;
using Terms = std::vector<Maths>;

constexpr std::size_t most_terms = 8, first_terms = 4; ///< of a long sum: the first ones and the last

/// e^s below a tenth shows too few of its digits for sums and quotients to be followed.
bool powers_are_small(View scores) {
  constexpr double log_of_a_tenth = -2.302585;
  double most = -std::numeric_limits<double>::infinity();
  for (std::size_t j = 0; j < scores.cols; ++j) most = std::max(most, scores(0, j));
  return most < log_of_a_tenth;
}

/// One entry and all that it is worked from.
class Origin {
public:
  Origin(const Problem& of, const Trace& trace, const Target& at, const Manner& shown)
      : problem(of), target(at), manner(shown), trace_(trace) {}

  View matrix(Step step, std::size_t head) const { return stage(step).pick(trace_, problem.shape, head); }
  View matrix(Step step) const { return matrix(step, target.head); }
  Maths number(double value) const { return shown(value, manner); }
  Maths value(Step step) const { return number(matrix(step)(target.row, target.col)); }
  Maths value() const { return value(target.step); }
  /// The same entry of the step that feeds this one.
  Maths before() const { return value(sources(problem, target.step).front()); }
  SoftmaxRow softmax() const { return softmax_row(problem, trace_, target, manner); }
  Cell cell() const { return {target.sequence, target.head, target.row, target.col}; }

  /// An entry of an earlier step that is only copied, and how that one is worked.
  Derived copied(Step step, std::size_t head, std::size_t row, std::size_t col) const {
    const std::string of = entry_path(path(problem, step, target.sequence, head), step, row, col);
    Derived work = working(problem, trace_, {step, target.sequence, head, row, col}, manner);
    work.sides.insert(work.sides.begin(), Maths(Kind::path, of));
    work.is_copy = true;
    return work;
  }

  const Problem& problem;
  const Target& target;
  const Manner& manner;

private:
  const Trace& trace_;
};

/// Row `i` of one times column `j` of the other, term by term.
Terms products(const Origin& origin, View a, std::size_t i, View b, std::size_t j) {
  Terms terms;
  for (std::size_t k = 0; k < a.cols; ++k)
    terms.push_back({Kind::product, {origin.number(a(i, k)), origin.number(b(k, j))}});
  return terms;
}

Maths sum(Terms terms) {
  return terms.size() == 1 ? terms.front() : Maths(Kind::sum, std::move(terms));
}

Maths power_of_e(Maths exponent) {
  return {Kind::power, {Maths(Kind::letter, "e"), std::move(exponent)}};
}

/// One of the three that attention begins with: where its rows come from.
struct Source {
  const PerSequence<Matrix<double>>& rows;  ///< what is projected
  const PerSequence<Matrix<double>>& given; ///< what is not
  std::size_t cached = 0;                   ///< rows that stand before
  std::size_t end = 0;                      ///< of the rows that are worked; extra ones follow
};

Source source_of(const Problem& p, Step step) {
  if (step == Step::Q) return {p.X, p.Q, 0, p.shape.n};
  const std::size_t end = p.shape.past + p.shape.m;
  const PerSequence<Matrix<double>>& of_keys = p.context.given() ? p.context : p.X;
  if (step == Step::K) return {of_keys, p.K, p.shape.past, end};
  return {p.context_V.given() ? p.context_V : of_keys, p.V, p.shape.past, end};
}

/// A row of the source times a column of the weights, and the bias; what is given is only named.
Derived projected(const Origin& origin) {
  const auto [i, j] = std::pair(origin.target.row, origin.target.col);
  const Source source = source_of(origin.problem, origin.target.step);
  const Projection& projection = projection_of(origin.problem, origin.target.step);
  if (i < source.cached) return {{origin.value()}, "as cached"};
  if (i >= source.end) return {{origin.value()}, "as given"};
  const std::size_t row = i - source.cached;
  const bool given = source.given.given();
  if (given && projection.b.empty()) return {{origin.value()}, "as given"};
  const std::string_view name = source_name(origin.problem, origin.target.step);
  if (!given && projection.identity && projection.b.empty())
    return {{Maths(Kind::path, fmt::format("{}[{}][{}]", name, row, j)), origin.value()}, "", true};
  const Matrix<double>& rows = (given ? source.given : source.rows)[origin.target.sequence];
  Terms terms =
      given || projection.identity ? Terms{origin.number(rows(row, j))} : products(origin, rows, row, projection.W, j);
  if (!projection.b.empty()) terms.push_back(origin.number(projection.b[j]));
  return {{sum(std::move(terms)), origin.value()}};
}

/// A head's own columns of Q, K or V.
template <Step step, Step whole>
Derived column(const Origin& origin) {
  const Shape& shape = origin.problem.shape;
  const std::size_t head = step == Step::head_Q ? origin.target.head : shape.kv_head(origin.target.head);
  const std::size_t col = head * origin.matrix(step).cols + origin.target.col;
  return origin.copied(whole, 0, origin.target.row, col);
}

/// The same entry of the step before, which it is.
Derived unchanged(const Origin& origin) {
  const Target& target = origin.target;
  return origin.copied(sources(origin.problem, target.step).front(), target.head, target.row, target.col);
}

/// Cached keys have been normed and turned.
template <Step step>
bool is_cached(const Origin& origin) {
  return stage(step).rows == Axis::keys && origin.target.row < origin.problem.shape.past;
}

/// x / √((x1² + x2²)/d + eps), times a factor.
template <Step step>
Derived normed(const Origin& origin) {
  if (is_cached<step>(origin)) return unchanged(origin);
  const QkNorm& norm = *origin.problem.qk_norm;
  const View before = origin.matrix(sources(origin.problem, step).front()).row_range(origin.target.row, 1);
  const NormParts parts = parts_of<double>(norm, {&before(0, 0), before.cols});
  const auto from_mean = [&](std::size_t c) -> Maths {
    if (norm.kind == QkNorm::Kind::rms) return origin.number(before(0, c));
    return {Kind::difference, {origin.number(before(0, c)), origin.number(parts.mean)}};
  };
  Terms squares;
  for (std::size_t c = 0; c < before.cols; ++c)
    squares.push_back({Kind::power, {from_mean(c), Maths(Kind::number, "2")}});
  const Maths count(Kind::number, std::to_string(before.cols)), eps = shown(norm.eps, {.decimals = 12});
  const Maths mean(Kind::fraction, {sum(std::move(squares)), count});
  const Maths size(Kind::root, {Maths(Kind::sum, {mean, eps})});
  const std::vector<double>& factors = step == Step::normed_Q ? norm.Q : norm.K;
  const auto times_factor = [&](Maths quotient) {
    return factors.empty() ? quotient
                           : Maths(Kind::product, {std::move(quotient), origin.number(factors[origin.target.col])});
  };
  return {{times_factor({Kind::fraction, {from_mean(origin.target.col), size}}),
           times_factor({Kind::fraction, {from_mean(origin.target.col), origin.number(parts.size)}}), origin.value()}};
}

/// x·cos(angle) − y·sin(angle), the partner's y·cos(angle) + x·sin(angle).
template <Step step>
Derived rotated(const Origin& origin) {
  const Rope& rope = *origin.problem.rope;
  const std::size_t pair = pair_with(rope, origin.target.col);
  if (is_cached<step>(origin) || pair == rope.dims / 2) return unchanged(origin);
  const std::size_t cached = step == Step::rotated_K ? origin.problem.shape.past : 0;
  const std::size_t position = rope.offset + origin.target.row - cached;
  const auto [first, second] = pair_of(rope, pair);
  const bool is_first = origin.target.col == first;
  const View before = origin.matrix(sources(origin.problem, step).front());
  const Maths own = origin.number(before(origin.target.row, is_first ? first : second));
  const Maths partner = origin.number(before(origin.target.row, is_first ? second : first));
  const auto [cos, sin] = turn(position, frequency(rope, pair));
  const Maths angle = origin.number(static_cast<double>(position) * frequency(rope, pair).high);
  const auto side = [&](Maths of_own, Maths of_partner) -> Maths {
    return {is_first ? Kind::difference : Kind::sum,
            {{Kind::product, {own, std::move(of_own)}}, {Kind::product, {partner, std::move(of_partner)}}}};
  };
  return {{side({Kind::call, "cos", {angle}}, {Kind::call, "sin", {angle}}),
           side(origin.number(cos), origin.number(sin)), origin.value()}};
}

Derived scores(const Origin& origin) {
  if (origin.problem.start == Start::scores) return {{origin.value()}, "as given"};
  const View queries = origin.matrix(source(origin.problem, Step::rotated_Q));
  const View keys = origin.matrix(source(origin.problem, Step::rotated_K)).transposed();
  return {{sum(products(origin, queries, origin.target.row, keys, origin.target.col)), origin.value()}};
}

/// Divided by the root of d_k, which is a whole number or stays a root; any other scale is a factor.
Derived scaled_scores(const Origin& origin) {
  const std::size_t d_k = origin.problem.shape.d_k;
  const double scale = origin.problem.scale, root = std::sqrt(static_cast<double>(d_k));
  if (d_k == 0 || scale != 1 / root)
    return {{Maths(Kind::product, {origin.before(), origin.number(scale)}), origin.value()}};
  const bool is_whole = root == std::round(root);
  const Maths by = is_whole ? origin.number(root) : Maths(Kind::root, {Maths(Kind::number, std::to_string(d_k))});
  return {{Maths(Kind::fraction, {origin.before(), by}), origin.value()}};
}

Derived capped_scores(const Origin& origin) {
  const Maths cap = origin.number(*origin.problem.softcap);
  const Maths call(Kind::call, "tanh", {Maths(Kind::fraction, {origin.before(), cap})});
  return {{Maths(Kind::product, {cap, call}), origin.value()}};
}

/// The slope of the head times the distance is taken off.
Derived alibi_scores(const Origin& origin) {
  const Target& target = origin.target;
  const Maths slope = origin.number(origin.problem.alibi[target.head]);
  const Maths distance = origin.number(origin.problem.distance(target.row, target.col));
  return {{Maths(Kind::difference, {origin.before(), Maths(Kind::product, {slope, distance})}), origin.value()}};
}

Derived hidden(const Origin& origin, Maths value) {
  return {{std::move(value)},
          fmt::format("as query {} may not see key {} ({})", origin.target.row + 1, origin.target.col + 1,
                      hidden_by(origin.problem, origin.cell()))};
}

bool is_hidden(const Origin& origin) {
  return !hidden_by(origin.problem, origin.cell()).empty();
}

Derived masked_scores(const Origin& origin) {
  if (is_hidden(origin)) return hidden(origin, "masked");
  const double added = origin.problem.mask.added(origin.cell());
  if (added == 0) return unchanged(origin);
  return {{sum({origin.before(), origin.number(added)}), origin.value()}};
}

Derived blind(const Origin& origin, Maths value) {
  return {{std::move(value)}, fmt::format("as query {} may see no key", origin.target.row + 1)};
}

Maths exponent(const Origin& origin, const SoftmaxRow& softmax, std::size_t at) {
  return origin.number(softmax.scores[at] - softmax.shift);
}

/// Where the target's key stands among those that may be seen.
std::size_t place_of_key(const Origin& origin, const SoftmaxRow& softmax) {
  std::size_t at = 0;
  while (softmax.keys[at] != origin.target.col) ++at;
  return at;
}

Derived exponentials(const Origin& origin) {
  const SoftmaxRow softmax = origin.softmax();
  if (softmax.keys.empty()) return blind(origin, origin.value());
  if (is_hidden(origin)) return hidden(origin, origin.number(0));
  const std::size_t at = place_of_key(origin, softmax);
  Derived work;
  if (softmax.shift != 0)
    work.sides.push_back(
        power_of_e({Kind::difference, {origin.number(softmax.scores[at]), origin.number(softmax.shift)}}));
  work.sides.push_back(power_of_e(exponent(origin, softmax, at)));
  work.sides.push_back(origin.number(softmax.exponentials[at]));
  return work;
}

Maths sum_of_powers(const Origin& origin, const SoftmaxRow& softmax) {
  Terms powers;
  for (std::size_t at = 0; at < softmax.keys.size(); ++at) powers.push_back(power_of_e(exponent(origin, softmax, at)));
  if (softmax.sink) powers.push_back(power_of_e(origin.number(*softmax.sink - softmax.shift)));
  return sum(std::move(powers));
}

Derived row_sum(const Origin& origin) {
  const SoftmaxRow softmax = origin.softmax();
  if (softmax.keys.empty()) return blind(origin, origin.value());
  Terms numbers;
  for (const double e : softmax.exponentials) numbers.push_back(origin.number(e));
  if (softmax.sink) numbers.push_back(origin.number(softmax.sink_exponential));
  return {{sum_of_powers(origin, softmax), sum(std::move(numbers)), origin.number(softmax.sum)}};
}

Derived weights(const Origin& origin) {
  if (origin.problem.start == Start::weights) return {{origin.value()}, "as given"};
  const SoftmaxRow softmax = origin.softmax();
  if (softmax.keys.empty()) return blind(origin, origin.value());
  if (is_hidden(origin)) return hidden(origin, origin.number(0));
  const std::size_t at = place_of_key(origin, softmax);
  const Maths powers(Kind::fraction, {power_of_e(exponent(origin, softmax, at)), sum_of_powers(origin, softmax)});
  const Maths numbers(Kind::fraction, {origin.number(softmax.exponentials[at]), origin.number(softmax.sum)});
  return {{powers, numbers, origin.value()}};
}

/// A key that may not be seen adds nothing, whatever its value is.
Derived head_output(const Origin& origin) {
  const View weights = origin.matrix(Step::weights), values = origin.matrix(Step::head_V);
  const auto [i, c] = std::pair(origin.target.row, origin.target.col);
  Terms terms;
  for (std::size_t j = 0; j < weights.cols; ++j) {
    const bool adds =
        weights(i, j) != 0 || hidden_by(origin.problem, {origin.target.sequence, origin.target.head, i, j}).empty();
    if (adds) terms.push_back({Kind::product, {origin.number(weights(i, j)), origin.number(values(j, c))}});
  }
  if (terms.empty()) return blind(origin, origin.value());
  return {{sum(std::move(terms)), origin.value()}};
}

Derived concat(const Origin& origin) {
  const std::size_t d_v = origin.problem.shape.d_v;
  return origin.copied(Step::head_output, origin.target.col / d_v, origin.target.row, origin.target.col % d_v);
}

Derived output(const Origin& origin) {
  const Projection& projection = origin.problem.project_O;
  const auto [i, j] = std::pair(origin.target.row, origin.target.col);
  const View concat = origin.matrix(Step::concat);
  if (projection.identity && projection.b.empty()) return origin.copied(Step::concat, 0, i, j);
  Terms terms = projection.identity ? Terms{origin.number(concat(i, j))} : products(origin, concat, i, projection.W, j);
  if (!projection.b.empty()) terms.push_back(origin.number(projection.b[j]));
  return {{sum(std::move(terms)), origin.value()}};
}

struct Row {
  Step step;
  Derived (*work)(const Origin& origin);
};

/// A row for each step, in their order.
constexpr Row rows[] = {
    {Step::Q, projected},
    {Step::K, projected},
    {Step::V, projected},
    {Step::head_Q, column<Step::head_Q, Step::Q>},
    {Step::head_K, column<Step::head_K, Step::K>},
    {Step::head_V, column<Step::head_V, Step::V>},
    {Step::normed_Q, normed<Step::normed_Q>},
    {Step::normed_K, normed<Step::normed_K>},
    {Step::rotated_Q, rotated<Step::rotated_Q>},
    {Step::rotated_K, rotated<Step::rotated_K>},
    {Step::scores, scores},
    {Step::scaled_scores, scaled_scores},
    {Step::capped_scores, capped_scores},
    {Step::alibi_scores, alibi_scores},
    {Step::masked_scores, masked_scores},
    {Step::exponentials, exponentials},
    {Step::row_sum, row_sum},
    {Step::weights, weights},
    {Step::head_output, head_output},
    {Step::concat, concat},
    {Step::output, output},
};
static_assert(std::size(rows) == step_count);

/// Every long sum inside, and how many terms the longest has.
std::size_t shorten(Maths& maths) {
  std::size_t terms = 0;
  for (Maths& part : maths.parts) terms = std::max(terms, shorten(part));
  if (maths.kind != Kind::sum || maths.parts.size() <= most_terms) return terms;
  terms = maths.parts.size();
  maths.parts = shortened(std::move(maths.parts), false);
  return terms;
}

} // namespace

std::vector<Maths> shortened(std::vector<Maths> parts, bool full) {
  if (full || parts.size() <= most_terms) return parts;
  std::vector<Maths> few(parts.begin(), parts.begin() + first_terms);
  few.push_back({Kind::dots, ""});
  few.push_back(std::move(parts.back()));
  return few;
}

std::string_view hidden_by(const Problem& problem, const Cell& cell) {
  constexpr std::string_view reasons[] = {
      "causal mask", "keep is 0 there",   "block is 1 there",   "add is -inf there",
      "padding",     "beyond the length", "outside the window", "a padding query",
  };
  if (problem.start == Start::weights) return {};
  const auto part = problem.mask.blocked_by(cell);
  return part ? reasons[static_cast<std::size_t>(*part)] : std::string_view{};
}

std::string_view source_name(const Problem& problem, Step step) {
  if (step == Step::V && problem.context_V.given()) return "context_V";
  return step != Step::Q && problem.context.given() ? "context" : "X";
}

const Projection& projection_of(const Problem& problem, Step step) {
  return step == Step::Q ? problem.project_Q : step == Step::K ? problem.project_K : problem.project_V;
}

SoftmaxRow softmax_row(const Problem& problem, const Trace& trace, const Target& target, const Manner& manner) {
  const auto pick = [&](Step step) {
    return stage(step).pick(trace, problem.shape, target.head).row_range(target.row, 1);
  };
  const View scores = pick(source(problem, Step::masked_scores));
  const bool readable = target.plain_exponentials || target.step == Step::weights;
  const bool plain = manner.rounded || (readable && !(manner.may_shift && powers_are_small(scores)));
  const Setting setting{problem, target.sequence, target.head, plain, manner.rounded};
  SoftmaxRow row;
  for (std::size_t j = 0; j < scores.cols; ++j)
    if (std::isfinite(scores(0, j))) row.keys.push_back(j);
  if (row.keys.empty()) return row;
  const std::array inputs{scores};
  const Matrix<double> exponentials = stage(Step::exponentials).work(setting, inputs);
  const View told = manner.rounded ? pick(Step::exponentials) : exponentials.view();
  const std::array told_inputs{told, scores};
  row.sum = manner.rounded ? pick(Step::row_sum)(0, 0) : stage(Step::row_sum).work(setting, told_inputs)(0, 0);
  row.shift = work::softmax_shift(setting, scores, 0);
  if (!problem.sinks.empty()) {
    row.sink = problem.sinks[target.head];
    row.sink_exponential = exponential(*row.sink - row.shift);
    if (manner.rounded) row.sink_exponential = round_decimals(row.sink_exponential, *manner.rounded);
  }
  for (const std::size_t j : row.keys) {
    row.scores.push_back(scores(0, j));
    row.exponentials.push_back(told(0, j));
  }
  return row;
}

Maths shown(double value, const Manner& manner) {
  constexpr int all_digits = 12;
  if (manner.rounded && manner.decimals >= *manner.rounded)
    if (const Maths whole = number(value, all_digits); whole.is_exact) return whole;
  return number(value, manner.decimals);
}

std::string entry_path(const std::string& step_path, Step step, std::size_t row, std::size_t col) {
  return step == Step::row_sum ? fmt::format("{}[{}]", step_path, row) : fmt::format("{}[{}][{}]", step_path, row, col);
}

Derived working(const Problem& problem, const Trace& trace, const Target& target, const Manner& manner) {
  return rows[static_cast<std::size_t>(target.step)].work(Origin(problem, trace, target, manner));
}

Maths told(const Derived& working, const Maths& name, bool full) {
  std::vector<Maths> sides = working.sides;
  if (!name.empty()) sides.insert(sides.begin(), name);
  Maths all = chain(sides); // the signs are those of the whole sums
  const std::size_t terms = full ? 0 : shorten(all);
  if (terms != 0) all.parts.push_back(fmt::format(" ({} terms)", terms));
  if (!working.note.empty()) all.parts.push_back(", " + working.note);
  return all;
}

Maths derivation(const Problem& problem, const Trace& trace, const Target& target, const Manner& manner) {
  const std::string of_step = path(problem, target.step, target.sequence, target.head);
  const Maths name(Kind::path, entry_path(of_step, target.step, target.row, target.col));
  return told(working(problem, trace, target, manner), name, manner.full);
}

} // namespace attn
