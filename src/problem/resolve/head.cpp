// How many sequences, heads and key/value heads there are, and whether every list has as many entries.

#include "problem/resolve/draft.h"
#include "problem/resolve/setting.h"

#include <fmt/format.h>
#include <optional>
#include <vector>

namespace attn::resolving {
namespace {

const Given& leader(const Draft& draft) {
  const Inputs& in = draft.in;
  switch (draft.problem.start) {
  case Start::X:
    return in.X;
  case Start::QKV:
    return in.Q.present() ? in.Q : in.K;
  case Start::scores:
    return in.scores;
  case Start::weights:
    return in.weights;
  }
  return in.X;
}

/// Who need not be a batch when the leader is one: its one matrix serves all sequences.
enum class Alone { refused, serves_all };

/// Batches are written together, with as many sequences each. What is not so has no further say.
void follow(Draft& draft, Given& given, Alone alone) {
  const Given& lead = leader(draft);
  if (!given.numbers || !lead.numbers || &given == &lead) return;
  const auto refuse = [&](const Given& batch, const Given& other, std::string_view hint) {
    draft.faults.at(*given.value, fmt::format("{} is a batch, {} is not", batch.name, other.name),
                    fmt::format("{} and {}: {}", describe(*lead.value), describe(*given.value), hint));
    given.numbers = nullptr;
    given.unsound = true;
  };
  if (given.batched && lead.batched)
    draft.faults.fits(given.size(Axis::sequences, "the batch"), draft.sequences, "every sequence needs its own");
  else if (given.batched)
    refuse(given, lead, fmt::format("a batch of sequences must be one in {} too", lead.name));
  else if (lead.batched && alone == Alone::refused)
    refuse(lead, given, fmt::format("in a batch {} has four levels: sequences, heads, rows, columns", given.name));
}

/// What the flag, else the key, says. None: neither is there.
std::optional<Size> stated(Draft& draft, std::string_view key, const std::optional<std::size_t>& flag) {
  if (flag) {
    if (*flag == 0) draft.faults.at(Spot{}, fmt::format("--{} must be at least 1", key), "one head is the default");
    return Size{*flag, fmt::format("--{}", key), {}, {}};
  }
  if (draft.faults.left_out(key)) return Size{};
  const Value* value = find(draft.document.members, key);
  if (!value) return std::nullopt;
  return Size{whole(*value), std::string(key), {value}, {}};
}

using Lists = std::vector<const Given*>;

/// The length of the first list; not known if a list may be hidden in a value with a fault. None: there is no list.
std::optional<Size> first_length(const Lists& lists) {
  for (const Given* given : lists)
    if (given->numbers && given->listed) return given->size(Axis::heads, "heads");
  for (const Given* given : lists)
    if (given->unsound) return Size{};
  return std::nullopt;
}

void match_lengths(Draft& draft, const Lists& lists, const Size& heads, std::string_view advice) {
  for (const Given* given : lists)
    if (given->numbers && given->listed) draft.faults.fits(given->size(Axis::heads, "heads"), heads, advice);
}

/// Scores and weights are a matrix for each head, so one matrix is one head.
void require_list(Draft& draft, const Given& given) {
  if (!given.numbers || given.listed || draft.heads.count <= 1) return;
  draft.faults.at(*given.value,
                  fmt::format("expected a list of {} matrices, as {} is {}, found one matrix", draft.heads.count,
                              draft.heads.words, draft.heads.count),
                  fmt::format("{} of several heads are a list with a matrix for each", given.name));
}

/// Neighbouring heads share a key/value head, so many each.
void require_sharing(Draft& draft) {
  Size& shared = draft.kv_heads;
  if (!draft.heads.known() || !shared.known() || draft.heads.count % shared.count == 0) return;
  draft.faults.at(shared.spot,
                  fmt::format("{} key/value heads cannot be shared by {}{}", shared.count,
                              count_of(draft.heads.count, {"head", "heads"}),
                              draft.heads.words.starts_with("--") ? ", as --heads says" : ""),
                  "kv_heads must divide heads: neighbouring heads share one");
  shared = {};
}

} // namespace

void settle_sequences(Draft& draft) {
  const Given& lead = leader(draft);
  draft.sequences = lead.size(Axis::sequences, "the batch");
  draft.problem.batched = lead.batched;
  Inputs& in = draft.in;
  for (Given* given : {&in.context, &in.context_V}) follow(draft, *given, Alone::serves_all);
  for (Given* given : {&in.K, &in.V, &in.past_K, &in.past_V}) follow(draft, *given, Alone::refused);
}

void settle_heads(Draft& draft) {
  const Inputs& in = draft.in;
  const Lists of_heads{&in.W_Q, &in.Q, &in.scores, &in.weights, &in.b_Q, &in.W_O};
  const Lists of_keys{&in.W_K, &in.K};
  const Lists beside_keys{&in.W_V, &in.V, &in.past_K, &in.past_V, &in.extra_K, &in.extra_V, &in.b_K, &in.b_V};

  std::optional<Size> heads = stated(draft, "heads", draft.overrides.heads);
  for (const Lists* lists : {&of_heads, &of_keys, &beside_keys})
    if (!heads) heads = first_length(*lists);
  draft.heads = heads.value_or(Size{1, "heads", {}, {}});

  std::optional<Size> kv_heads = stated(draft, "kv_heads", std::nullopt);
  if (!kv_heads) kv_heads = first_length(of_keys);
  draft.kv_heads = kv_heads.value_or(draft.heads);

  match_lengths(draft, of_heads, draft.heads, "a list has an entry for each head");
  require_list(draft, in.scores);
  require_list(draft, in.weights);
  match_lengths(draft, of_keys, draft.kv_heads, "a list of keys has an entry for each key/value head");
  match_lengths(draft, beside_keys, draft.kv_heads,
                "it has an entry for each key/value head, as many as kv_heads says");
  require_sharing(draft);
}

} // namespace attn::resolving
