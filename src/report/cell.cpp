// One entry of the result: the path that names it, and all that it comes from.

#include "attention/rotary.h"
#include "attention/stage.h"
#include "error.h"
#include "problem/suggest.h"
#include "report/explained.h"
#include "report/explanation.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace attn {
namespace {

/// Reads a path from the left.
class PathReader {
public:
  PathReader(const Problem& problem, const std::string& path)
      : problem_(problem), path_(path.starts_with('.') ? path : fmt::format(".{}", path)), rest_(path_) {}

  Target read() {
    Target target;
    if (problem_.batched) {
      word("batch");
      target.sequence = index(problem_.shape.sequences, "sequences");
    }
    std::string name = key();
    const bool of_head = name == "heads";
    if (of_head) {
      target.head = index(problem_.shape.heads, "heads");
      name = key();
    }
    target.step = step(name, of_head);
    const auto [rows, cols] = size(target.step);
    target.row = index(rows, "rows");
    if (target.step != Step::row_sum) target.col = index(cols, "columns");
    if (!rest_.empty()) refuse(fmt::format("\"{}\" is left over", rest_), "name one number: " + example());
    return target;
  }

private:
  [[noreturn]] void refuse(const std::string& message, const std::string& hint) const {
    throw Refusal(fmt::format("--cell {}: {}", path_, message), hint);
  }

  std::string example() const { return fmt::format("{}.heads[0].weights[0][0]", problem_.batched ? ".batch[0]" : ""); }

  std::string key() {
    const std::size_t end = std::min(rest_.find_first_of(".[", 1), rest_.size());
    std::string name = rest_.starts_with('.') ? rest_.substr(1, end - 1) : "";
    if (name.empty()) refuse("here it should name a step", "paths look like " + example());
    rest_.erase(0, end);
    return name;
  }

  void word(const std::string& expected) {
    if (key() != expected) refuse("the problem is a batch", "begin with the sequence: " + example());
  }

  std::size_t index(std::size_t count, std::string_view what) {
    std::size_t value = 0;
    const std::size_t end = rest_.find(']');
    const bool bracketed = rest_.starts_with('[') && end != std::string::npos;
    const char* const last = rest_.data() + (bracketed ? end : 0);
    const auto [stop, fault] = std::from_chars(rest_.data() + 1, bracketed ? last : rest_.data() + 1, value);
    if (fault == std::errc::result_out_of_range) value = count; // past any end
    if (!bracketed || stop != last || end <= 1)
      refuse(fmt::format("a number in brackets is missing, which of {} {}", count, what),
             "paths look like " + example());
    if (value >= count)
      refuse(fmt::format("{} is past the end, as there are {} {}", rest_.substr(0, end + 1), count, what),
             fmt::format("paths count from 0: [0] to [{}]", count - 1));
    rest_.erase(0, end + 1);
    return value;
  }

  Step step(const std::string& name, bool of_head) const {
    const Level level = of_head ? Level::head : Level::sequence;
    std::vector<std::string_view> keys;
    for (const Stage& row : stages()) {
      if (row.level == level) keys.push_back(row.key);
      if (row.level != level || row.key != name) continue;
      if (!row.applies(problem_))
        refuse(fmt::format("this problem has no {}", row.title), "attn run shows the steps it has");
      return row.step;
    }
    for (const Stage& row : stages())
      if (row.key == name)
        refuse(fmt::format("{} stands {} the heads", name, of_head ? "beside" : "inside"),
               of_head ? fmt::format(".{}[0][0]", name) : fmt::format(".heads[0].{}[0][0]", name));
    refuse(fmt::format("no step is called \"{}\"", name), suggestion(name, keys, "steps"));
  }

  std::pair<std::size_t, std::size_t> size(Step step) const {
    const Shape& shape = problem_.shape;
    const auto rows = stage(step).rows == Axis::queries ? shape.n : shape.keys();
    switch (step) {
    case Step::Q:
      return {rows, shape.heads * shape.d_k};
    case Step::K:
      return {rows, shape.kv_heads * shape.d_k};
    case Step::V:
      return {rows, shape.kv_heads * shape.d_v};
    case Step::head_Q:
    case Step::head_K:
    case Step::normed_Q:
    case Step::normed_K:
    case Step::rotated_Q:
    case Step::rotated_K:
      return {rows, shape.d_k};
    case Step::head_V:
    case Step::head_output:
      return {rows, shape.d_v};
    case Step::concat:
      return {rows, shape.heads * shape.d_v};
    case Step::output:
      return {rows, shape.d_out};
    default:
      return {rows, shape.keys()};
    }
  }

  const Problem& problem_;
  std::string path_;
  std::string rest_;
};

/// Head, row and column; entries of a step are told in this order.
using Entry = std::tuple<std::size_t, std::size_t, std::size_t>;

/// Finds what an entry was worked from, and what that was worked from, until only the problem is left.
class Roots {
public:
  Roots(const Problem& problem, const Trace& trace, const Target& cell, const Manner& manner)
      : problem_(problem), trace_(trace), cell_(cell), manner_(manner) {
    add({cell.step, cell.sequence, cell.head, cell.row, cell.col});
  }

  /// From the cell down to the projections.
  std::vector<ExplainedStep> steps() const {
    std::vector<ExplainedStep> told;
    for (auto step = entries_.rbegin(); step != entries_.rend(); ++step)
      told.push_back(tell(step->first, step->second));
    return told;
  }

private:
  void add(Target target) {
    if (!entries_[target.step].insert({target.head, target.row, target.col}).second) return;
    std::optional<Target> at = target;
    while (at && is_copied(*at)) at = original(*at); // told in the same line
    if (at) follow(*at);
  }
  void add(Step step, std::size_t head, std::size_t row, std::size_t col) {
    add({step, cell_.sequence, head, row, col});
  }

  bool is_copied(const Target& target) const { return working(problem_, trace_, target, manner_).is_copy; }

  /// The entry that a copy is of; none: a number of the problem, where all ends.
  std::optional<Target> original(Target target) const {
    const std::size_t d_v = problem_.shape.d_v;
    switch (target.step) {
    case Step::normed_K:
    case Step::rotated_Q:
    case Step::rotated_K:
    case Step::masked_scores:
      target.step = sources(problem_, target.step).front();
      return target;
    case Step::concat:
      return Target{Step::head_output, target.sequence, target.col / d_v, target.row, target.col % d_v};
    case Step::output:
      target.step = Step::concat;
      return target;
    default:
      return std::nullopt;
    }
  }

  void follow(const Target& at) {
    const Shape& shape = problem_.shape;
    switch (at.step) {
    case Step::normed_Q:
    case Step::normed_K:
      for (std::size_t c = 0; c < shape.d_k; ++c) add(sources(problem_, at.step).front(), at.head, at.row, c);
      return;
    case Step::rotated_Q:
    case Step::rotated_K:
      follow_pair(at);
      return;
    case Step::scores:
      if (problem_.start == Start::scores) return;
      for (std::size_t c = 0; c < shape.d_k; ++c) add(source(problem_, Step::rotated_Q), at.head, at.row, c);
      for (std::size_t c = 0; c < shape.d_k; ++c) add(source(problem_, Step::rotated_K), at.head, at.col, c);
      return;
    case Step::scaled_scores:
    case Step::capped_scores:
    case Step::alibi_scores:
    case Step::masked_scores:
      if (at.step != Step::masked_scores || hidden(at, at.col).empty())
        add(sources(problem_, at.step).front(), at.head, at.row, at.col);
      return;
    case Step::exponentials:
    case Step::row_sum:
    case Step::weights:
      if (problem_.start != Start::weights && (at.step == Step::row_sum || hidden(at, at.col).empty())) follow_row(at);
      return;
    case Step::head_output:
      for (std::size_t j = 0; j < shape.keys(); ++j) {
        if (!hidden(at, j).empty()) continue;
        add(Step::weights, at.head, at.row, j);
        add(Step::head_V, at.head, j, at.col);
      }
      return;
    case Step::output:
      for (std::size_t k = 0; k < shape.heads * shape.d_v; ++k)
        add(Step::head_output, k / shape.d_v, at.row, k % shape.d_v);
      return;
    default:
      return;
    }
  }

  /// A turned coordinate comes from both of its pair.
  void follow_pair(const Target& at) {
    const std::size_t pair = pair_with(*problem_.rope, at.col);
    const auto [first, second] = pair_of(*problem_.rope, pair);
    const Step before = sources(problem_, at.step).front();
    add(before, at.head, at.row, first);
    add(before, at.head, at.row, second);
  }

  /// The softmax of a row takes every score of it that is seen.
  void follow_row(const Target& at) {
    const Step scores = source(problem_, Step::masked_scores);
    for (std::size_t j = 0; j < problem_.shape.keys(); ++j)
      if (hidden(at, j).empty()) add(scores, at.head, at.row, j);
  }

  std::string_view hidden(const Target& at, std::size_t key) const {
    return hidden_by(problem_, {at.sequence, at.head, at.row, key});
  }

  ExplainedStep tell(Step step, const std::set<Entry>& entries) const {
    ExplainedStep told;
    told.key = stage(step).name;
    told.title = stage(step).title;
    for (const auto& [head, row, col] : entries) {
      const Target target{step, cell_.sequence, head, row, col};
      told.lines.push_back({"", derivation(problem_, trace_, target, manner_),
                            entry_path(path(problem_, step, cell_.sequence, head), step, row, col),
                            stage(step).pick(trace_, problem_.shape, head)(row, col)});
    }
    return told;
  }

  const Problem& problem_;
  const Trace& trace_;
  const Target& cell_;
  const Manner& manner_;
  std::map<Step, std::set<Entry>> entries_;
};

} // namespace

Target find_cell(const Problem& problem, const std::string& path) {
  return PathReader(problem, path).read();
}

Report origin_of_cell(const Problem& problem, const std::vector<Trace>& traces, const Target& cell,
                      const Manner& manner) {
  ExplainedChapter chapter;
  chapter.title = entry_path(path(problem, cell.step, cell.sequence, cell.head), cell.step, cell.row, cell.col);
  chapter.about = {{"cell", chapter.title}};
  chapter.steps = Roots(problem, traces[cell.sequence], cell, manner).steps();
  Report report = explanation_of(problem, traces, manner);
  tell_chapters({chapter}, manner.full, report);
  return report;
}

} // namespace attn
