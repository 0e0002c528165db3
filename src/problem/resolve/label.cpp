// tokens and context_tokens: labels of the rows, and of the key side.

#include "problem/resolve/draft.h"

#include <fmt/format.h>

namespace attn::resolving {
namespace {

using Labels = PerSequence<std::vector<std::string>>;

void check_count(Draft& draft, const Value& value, std::size_t found, const Size& expected, std::string_view list) {
  if (!expected.known() || found == expected.count) return;
  draft.faults.at(value,
                  fmt::format("{}expected {}, as {} is {}, found {}", list,
                              count_of(expected.count, {"label", "labels"}), expected.words, expected.count, found),
                  fmt::format("{} names each {} once", name_of(value), name_of(value) == "tokens" ? "query" : "key"));
}

/// One list that serves all sequences, or in a batch one for each of them.
Labels settle_list(Draft& draft, std::string_view key, const Size& expected) {
  const Value* value = find(draft.document.members, key);
  const auto* words = value ? std::get_if<WordList>(&value->is) : nullptr;
  if (!words) return {};
  const bool no_batch = draft.sequences.known() && !draft.problem.batched;
  if (words->nested && no_batch)
    draft.faults.at(*value, "expected a list of text, found a list of lists",
                    "only a batch has labels for each sequence");
  else if (words->nested && draft.sequences.known() && words->lists.size() != draft.sequences.count)
    draft.faults.at(*value,
                    fmt::format("expected {}, as {} is {}, found {}",
                                count_of(draft.sequences.count, {"list", "lists"}), draft.sequences.words,
                                draft.sequences.count, words->lists.size()),
                    "one list of labels serves all sequences");
  else
    for (std::size_t b = 0; b < words->lists.size(); ++b)
      check_count(draft, *value, words->lists[b].size(), expected,
                  words->nested ? fmt::format("list {}: ", b + 1) : "");
  return Labels(words->lists);
}

} // namespace

void settle_labels(Draft& draft) {
  draft.problem.tokens = settle_list(draft, "tokens", draft.n);
  draft.problem.context_tokens = settle_list(draft, "context_tokens", draft.keys);
}

} // namespace attn::resolving
