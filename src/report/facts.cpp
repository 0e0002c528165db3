#include "report/facts.h"

#include <fmt/format.h>
#include <string_view>

namespace attn {
namespace {

/// A number of the shape, and whether this problem has it.
struct Count {
  std::string_view key;
  std::size_t (*count)(const Shape& shape);
  bool (*given)(const Problem& problem);
};

bool always(const Problem&) {
  return true;
}

constexpr Count counts[] = {
    {"n", [](const Shape& s) { return s.n; }, always},
    {"m", [](const Shape& s) { return s.m; }, always},
    {"past", [](const Shape& s) { return s.past; }, [](const Problem& p) { return p.shape.past != 0; }},
    {"d_model", [](const Shape& s) { return s.d_model; }, [](const Problem& p) { return p.shape.d_model != 0; }},
    {"heads", [](const Shape& s) { return s.heads; }, always},
    {"kv_heads", [](const Shape& s) { return s.kv_heads; }, always},
    {"d_k", [](const Shape& s) { return s.d_k; }, [](const Problem& p) { return p.shape.d_k != 0; }},
    {"d_v", [](const Shape& s) { return s.d_v; }, [](const Problem& p) { return p.shape.d_v != 0; }},
    {"batch", [](const Shape& s) { return s.sequences; }, [](const Problem& p) { return p.batched; }},
};

Fact::Counts shape(const Problem& problem) {
  Fact::Counts shape;
  for (const Count& row : counts)
    if (row.given(problem)) shape.emplace_back(row.key, row.count(problem.shape));
  return shape;
}

/// The scale as the chain used it.
double scale_in_dtype(const Problem& problem) {
  return problem.dtype == Dtype::float32 ? static_cast<double>(static_cast<float>(problem.scale)) : problem.scale;
}

/// People see words as labels. One list, or in a batch one for each sequence if they differ.
Fact words(std::string key, const PerSequence<std::vector<std::string>>& lists) {
  if (lists.shared()) return {std::move(key), lists[0], Audience::machines};
  return {std::move(key), lists.entries(), Audience::machines};
}

} // namespace

std::vector<Fact> facts(const Problem& problem, const Selection& selection) {
  const bool single = problem.dtype == Dtype::float32;
  std::vector<Fact> facts;
  if (problem.id) facts.push_back({"id", *problem.id});
  facts.push_back({"shape", shape(problem)});
  facts.push_back({"dtype", single ? "float32" : "float64", single ? Audience::everyone : Audience::machines});
  if (problem.start != Start::weights) facts.push_back({"scale", scale_in_dtype(problem)});
  if (problem.softcap) facts.push_back({"softcap", *problem.softcap, Audience::people});
  facts.push_back({"mask", problem.mask.words()});
  if (problem.tokens.given()) facts.push_back(words("tokens", problem.tokens));
  if (problem.context_tokens.given()) facts.push_back(words("context_tokens", problem.context_tokens));
  if (selection.rounded)
    facts.push_back({"rounding",
                     fmt::format("every step to {} decimals before the next one uses it", *selection.rounded),
                     Audience::people});
  return facts;
}

} // namespace attn
