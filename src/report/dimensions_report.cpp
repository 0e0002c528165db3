// The tables of `attn shapes` for people, and the same as a tree for machines.

#include "attention/stage.h"
#include "error.h"
#include "report/count.h"
#include "report/dimensions.h"
#include "report/facts.h"
#include "report/heads_layout.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <optional>

namespace attn {
namespace {

using enum TextTable::Align;
using Object = Tree::Object;

/// A cell for a count; nothing where there is nothing.
std::string cell(std::size_t count) {
  return count == 0 ? "" : grouped(count);
}

Passage passage(std::string title, TextTable table) {
  table.is_ours = true;
  return {std::move(title), "", std::move(table)};
}

class DimensionsReport {
public:
  explicit DimensionsReport(const Problem& problem)
      : problem_(problem), sizes_(measure(problem)), bytes_(bytes_of(problem.dtype)) {}

  Report make() {
    Report report;
    report.schema = "attn-shapes/1";
    report.title = problem_.title;
    report.dtype = problem_.dtype;
    report.facts = facts(problem_, {});
    report.passages = {given(), steps(), growth()};
    for (const auto& more : {longer(), half()})
      if (more) report.passages.push_back(*more);
    if (const auto rows = fused_rows(problem_); !rows.empty())
      std::ranges::copy(fused(rows), std::back_inserter(report.passages));
    if (const auto rows = split_rows(problem_); !rows.empty()) report.passages.push_back(split(rows));
    report.list = list();
    report.tree = tree(report);
    return report;
  }

private:
  std::size_t in_bytes(std::size_t numbers) const { return product({numbers, bytes_}); }
  std::size_t work() const { return sizes_.total(&StepSize::multiply_adds); }
  std::size_t bytes() const { return in_bytes(sizes_.total(&StepSize::numbers)); }
  std::size_t parameters() const { return sizes_.total(&StepSize::parameters); }
  std::size_t bytes_of_pairs() const { return in_bytes(sizes_.numbers_of_pairs()); }

  std::string bytes_head() const { return fmt::format("{} bytes", row_of(problem_.dtype).name); }

  Passage given() const {
    TextTable table{{{"given", left}, {"shape", left}, {"numbers", right}, {bytes_head(), right}}, {}, true};
    std::size_t numbers = 0;
    for (const GivenSize& given : sizes_.given) {
      table.rows.push_back({given.name, text(given.extents), grouped(given.numbers), grouped(in_bytes(given.numbers))});
      numbers = sum({numbers, given.numbers});
    }
    table.rows.push_back({"all", "", grouped(numbers), grouped(in_bytes(numbers))});
    return passage("", std::move(table));
  }

  Passage steps() const {
    TextTable table{{{"step", left},
                     {"formula", left},
                     {"times", right},
                     {"multiply-adds", right},
                     {bytes_head(), right},
                     {"parameters", right}},
                    {},
                    true};
    for (const StepSize& step : sizes_.steps)
      table.rows.push_back({std::string(stage(step.step).name), step.formula, grouped(step.times),
                            cell(step.multiply_adds), cell(in_bytes(step.numbers)), cell(step.parameters)});
    table.rows.push_back({"all", "", "", grouped(work()), grouped(bytes()), grouped(parameters())});
    return passage("", std::move(table));
  }

  /// What spreadsheets are told: given matrices and steps in one table, with numbers that they can add up.
  TextTable list() const {
    TextTable table{{{"kind", left},
                     {"name", left},
                     {"shape", left},
                     {"times", right},
                     {"numbers", right},
                     {"bytes", right},
                     {"multiply_adds", right},
                     {"parameters", right}},
                    {}};
    const auto add = [&](const char* kind, std::string name, const Extents& extents, auto... counts) {
      table.rows.push_back({kind, std::move(name), text(extents), std::to_string(counts)...});
    };
    constexpr std::size_t one = 1, none = 0;
    for (const GivenSize& given : sizes_.given)
      add("given", given.name, given.extents, one, given.numbers, in_bytes(given.numbers), none,
          given.is_parameter ? given.numbers : none);
    for (const StepSize& step : sizes_.steps)
      add("step", std::string(stage(step.step).name), step.extents, step.times, step.numbers, in_bytes(step.numbers),
          step.multiply_adds, none);
    return table;
  }

  bool is_self_attention() const {
    return has_rows_of_its_own() && problem_.shape.past == 0 && problem_.shape.extra == 0 &&
           problem_.shape.n == problem_.shape.m;
  }
  bool has_rows_of_its_own() const { return !problem_.context.given() && !problem_.context_V.given(); }

  /// What goes with pairs of query and key, and what with single positions.
  Passage growth() const {
    const std::string pairs = is_self_attention() ? "n²" : "queries × keys";
    TextTable table{{{"of all steps", left}, {"grows with n", right}, {"with " + pairs, right}, {"share of it", right}},
                    {}};
    const auto add = [&](const char* what, std::size_t all, std::size_t of_pairs) {
      table.rows.push_back({what, grouped(all - of_pairs), grouped(of_pairs), percentage(of_pairs, all)});
    };
    add("multiply-adds", work(), sizes_.work_on_pairs());
    add("bytes", bytes(), bytes_of_pairs());
    return passage("How it grows", std::move(table));
  }

  /// The same for longer sequences, until the pairs are most of it.
  std::optional<Passage> longer() const {
    constexpr std::size_t rows = 5, factor = 4;
    if (!is_self_attention()) return std::nullopt;
    TextTable table{{{"n", right}, {"multiply-adds", right}, {"share of n²", right}, {"bytes", right}, {"", right}},
                    {}};
    table.columns.back().head = "share of n²";
    try {
      std::size_t times = 1;
      for (std::size_t row = 0; row < rows; ++row, times *= factor) {
        const std::size_t pairs = product({sizes_.work_on_pairs(), times, times});
        const std::size_t all = sum({product({work() - sizes_.work_on_pairs(), times}), pairs});
        const std::size_t held = product({bytes_of_pairs(), times, times});
        const std::size_t all_held = sum({product({bytes() - bytes_of_pairs(), times}), held});
        table.rows.push_back({grouped(product({problem_.shape.n, times})), grouped(all), percentage(pairs, all),
                              grouped(all_held), percentage(held, all_held)});
      }
    } catch (const Refusal&) { // the table ends where counts do
    }
    return passage("", std::move(table));
  }

  /// Where both halves are the same: linear·(n/n₀) = pairs·(n/n₀)².
  std::optional<Passage> half() const {
    const std::size_t pairs = sizes_.work_on_pairs(), linear = work() - pairs;
    if (!is_self_attention() || pairs == 0 || linear == 0) return std::nullopt;
    const double n = static_cast<double>(problem_.shape.n) * (static_cast<double>(linear) / static_cast<double>(pairs));
    if (n >= 0x1p53) return std::nullopt;
    return Passage{"", "",
                   Lines{fmt::format("Half of the multiply-adds go with n² at n = {}.",
                                     grouped(static_cast<std::size_t>(std::ceil(n))))}};
  }

  static std::vector<Passage> fused(const std::vector<Fused>& rows) {
    TextTable table{{{"", left}, {"head by head", left}, {"fused", left}}, {}};
    for (const Fused& row : rows) table.rows.push_back({row.what, text(row.head_by_head), text(row.fused)});
    Lines lines{"Every bit of Q, K and V is the same in both ways. The fused ones hold the heads side by side."};
    return {passage("What one product for all heads changes, and what not", std::move(table)), {"", "", lines}};
  }

  static Passage split(const std::vector<HeadsLayout>& rows) {
    TextTable table{{{"", left}, {"", left}, {"shapes", left}}, {}};
    for (const HeadsLayout& row : rows) table.rows.push_back({row.what, row.formula, text(row)});
    return passage("Split into heads, and back", std::move(table));
  }

  static Tree tree(const Extents& extents) { return Tree::List(extents.begin(), extents.end()); }

  static Tree tree(const Several& several) {
    if (several.extents.empty()) return several.count;
    return Object{{"count", several.count}, {"shape", tree(several.extents)}};
  }

  Tree tree(const StepSize& step) const {
    return Object{{"step", std::string(stage(step.step).name)},
                  {"formula", step.formula},
                  {"shape", tree(step.extents)},
                  {"times", step.times},
                  {"multiply_adds", step.multiply_adds},
                  {"bytes", in_bytes(step.numbers)},
                  {"parameters", step.parameters}};
  }

  static Tree shape_tree(const Report& report) {
    Object shape;
    for (const Fact& fact : report.facts)
      if (const auto* counts = std::get_if<Fact::Counts>(&fact.value))
        for (const auto& [name, count] : *counts) shape.emplace_back(name, count);
    return shape;
  }

  static Tree share(std::size_t of_pairs, std::size_t all) {
    return Object{{"n", all - of_pairs},
                  {"n2", of_pairs},
                  {"share_n2", all == 0 ? 0 : static_cast<double>(of_pairs) / static_cast<double>(all)}};
  }

  Tree tree(const Report& report) const {
    Tree::List given, steps, fused, split;
    for (const GivenSize& each : sizes_.given)
      given.push_back(Object{{"name", each.name},
                             {"shape", tree(each.extents)},
                             {"numbers", each.numbers},
                             {"bytes", in_bytes(each.numbers)}});
    for (const StepSize& step : sizes_.steps) steps.push_back(tree(step));
    for (const Fused& row : fused_rows(problem_))
      fused.push_back(Object{{"what", row.what}, {"head_by_head", tree(row.head_by_head)}, {"fused", tree(row.fused)}});
    for (const HeadsLayout& row : split_rows(problem_)) {
      Tree::List shapes;
      for (const Extents& extents : row.shapes) shapes.push_back(tree(extents));
      split.push_back(Object{{"what", row.what}, {"formula", row.formula}, {"shapes", std::move(shapes)}});
    }
    Object object{{"schema", report.schema}};
    if (!report.title.empty()) object.emplace_back("title", report.title);
    object.emplace_back("shape", shape_tree(report));
    object.emplace_back("dtype", std::string(row_of(problem_.dtype).name));
    object.emplace_back("mask", problem_.mask.words());
    object.emplace_back("given", std::move(given));
    object.emplace_back("steps", std::move(steps));
    object.emplace_back("all", Object{{"multiply_adds", work()}, {"bytes", bytes()}, {"parameters", parameters()}});
    object.emplace_back("growth", Object{{"multiply_adds", share(sizes_.work_on_pairs(), work())},
                                         {"bytes", share(bytes_of_pairs(), bytes())}});
    object.emplace_back("fused", std::move(fused));
    object.emplace_back("split", std::move(split));
    return object;
  }

  const Problem& problem_;
  const Dimensions sizes_;
  const std::size_t bytes_;
};

} // namespace

Report dimensions_report(const Problem& problem) {
  return DimensionsReport(problem).make();
}

} // namespace attn
