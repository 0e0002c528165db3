#include "report/worksheet.h"

#include "report/formula.h"
#include "report/labels.h"
#include "report/results.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <string>

namespace attn {
namespace {

/// Collects what is given as sections that come before the steps.
class Givens {
public:
  explicit Givens(const Problem& problem) : problem_(problem) {}

  std::vector<Section> collect() {
    const Labels queries = query_labels(problem_, 0), keys = key_labels(problem_, 0);
    add("X", problem_.X, queries);
    add("context", problem_.context, keys);
    add("context_V", problem_.context_V, keys);
    add('Q', problem_.project_Q);
    add('K', problem_.project_K);
    add('V', problem_.project_V);
    add('O', problem_.project_O);
    return std::move(sections_);
  }

private:
  void add(std::string name, View values, Labels rows = {}) {
    Section& section = sections_.emplace_back();
    section.key = section.title = std::move(name);
    section.formula = fmt::format("given   [{},{}]", values.rows, values.cols);
    section.block.values = values;
    section.block.row_labels = std::move(rows);
  }
  void add(std::string name, const PerSequence<Matrix<double>>& matrices, const Labels& rows) {
    if (matrices.given()) add(std::move(name), matrices[0], rows);
  }
  void add(char letter, const Projection& projection) {
    const std::vector<double>& b = projection.b;
    if (!projection.identity) add(fmt::format("W_{}", letter), projection.W);
    if (!b.empty()) add(fmt::format("b_{}", letter), View{b.data(), 1, b.size(), b.size(), 1});
  }

  const Problem& problem_;
  std::vector<Section> sections_;
};

/// Which keys are real, as the problem says it.
std::optional<Fact> padding(const Problem& problem) {
  const auto& flags = problem.mask.padding.values;
  if (flags.empty()) return std::nullopt;
  return Fact{"padding", fmt::format("{}   (1: a real key)", fmt::join(flags, " ")), Audience::people};
}

} // namespace

Report worksheet(const Problem& problem, const std::vector<Trace>& traces, bool filled) {
  Selection selection;
  selection.steps = default_steps();
  Report report = results(problem, traces, selection);
  if (auto fact = padding(problem)) report.facts.push_back(std::move(*fact));
  for (Part& part : report.parts) {
    for (Section& step : part.sections) {
      step.path.clear(); // a sheet of paper has no jq
      step.block.is_blank = !filled;
    }
    std::vector<Section> given = Givens(problem).collect();
    std::ranges::move(part.sections, std::back_inserter(given));
    part.sections = std::move(given);
  }
  return report;
}

} // namespace attn
