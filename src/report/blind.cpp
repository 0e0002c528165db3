#include "report/blind.h"

#include "attention/stage.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>

namespace attn {
namespace {

using Queries = std::vector<std::size_t>; ///< ascending

/// Queries [first, end) without a gap.
struct Run {
  std::size_t first, end;
};

std::vector<Run> runs(const Queries& queries) {
  std::vector<Run> runs;
  for (std::size_t query : queries) {
    if (runs.empty() || runs.back().end != query) runs.push_back({query, query});
    ++runs.back().end;
  }
  return runs;
}

std::vector<Queries> by_head(const Problem& problem, const Trace& trace) {
  std::vector<Queries> heads(problem.shape.heads);
  for (std::size_t blind : trace.blind) heads[blind / problem.shape.n].push_back(blind % problem.shape.n);
  return heads;
}

/// "query 2", "queries 2, 5-7".
std::string words(const Queries& queries) {
  std::vector<std::string> pieces;
  for (const Run& run : runs(queries))
    pieces.push_back(run.end - run.first == 1 ? std::to_string(run.end) : fmt::format("{}-{}", run.first + 1, run.end));
  return fmt::format("{} {}", queries.size() == 1 ? "query" : "queries", fmt::join(pieces, ", "));
}

/// jq paths of their rows of weights; a run is a slice: ".heads[0].weights[4:7]". No head: of all, ".heads[].weights".
std::string paths(const Problem& problem, const Queries& queries, std::size_t sequence,
                  std::optional<std::size_t> head) {
  std::string weights = path(problem, Step::weights, sequence, head.value_or(0));
  if (!head) weights.replace(weights.find("heads[0]"), std::string_view("heads[0]").size(), "heads[]");
  std::vector<std::string> pieces;
  for (const Run& run : runs(queries))
    pieces.push_back(run.end - run.first == 1 ? fmt::format("{}[{}]", weights, run.first)
                                              : fmt::format("{}[{}:{}]", weights, run.first, run.end));
  return fmt::format("{}", fmt::join(pieces, ", "));
}

std::string warning(const Problem& problem, const Queries& queries, std::size_t sequence,
                    std::optional<std::size_t> head) {
  std::string who = words(queries);
  if (head && problem.shape.heads > 1) who += fmt::format(" of head {}", *head + 1);
  if (problem.batched) who += fmt::format(" of sequence {}", sequence + 1);
  const std::string got = problem.masked_row == MaskedRow::zero
                              ? "all weights there are 0"
                              : fmt::format("every key there has the weight 1/{}", problem.shape.keys());
  return fmt::format("{} may see no key: {} ({})", who, got, paths(problem, queries, sequence, head));
}

} // namespace

std::vector<std::string> blind_warnings(const Problem& problem, const Trace& trace, std::size_t sequence) {
  if (trace.blind.empty()) return {};
  const std::vector<Queries> heads = by_head(problem, trace);
  const bool alike = std::all_of(heads.begin(), heads.end(), [&](const Queries& q) { return q == heads.front(); });
  const bool one_for_all = alike && heads.size() > 1;
  std::vector<std::string> warnings;
  for (std::size_t head = 0; head < (one_for_all ? 1 : heads.size()); ++head) {
    if (heads[head].empty()) continue;
    const auto named = one_for_all ? std::nullopt : std::optional(head);
    warnings.push_back(warning(problem, heads[head], sequence, named));
  }
  return warnings;
}

} // namespace attn
