#include "command/check_lines.h"

#include "command/files.h"
#include "command/tell.h"
#include "problem/json.h"
#include "report/grading_tree.h"

#include <fmt/core.h>

#include <map>
#include <mutex>
#include <utility>

namespace attn {
namespace {

/// Marks lines, several at once.
class LineMarker {
public:
  LineMarker(const std::string& problem, const std::string& file, const MarkingPlan& plan, const LineOptions& lines)
      : file_(file), plan_(plan), lines_(lines) {
    if (problem.empty()) return;
    truth_ = solved(open_source(problem), problem, plan);
    check_marks(truth_->read.problem, plan.grade);
    if (!plan.quiet) tell_remarks(problem, truth_->read.problem);
  }

  /// The line of JSON that an answer gives.
  LineOutcome as_json(const Line& line) const {
    return marked(line, {}, [&](const MarkedAnswer& answer, LineOutcome& outcome) {
      Report report;
      report.tree = grading_tree({&answer, 1}, plan_.telling);
      if (!lines_.no_numbers) report.line = line.number;
      outcome.text = json_line(report);
    });
  }

  /// The row that it gives is kept.
  LineOutcome as_row(const Line& line) {
    const std::string name = fmt::format("{}:{}", file_, line.number);
    try {
      return marked(line, name, [&](const MarkedAnswer& answer, LineOutcome&) { keep(line, answer); });
    } catch (const Refusal& refusal) {
      LineOutcome outcome = failed(line, file_, lines_, refusal.errors);
      outcome.text.clear();
      keep(line, {name, id_of(line), outcome.errors.front()});
      return outcome;
    }
  }

  /// Lines are marked ahead of the one that --fail-fast ends with.
  std::vector<ListedAnswer> rows() {
    std::vector<ListedAnswer> rows;
    for (auto& [number, row] : rows_) {
      rows.push_back(std::move(row));
      if (lines_.fail_fast && !rows.back().all_right) break;
    }
    return rows;
  }

private:
  template <class Told>
  LineOutcome marked(const Line& line, const std::string& name, Told told) const {
    MarkedAnswer answer{name, {}, Error{}};
    LineOutcome outcome;
    if (truth_) {
      mark(answer, *truth_, read_answer(source_of(line.text), file_), plan_);
      told(answer, outcome);
    } else {
      const Solved truth = solved(source_of(line.text), file_, plan_);
      answer.id = truth.read.problem.id;
      mark(answer, truth, expected(truth.read, file_), plan_);
      told(answer, outcome);
      if (!plan_.quiet) outcome.warnings = truth.read.problem.warnings;
    }
    outcome.status = std::get<Grade>(answer.outcome).all_right ? Status::good : Status::not_right;
    return outcome;
  }

  void keep(const Line& line, const MarkedAnswer& answer) {
    ListedAnswer row = listed(answer, plan_.telling);
    const std::lock_guard lock(mutex_);
    rows_.emplace(line.number, std::move(row));
  }

  const std::string& file_;
  const MarkingPlan& plan_;
  const LineOptions& lines_;
  std::optional<Solved> truth_; ///< of the one problem; none: each line has its own
  std::mutex mutex_;
  std::map<std::size_t, ListedAnswer> rows_; ///< by the number of the line
};

} // namespace

Status check_lines(const std::string& problem, const std::string& file, MarkingPlan plan, const Options& options,
                   const LineOptions& lines) {
  const bool is_json = asks_for_json(options);
  LineMarker marker(problem, file, plan, lines);
  Output output(options.output);
  plan.engine.threads = 1; // lines share the threads
  const Status status = each_line(
      file, lines, output, [&](const Line& line) { return is_json ? marker.as_json(line) : marker.as_row(line); });
  if (const auto rows = marker.rows(); !rows.empty())
    format_of(options).write(grading_list(rows), style_of(options), output);
  output.finish();
  return status;
}

} // namespace attn
