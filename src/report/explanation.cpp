#include "report/explanation.h"

#include "attention/by_hand.h"
#include "attention/stage.h"
#include "report/blind.h"
#include "report/explained.h"
#include "report/facts.h"
#include "report/labels.h"
#include "report/relation.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <utility>

namespace attn {
namespace {

using Kind = Maths::Kind;

Maths letter(std::string_view name, std::size_t index) {
  return {Kind::letter, fmt::format("{}{}", name, index + 1)};
}

/// The label of a row in brackets, if it says more than its number does.
std::string in_brackets(const std::string& label, char letter, std::size_t index) {
  return label == fmt::format("{}{}", letter, index + 1) ? "" : fmt::format(" ({})", label);
}

/// Where a head's own Q, K or V come from.
struct Projected {
  Step whole;                               ///< Q, K, V of all heads
  std::string_view letter;                  ///< of a row: "q"
  const PerSequence<Matrix<double>>* given; ///< instead of a projection
};

Projected projected(const Problem& problem, Step of_head) {
  if (of_head == Step::head_Q) return {Step::Q, "q", &problem.Q};
  if (of_head == Step::head_K) return {Step::K, "k", &problem.K};
  return {Step::V, "v", &problem.V};
}

/// What is the same for all that is told of a sequence.
struct Told {
  const Problem& problem;
  const Trace& trace;
  std::size_t sequence;
  const ExplanationOptions& options;
};

/// Tells the steps of one query, in one head or after all heads.
class QueryTeller {
public:
  QueryTeller(const Told& of, std::size_t head, std::size_t query, bool tells_rows)
      : s_(of), problem_(of.problem), manner_(of.options.manner), head_(head), query_(query), tells_rows_(tells_rows),
        keys_(key_labels(of.problem, of.sequence)) {}

  std::vector<ExplainedStep> in_head() {
    tell(Step::head_Q, &QueryTeller::tell_query);
    tell(Step::normed_Q, &QueryTeller::tell_normed);
    tell(Step::rotated_Q, &QueryTeller::tell_rotated);
    if (tells_rows_) tell(Step::head_K, &QueryTeller::tell_rows);
    if (tells_rows_) tell(Step::normed_K, &QueryTeller::tell_normed);
    if (tells_rows_) tell(Step::rotated_K, &QueryTeller::tell_rotated);
    tell(Step::scores, &QueryTeller::tell_scores);
    tell(Step::scaled_scores, &QueryTeller::tell_scaled_scores);
    tell(Step::capped_scores, &QueryTeller::tell_capped_scores);
    tell(Step::alibi_scores, &QueryTeller::tell_alibi_scores);
    tell(Step::masked_scores, &QueryTeller::tell_masked_scores);
    tell(Step::exponentials, &QueryTeller::tell_exponentials);
    tell(Step::row_sum, &QueryTeller::tell_sum);
    tell(Step::weights, &QueryTeller::tell_weights);
    if (!problem_.has_values() && wanted(Step::head_output)) tell_letters();
    if (tells_rows_) tell(Step::head_V, &QueryTeller::tell_rows);
    tell(Step::head_output, &QueryTeller::tell_head_output);
    return std::move(steps_);
  }

  std::vector<ExplainedStep> after_heads() {
    tell(Step::concat, &QueryTeller::tell_concat);
    tell(Step::output, &QueryTeller::tell_output);
    return std::move(steps_);
  }

private:
  using Tell = void (QueryTeller::*)(ExplainedStep&, Step);

  bool wanted(Step step) const {
    const auto& steps = s_.options.steps;
    const bool of_head = step == Step::head_Q || step == Step::head_K || step == Step::head_V;
    return !steps || steps->has(step) || (of_head && steps->has(projected(problem_, step).whole));
  }

  void tell(Step step, Tell how) {
    if (!stage(step).applies(problem_) || !wanted(step)) return;
    ExplainedStep& told = steps_.emplace_back();
    const bool of_query = stage(step).rows == Axis::queries;
    told.key = stage(step).name;
    told.title = stage(step).title;
    told.path = path(problem_, step, s_.sequence, head_) + (of_query ? fmt::format("[{}]", query_) : "");
    (this->*how)(told, step);
  }

  Target target(Step step, std::size_t row, std::size_t col) const {
    return {step, s_.sequence, head_, row, col, true};
  }
  Derived work(Step step, std::size_t row, std::size_t col) const {
    return working(problem_, s_.trace, target(step, row, col), manner_);
  }
  View matrix(Step step) const { return stage(step).pick(s_.trace, problem_.shape, head_); }
  Maths number(double value) const { return shown(value, manner_); }
  Maths show(const Derived& working, const Maths& name = {}) const { return told(working, name, manner_.full); }
  std::size_t keys() const { return problem_.shape.keys(); }
  Cell cell(std::size_t key) const { return {s_.sequence, head_, query_, key}; }
  std::string_view hidden(std::size_t key) const { return hidden_by(problem_, cell(key)); }
  bool is_blind() const {
    const auto& blind = s_.trace.blind;
    return std::ranges::find(blind, head_ * problem_.shape.n + query_) != blind.end();
  }

  ExplainedLine line(Step step, std::size_t row, std::size_t col, std::string label, Maths maths) const {
    const std::string of = path(problem_, step, s_.sequence, head_);
    return {std::move(label), std::move(maths), entry_path(of, step, row, col), matrix(step)(row, col)};
  }

  Maths vector(View values, std::size_t row) const {
    std::vector<Maths> entries;
    for (std::size_t c = 0; c < values.cols; ++c) entries.push_back(number(values(row, c)));
    return {Kind::vector, shortened(std::move(entries), manner_.full)};
  }

  /// How each coordinate of a row is worked, where it is worked at all, and then the row as a vector.
  void add_row(ExplainedStep& told, Step step, std::size_t row, const std::string& label, const Maths& name) const {
    std::string note;
    for (std::size_t c = 0; c < matrix(step).cols; ++c) {
      Derived coordinate = work(step, row, c);
      note = coordinate.note;
      if (step == Step::output && coordinate.is_copy) continue; // worked in its head
      while (coordinate.is_copy && coordinate.sides.front().kind == Kind::path && coordinate.sides.size() > 2)
        coordinate.sides.erase(coordinate.sides.begin()); // the path of the same number in a larger matrix
      if (coordinate.sides.size() < 2 || coordinate.sides.front().kind == Kind::path) continue;
      const std::string of = fmt::format("{}{}coordinate {}", label, label.empty() ? "" : ", ", c + 1);
      told.lines.push_back(line(step, row, c, of, show(coordinate)));
    }
    const bool is_numbered = label == fmt::format("k{}", row + 1); // as its name is
    ExplainedLine whole{is_numbered ? "" : label, show({{vector(matrix(step), row)}, note}, name)};
    whole.path = fmt::format("{}[{}]", path(problem_, step, s_.sequence, head_), row);
    told.lines.push_back(std::move(whole));
  }

  /// "Rows of X times W_Q, plus b_Q. Head 2 has columns 3-4."
  void say_projection(ExplainedStep& told, Step step) const {
    const auto [whole, letter, given] = projected(problem_, step);
    const Projection& projection = projection_of(problem_, whole);
    const std::string_view key = stage(whole).key, source = source_name(problem_, whole);
    std::string words = given->given()        ? fmt::format("{} as given", key)
                        : projection.identity ? fmt::format("{} as it is, since W_{} is the identity", source, key)
                                              : fmt::format("{}·W_{}", source, key);
    if (!projection.b.empty()) words += fmt::format(", plus b_{}", key);
    told.words.push_back(words + ".");
    const std::size_t heads = step == Step::head_Q ? problem_.shape.heads : problem_.shape.kv_heads;
    const std::size_t own = step == Step::head_Q ? head_ : problem_.shape.kv_head(head_);
    const std::size_t width = matrix(step).cols;
    if (heads > 1) {
      const std::string columns = width == 1 ? fmt::format("column {}", own + 1)
                                             : fmt::format("columns {}-{}", own * width + 1, (own + 1) * width);
      const std::string shared =
          heads == problem_.shape.heads ? "" : fmt::format(", those of key/value head {}", own + 1);
      told.words.push_back(fmt::format("Head {} has {}{}.", head_ + 1, columns, shared));
    }
    if (heads == 1 && problem_.shape.heads > 1 && step != Step::head_Q) told.words.push_back("All heads share them.");
    if (step != Step::head_Q && problem_.shape.past != 0)
      told.words.push_back(fmt::format("The first {} are cached and taken as they are.", problem_.shape.past));
    if (step != Step::head_Q && problem_.shape.extra != 0)
      told.words.push_back(fmt::format("The last {} are extra and taken as they are.", problem_.shape.extra));
  }

  void tell_query(ExplainedStep& told, Step step) {
    told.title = fmt::format("query {}", query_ + 1);
    say_projection(told, step);
    add_row(told, step, query_, "", letter("q", query_));
  }

  /// Keys or values, all of them.
  void tell_rows(ExplainedStep& told, Step step) {
    told.title = step == Step::head_K ? "keys" : "values";
    say_projection(told, step);
    for (std::size_t j = 0; j < keys(); ++j)
      add_row(told, step, j, keys_[j], letter(projected(problem_, step).letter, j));
  }

  /// The query's row, or those of all keys.
  void add_rows(ExplainedStep& told, Step step) const {
    if (stage(step).rows == Axis::queries) return add_row(told, step, query_, "", letter("q", query_));
    for (std::size_t j = 0; j < keys(); ++j) add_row(told, step, j, keys_[j], letter("k", j));
  }

  void say_cached(ExplainedStep& told, Step step) const {
    if (stage(step).rows == Axis::keys && problem_.shape.past != 0)
      told.words.push_back(fmt::format("The first {} are cached and stay as they are.", problem_.shape.past));
  }

  void tell_normed(ExplainedStep& told, Step step) {
    const QkNorm& norm = *problem_.qk_norm;
    const bool is_query = step == Step::normed_Q, has_factors = !(is_query ? norm.Q : norm.K).empty();
    const std::string by = norm.kind == QkNorm::Kind::rms ? "divided by the root of its mean square"
                                                          : "less its mean, divided by the root of its variance";
    told.words.push_back(fmt::format("{} is {}, to which eps is added{}.", is_query ? "The query" : "Each key", by,
                                     has_factors ? ", and each coordinate multiplied by its factor" : ""));
    say_cached(told, step);
    add_rows(told, step);
  }

  void tell_rotated(ExplainedStep& told, Step step) {
    const Rope& rope = *problem_.rope;
    const bool is_query = step == Step::rotated_Q;
    const std::string at = is_query ? fmt::format("position {}", rope.offset + query_)
                                    : fmt::format("its position, the first at {}", rope.offset);
    told.words.push_back(fmt::format("{} is turned by {}: pair i by the angle position · {}^(-2i/{}), where {}.",
                                     is_query ? "The query" : "Each new key", at, rope.base, rope.dims,
                                     rope.interleaved
                                         ? "neighbours are a pair"
                                         : "a coordinate of the first half is a pair with one of the second"));
    if (rope.dims < problem_.shape.d_k)
      told.words.push_back(fmt::format("Coordinates from {} on stay as they are.", rope.dims + 1));
    say_cached(told, step);
    add_rows(told, step);
  }

  /// A line for each key; `name` is what its number is called.
  template <class Name>
  void add_keys(ExplainedStep& told, Step step, Name name) const {
    for (std::size_t j = 0; j < keys(); ++j)
      told.lines.push_back(line(step, query_, j, keys_[j], show(work(step, query_, j), name(j))));
  }
  static Maths nameless(std::size_t) { return {}; }

  void tell_scores(ExplainedStep& told, Step step) {
    const bool given = problem_.start == Start::scores;
    told.words.push_back(given ? "As given." : "The dot product of the query with each key.");
    add_keys(told, step, [&](std::size_t j) -> Maths {
      if (given) return {};
      return {Kind::product, {letter("q", query_), letter("k", j)}};
    });
  }

  void tell_scaled_scores(ExplainedStep& told, Step step) {
    const std::size_t d_k = problem_.shape.d_k;
    const double root = std::sqrt(static_cast<double>(d_k));
    if (d_k != 0 && problem_.scale == 1 / root) {
      told.words.push_back(fmt::format("Each score divided by the square root of d_k, and d_k is {}.", d_k));
      const Maths of(Kind::root, {Maths(Kind::letter, "d_k")});
      told.lines.push_back(
          {"", show({{Maths(Kind::root, {Maths(Kind::number, std::to_string(d_k))}), number(root)}}, of)});
    } else {
      told.words.push_back(fmt::format("Each score times the scale {}, as given.", plain_text(number(problem_.scale))));
    }
    add_keys(told, step, nameless);
  }

  void tell_capped_scores(ExplainedStep& told, Step step) {
    const std::string cap = plain_text(number(*problem_.softcap));
    told.words.push_back(fmt::format("A softcap keeps every score between -{} and {}.", cap, cap));
    add_keys(told, step, nameless);
  }

  void tell_alibi_scores(ExplainedStep& told, Step step) {
    told.words.push_back(fmt::format("ALiBi: the slope of the head, {}, times the distance from the query to each key "
                                     "is taken off.",
                                     plain_text(number(problem_.alibi[head_]))));
    add_keys(told, step, nameless);
  }

  /// What stays is not worked again.
  void tell_masked_scores(ExplainedStep& told, Step step) {
    told.words.push_back(fmt::format("The mask: {}.", problem_.mask.words()));
    for (std::size_t j = 0; j < keys(); ++j) {
      const std::string_view reason = hidden(j);
      Maths maths = reason.empty() && problem_.mask.added(cell(j)) != 0 ? show(work(step, query_, j))
                    : reason.empty() ? row({number(matrix(step)(query_, j)), ", stays"})
                                     : Maths(fmt::format("masked ({})", reason));
      told.lines.push_back(line(step, query_, j, keys_[j], std::move(maths)));
    }
  }

  SoftmaxRow softmax() const { return softmax_row(problem_, s_.trace, target(Step::exponentials, query_, 0), manner_); }

  std::string sentence_on_shift(const SoftmaxRow& softmax) const {
    const bool large = std::ranges::any_of(softmax.scores, [](double s) { return std::fabs(s) > plain_limit; });
    if (softmax.shift == 0)
      return large ? "e to the power of each score. The largest score of the row is 0, so nothing is taken off first."
                   : "e to the power of each score. Nothing is taken off first, as no score exceeds 20 in size.";
    const bool is_sink = softmax.sink && *softmax.sink == softmax.shift;
    return fmt::format("The {}, {}, is taken off first, as {}. The weights are the same.",
                       is_sink ? "sink, the largest score of the row" : "largest score of the row",
                       plain_text(number(softmax.shift)),
                       large             ? "some score exceeds 20 in size"
                       : manner_.rounded ? "every power would round to 0"
                                         : "every power would be below 0.1");
  }

  std::string blind_sentence() const {
    const std::string got =
        problem_.masked_row == MaskedRow::zero ? "every weight is 0" : fmt::format("every weight is 1/{}", keys());
    return fmt::format("Query {} may see no key: {}.", query_ + 1, got);
  }

  /// Whether what is told stands in the result too, where exponentials are e^(s − row maximum).
  bool as_in_result(const SoftmaxRow& row) const { return manner_.rounded || row.shift != 0; }

  void tell_exponentials(ExplainedStep& told, Step step) {
    if (is_blind()) return told.words.push_back(blind_sentence());
    const SoftmaxRow row = softmax();
    told.words.push_back(sentence_on_shift(row));
    if (!as_in_result(row)) told.path.clear();
    for (std::size_t j = 0, at = 0; j < keys(); ++j) {
      const std::string_view reason = hidden(j);
      ExplainedLine each{keys_[j], reason.empty() ? show(work(step, query_, j)) : Maths(fmt::format("0 ({})", reason))};
      if (!told.path.empty()) each.path = fmt::format("{}[{}]", told.path, j);
      each.value = reason.empty() ? row.exponentials[at++] : 0;
      told.lines.push_back(std::move(each));
    }
  }

  void tell_sum(ExplainedStep& told, Step step) {
    if (is_blind()) return told.words.push_back(blind_sentence());
    told.title = "sum of the exponentials";
    const SoftmaxRow row = softmax();
    told.words.push_back(row.sink ? fmt::format("The exponentials added up, and that of the sink, whose score is {}.",
                                                plain_text(number(*row.sink)))
                                  : "The exponentials added up.");
    if (!as_in_result(softmax())) told.path.clear();
    Derived sum = work(step, query_, 0);
    sum.sides.erase(sum.sides.begin());                               // the powers stand in the step before
    if (sum.sides.front().kind == Kind::number) sum.sides.pop_back(); // of one key alone
    told.lines.push_back({"", show(sum), told.path, softmax().sum});
  }

  void tell_weights(ExplainedStep& told, Step step) {
    const bool given = problem_.start == Start::weights;
    told.words.push_back(given        ? "As given."
                         : is_blind() ? blind_sentence()
                                      : "Each exponential divided by their sum.");
    for (std::size_t j = 0; j < keys(); ++j) {
      Derived weight = work(step, query_, j);
      if (weight.sides.size() > 2) weight.sides.erase(weight.sides.begin()); // the powers, as before
      const std::string_view reason = hidden(j);
      weight.note = reason.empty() || is_blind() ? "" : std::string(reason);
      told.lines.push_back(line(step, query_, j, keys_[j], show(weight, letter("a", j))));
    }
  }

  /// a1·v1 + a2·v2 of all keys that may be seen, with the weights as numbers and the values as `value` shows them.
  template <class Value>
  Maths weighted_sum(Value value) const {
    std::vector<Maths> terms;
    for (std::size_t j = 0; j < keys(); ++j)
      if (matrix(Step::weights)(query_, j) != 0 || hidden(j).empty())
        terms.push_back({Kind::product, {number(matrix(Step::weights)(query_, j)), value(j)}});
    return terms.empty() ? number(0) : terms.size() == 1 ? terms.front() : Maths(Kind::sum, std::move(terms));
  }

  Maths in_letters() const {
    return show({{weighted_sum([](std::size_t j) { return letter("v", j); })}}, letter("z", query_));
  }

  /// Without values the sum of them is told in letters.
  void tell_letters() {
    ExplainedStep& told = steps_.emplace_back();
    told.key = stage(Step::head_output).name;
    told.title = "the weighted sum of the values, which are not given";
    told.words.push_back("Each value times its weight, added up.");
    told.lines.push_back({"", in_letters()});
  }

  void tell_head_output(ExplainedStep& told, Step step) {
    told.title = fmt::format("output of head {}", head_ + 1);
    told.words.push_back(is_blind() ? blind_sentence() : "Each value times its weight, added up.");
    const View values = matrix(Step::head_V);
    const Maths in_vectors = weighted_sum([&](std::size_t j) { return vector(values, j); });
    if (!is_blind()) {
      told.lines.push_back({"", in_letters()});
      told.lines.push_back({"", show({{in_vectors}}, letter("z", query_))});
    }
    add_row(told, step, query_, "", letter("z", query_));
  }

  void tell_concat(ExplainedStep& told, Step step) {
    told.words.push_back(problem_.shape.heads == 1 ? "There is one head."
                                                   : "The outputs of all heads, one after the other.");
    told.lines.push_back({"", vector(matrix(step), query_), told.path});
  }

  void tell_output(ExplainedStep& told, Step step) {
    const Projection& projection = problem_.project_O;
    std::string words = projection.identity ? "As it is, since W_O is the identity" : "Times W_O";
    if (!projection.b.empty()) words += ", plus b_O";
    told.words.push_back(words + ".");
    add_row(told, step, query_, "", letter("y", query_));
  }

  const Told& s_;
  const Problem& problem_;
  const Manner& manner_;
  std::size_t head_, query_;
  bool tells_rows_; ///< keys and values too: they are the same for every query
  Labels keys_;
  std::vector<ExplainedStep> steps_;
};

/// Tells the queries of one sequence.
class SequenceTeller {
public:
  SequenceTeller(const Told& of, std::vector<ExplainedChapter>& chapters)
      : s_(of), queries_(query_labels(of.problem, of.sequence)), chapters_(chapters) {}

  void tell() {
    const auto [first, end] = range(s_.options.query, s_.problem.shape.n);
    for (std::size_t query = first; query < end; ++query) tell(query, query == first);
  }

private:
  static std::pair<std::size_t, std::size_t> range(std::optional<std::size_t> one, std::size_t count) {
    return one ? std::pair(*one, *one + 1) : std::pair(std::size_t{0}, count);
  }

  void tell(std::size_t query, bool is_first) {
    const auto [first, end] = range(s_.options.head, s_.problem.shape.heads);
    for (std::size_t head = first; head < end; ++head)
      add(query, head, QueryTeller(s_, head, query, is_first).in_head());
    const bool all_heads = end - first == s_.problem.shape.heads;
    if (all_heads || s_.options.steps) add(query, std::nullopt, QueryTeller(s_, 0, query, is_first).after_heads());
  }

  void add(std::size_t query, std::optional<std::size_t> head, std::vector<ExplainedStep> steps) {
    if (steps.empty()) return;
    ExplainedChapter& chapter = chapters_.emplace_back();
    chapter.title = fmt::format("Query {}{}{}", query + 1, in_brackets(queries_[query], 'q', query),
                                head ? fmt::format(" in head {}", *head + 1) : ", all heads");
    if (s_.problem.batched) {
      chapter.title += fmt::format(", sequence {}", s_.sequence + 1);
      chapter.about.emplace_back("sequence", s_.sequence + 1);
    }
    chapter.about.emplace_back("query", query + 1);
    if (head) chapter.about.emplace_back("head", *head + 1);
    chapter.steps = std::move(steps);
  }

  const Told& s_;
  Labels queries_;
  std::vector<ExplainedChapter>& chapters_;
};

} // namespace

Report explanation_of(const Problem& problem, const std::vector<Trace>& traces, const Manner& manner) {
  Report report;
  report.schema = "attn-explain/1";
  report.title = problem.title;
  report.dtype = problem.dtype;
  Selection selection;
  selection.rounded = manner.rounded;
  report.facts = facts(problem, selection);
  report.warnings = problem.warnings;
  report.source = problem.source;
  for (std::size_t sequence = 0; sequence < traces.size(); ++sequence)
    for (std::string& warning : blind_warnings(problem, traces[sequence], sequence))
      report.warnings.push_back(std::move(warning));
  return report;
}

Report explanation(const Problem& problem, const std::vector<Trace>& traces, const ExplanationOptions& options) {
  std::vector<ExplainedChapter> chapters;
  for (std::size_t sequence = 0; sequence < traces.size(); ++sequence) {
    const Told told{problem, traces[sequence], sequence, options};
    SequenceTeller(told, chapters).tell();
  }
  Report report = explanation_of(problem, traces, options.manner);
  tell_chapters(chapters, options.manner.full, report);
  return report;
}

} // namespace attn
