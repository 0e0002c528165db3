#include "report/facts.h"

#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
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
    {"extra", [](const Shape& s) { return s.extra; }, [](const Problem& p) { return p.shape.extra != 0; }},
    {"d_model", [](const Shape& s) { return s.d_model; }, [](const Problem& p) { return p.shape.d_model != 0; }},
    {"heads", [](const Shape& s) { return s.heads; }, always},
    {"kv_heads", [](const Shape& s) { return s.kv_heads; }, always},
    {"d_k", [](const Shape& s) { return s.d_k; }, [](const Problem& p) { return p.shape.d_k != 0; }},
    {"d_v", [](const Shape& s) { return s.d_v; }, [](const Problem& p) { return p.shape.d_v != 0; }},
    {"batch", [](const Shape& s) { return s.sequences; }, [](const Problem& p) { return p.batched; }},
};

Fact::Counts shape(const Problem& problem) {
  Fact::Counts shape;
  shape.reserve(std::size(counts));
  for (const Count& row : counts)
    if (row.given(problem)) shape.emplace_back(row.key, row.count(problem.shape));
  return shape;
}

std::string plural(std::size_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

/// The same in words: "3 queries, 3 keys, d_model 4, 2 heads, d_k 2, d_v 2".
std::string shape_in_words(const Problem& problem) {
  const Shape& s = problem.shape;
  std::string words = problem.batched ? plural(s.sequences, "sequence: ", "sequences, each ") : "";
  words += plural(s.n, "query, ", "queries, ");
  words += s.past == 0 ? plural(s.m, "key", "keys") : fmt::format("{} cached and {} new keys", s.past, s.m);
  if (s.extra != 0) words += fmt::format(" and {} extra", s.extra);
  if (s.d_model != 0) words += fmt::format(", d_model {}", s.d_model);
  words += ", " + plural(s.heads, "head", "heads");
  if (s.kv_heads != s.heads) words += " on " + plural(s.kv_heads, "key/value head", "key/value heads");
  if (s.d_k != 0) words += fmt::format(", d_k {}", s.d_k);
  if (s.d_v != 0) words += fmt::format(", d_v {}", s.d_v);
  return words;
}

/// Where the scale comes from, if it is the default.
Maths origin_of_scale(const Problem& problem) {
  const std::size_t d_k = problem.shape.d_k;
  const bool is_default = d_k != 0 && problem.scale == 1 / std::sqrt(static_cast<double>(d_k));
  if (!is_default) return {};
  return stated(fmt::format("= 1/√d_k = 1/√{}", d_k), fmt::format(R"(= 1/\sqrt{{d_k}} = 1/\sqrt{{{}}})", d_k));
}

/// The scale as the chain used it.
double scale_in_dtype(const Problem& problem) {
  return round_to(row_of(problem.dtype).sums, problem.scale);
}

/// People see words as labels. One list, or in a batch one for each sequence if they differ.
Fact words(std::string key, const PerSequence<std::vector<std::string>>& lists) {
  if (lists.shared()) return {std::move(key), lists[0], Audience::machines};
  return {std::move(key), lists.entries(), Audience::machines};
}

/// "rms, eps 1e-06".
std::string norm_in_words(const QkNorm& norm) {
  return fmt::format("{}, eps {}", norm.kind == QkNorm::Kind::rms ? "rms" : "layer", norm.eps);
}

/// "base 10000, dims 64, halves, from position 0".
std::string rope_in_words(const Rope& rope) {
  return fmt::format("base {}, dims {}, {}, from position {}", rope.base, rope.dims,
                     rope.interleaved ? "interleaved" : "halves", rope.offset);
}

Fact::Texts texts(const WeightSource& source) {
  Fact::Texts texts{{"name", source.recipe}, {"file", source.file}, {"prefix", source.prefix}, {"form", source.form}};
  if (!source.split.empty()) texts.emplace_back("split", source.split);
  texts.emplace_back("layout", source.layout);
  return texts;
}

} // namespace

std::vector<std::pair<std::string, std::string>> positions_in_words(const Problem& problem) {
  std::vector<std::pair<std::string, std::string>> words;
  if (problem.start == Start::weights) return words;
  if (problem.qk_norm) words.emplace_back("qk_norm", norm_in_words(*problem.qk_norm));
  if (problem.rope) words.emplace_back("rope", rope_in_words(*problem.rope));
  if (!problem.alibi.empty()) words.emplace_back("alibi", fmt::format("slopes {:.6g}", fmt::join(problem.alibi, ", ")));
  if (!problem.sinks.empty()) words.emplace_back("sinks", fmt::format("{:.6g}", fmt::join(problem.sinks, ", ")));
  return words;
}

std::vector<Fact> facts(const Problem& problem, const Selection& selection) {
  constexpr std::size_t usual = 8; // of them; room for more is made when there are more
  const bool tells_people = selection.audience != Audience::machines;
  std::vector<Fact> facts;
  facts.reserve(usual);
  if (problem.id) facts.push_back({"id", *problem.id});
  facts.push_back({"shape", shape(problem), Audience::machines});
  if (tells_people) facts.push_back({"shape", shape_in_words(problem), Audience::people});
  facts.push_back({"dtype", std::string(row_of(problem.dtype).name),
                   problem.dtype == Dtype::float64 ? Audience::machines : Audience::everyone});
  if (problem.start != Start::weights)
    facts.push_back(
        {"scale", scale_in_dtype(problem), Audience::everyone, tells_people ? origin_of_scale(problem) : Maths{}});
  if (tells_people && problem.softcap) facts.push_back({"softcap", *problem.softcap, Audience::people});
  facts.push_back({"mask", problem.mask.words()});
  for (const auto& [key, words] : positions_in_words(problem)) facts.push_back({key, words});
  if (problem.source) {
    facts.push_back({"recipe", texts(*problem.source), Audience::machines});
    if (tells_people) facts.push_back({"recipe", words_of(*problem.source), Audience::people});
  }
  if (problem.tokens.given()) facts.push_back(words("tokens", problem.tokens));
  if (problem.context_tokens.given()) facts.push_back(words("context_tokens", problem.context_tokens));
  if (selection.rounded) {
    facts.push_back({"round_steps", static_cast<double>(*selection.rounded), Audience::machines});
    if (tells_people)
      facts.push_back({"rounding",
                       fmt::format("every step to {} decimals before the next one uses it", *selection.rounded),
                       Audience::people});
  }
  return facts;
}

} // namespace attn
