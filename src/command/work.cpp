#include "command/work.h"

#include "attention/by_hand.h"
#include "attention/solve.h"
#include "error.h"

#include <fmt/core.h>

namespace attn {
namespace {

/// A number that counts things of the problem, and what they are called.
struct Counted {
  const char* option;
  const char* one;
  const char* many;
};

std::optional<std::size_t> from_zero(std::optional<std::size_t> number, std::size_t count, const Counted& what) {
  if (!number) return std::nullopt;
  if (*number > count)
    throw Refusal(
        fmt::format("{} {}: the problem has {} {}", what.option, *number, count, count == 1 ? what.one : what.many),
        fmt::format("{} count from 1 to {}", what.many, count));
  return *number - 1;
}

} // namespace

std::optional<std::size_t> head_of(const Options& options, const Shape& shape) {
  return from_zero(options.head, shape.heads, {"--head", "head", "heads"});
}

std::optional<std::size_t> query_of(const Options& options, const Shape& shape) {
  return from_zero(options.query, shape.n, {"--query", "query", "queries"});
}

std::vector<Trace> work(const Problem& problem, const Options& options, const StepSet& keep) {
  const Engine engine = engine_of(options);
  std::vector<Trace> traces;
  for (std::size_t sequence = 0; sequence < problem.shape.sequences; ++sequence)
    traces.push_back(options.round_steps ? by_hand(problem, sequence, *options.round_steps)
                                         : solve(problem, sequence, keep, engine));
  return traces;
}

} // namespace attn
