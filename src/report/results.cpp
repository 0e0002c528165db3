// The steps that were worked, each under the name, title and path that the table of stages gives it.

#include "report/results.h"

#include "attention/stage.h"
#include "report/blind.h"
#include "report/derivation.h"
#include "report/facts.h"
#include "report/formula.h"
#include "report/labels.h"
#include "report/working.h"

#include <cassert>
#include <fmt/format.h>
#include <string_view>

namespace attn {
namespace {

/// "scores" are the "scores of head 1", the "output of the head" is the "output of head 1".
std::string title_of_head(const Stage& stage, std::size_t head) {
  constexpr std::string_view whose = " of the head";
  std::string_view title = stage.title;
  if (title.ends_with(whose)) title.remove_suffix(whose.size());
  return fmt::format("{} of head {}", title, head + 1);
}

std::string_view axis_name(Axis axis) {
  constexpr std::string_view names[] = {"query", "key", "feature"};
  return names[static_cast<std::size_t>(axis)];
}

/// Steps where a blocked pair is 0 and not masked.
bool is_softmaxed(Step step) {
  return step == Step::exponentials || step == Step::weights;
}

/// Makes the sections of one sequence.
class PartMaker {
public:
  PartMaker(const Problem& problem, const Trace& trace, const Selection& selection, std::size_t sequence)
      : problem_(problem), trace_(trace), selection_(selection), sequence_(sequence),
        queries_(query_labels(problem, sequence)), keys_(key_labels(problem, sequence)) {}

  Part make() {
    for (const Stage& stage : stages())
      if (stage.level == Level::sequence && stage.step < Step::head_Q) add(stage, 0);
    for (std::size_t head = 0; head < problem_.shape.heads; ++head) add_head(head);
    for (const Stage& stage : stages())
      if (stage.level == Level::sequence && stage.step > Step::head_output) add(stage, 0);
    if (tells_people()) part_.given = given(problem_, sequence_);
    if (asks_for_heads()) part_.heads = problem_.shape.heads;
    return std::move(part_);
  }

private:
  bool tells_people() const { return selection_.audience != Audience::machines; }

  bool asks_for_heads() const {
    for (const Stage& stage : stages())
      if (stage.level == Level::head && selection_.steps.has(stage.step)) return true;
    return false;
  }

  void add_head(std::size_t head) {
    if (selection_.head.value_or(head) != head) return;
    for (const Stage& stage : stages())
      if (stage.level == Level::head) add(stage, head);
  }

  void add(const Stage& stage, std::size_t head) {
    if (!selection_.steps.has(stage.step) || !stage.applies(problem_)) return;
    Section& section = part_.sections.emplace_back();
    section.key = stage.key;
    section.name = stage.name;
    if (stage.level == Level::head) section.head = head;
    section.path = path(problem_, stage.step, sequence_, head);
    section.block = block(stage, head);
    if (tells_people()) describe(section, stage, head);
  }

  void describe(Section& section, const Stage& stage, std::size_t head) const {
    section.title = stage.level == Level::head ? title_of_head(stage, head) : std::string(stage.title);
    section.formula = formula(problem_, stage.step, head, selection_.rounded.has_value());
    section.working = working(problem_, stage.step, sequence_, head);
    if (selection_.derived) section.derivation = derivations(stage.step, head);
  }

  /// Refers to the problem and the trace, and to nothing of this.
  std::function<std::string(std::size_t row, std::size_t col)> derivations(Step step, std::size_t head) const {
    return [problem = &problem_, trace = &trace_, sequence = sequence_, step, head](std::size_t row, std::size_t col) {
      return plain_text(derivation(*problem, *trace, {step, sequence, head, row, col}));
    };
  }

  Block block(const Stage& stage, std::size_t head) const {
    Block block;
    block.values = stage.pick(trace_, problem_.shape, head);
    assert(!block.values.empty());
    block.row_labels = labels(stage.rows);
    block.col_labels = labels(stage.cols);
    if (stage.rows == Axis::queries) block.only_row = selection_.query;
    block.is_vector = stage.step == Step::row_sum;
    block.dtype = dtype_of(problem_, stage.step);
    block.row_axis = axis_name(stage.rows);
    block.col_axis = axis_name(stage.cols);
    if (is_softmaxed(stage.step) && problem_.mask.given())
      block.blocked = [mask = &problem_.mask, sequence = sequence_, head](std::size_t row, std::size_t col) {
        return mask->blocked_by({sequence, head, row, col}).has_value();
      };
    return block;
  }

  Labels labels(Axis axis) const {
    if (axis == Axis::queries) return queries_;
    return axis == Axis::keys ? keys_ : Labels{};
  }

  const Problem& problem_;
  const Trace& trace_;
  const Selection& selection_;
  std::size_t sequence_;
  Labels queries_, keys_;
  Part part_;
};

} // namespace

StepSet default_steps() {
  StepSet steps;
  for (const Stage& stage : stages())
    if (!stage.on_demand) steps.add(stage.step);
  return steps;
}

Report results(const Problem& problem, const std::vector<Trace>& traces, const Selection& selection) {
  Report report;
  report.schema = "attn/1";
  report.title = problem.title;
  report.dtype = problem.dtype;
  report.facts = facts(problem, selection);
  report.batched = problem.batched;
  report.warnings = problem.warnings;
  report.source = problem.source;
  for (std::size_t sequence = 0; sequence < traces.size(); ++sequence) {
    report.parts.push_back(PartMaker(problem, traces[sequence], selection, sequence).make());
    for (std::string& warning : blind_warnings(problem, traces[sequence], sequence))
      report.warnings.push_back(std::move(warning));
  }
  return report;
}

} // namespace attn
