// Where the chain starts, and which keys have a place beside that start.

#include "problem/resolve/draft.h"

#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <vector>

namespace attn::resolving {
namespace {

struct StartRow {
  Start start;
  std::array<std::string_view, 2> keys; ///< any of them starts the chain there
  std::string_view advice;              ///< what to do with a key that has no place here
};

/// In the order in which they are looked for.
constexpr StartRow starts[] = {
    {Start::X, {"X"}, "Q, K and V are projected from X: leave out {0}, or X and what belongs to it"},
    {Start::QKV, {"Q", "K"}, "Q, K and V are taken as they are: leave out {0}, or give X instead of them"},
    {Start::scores, {"scores"}, "scores are taken as they are: leave out {0}, or give Q and K instead"},
    {Start::weights, {"weights"}, "weights are taken as they are: leave out {0}, or give scores instead"},
};

constexpr unsigned bit(Start start) {
  return 1u << static_cast<unsigned>(start);
}
constexpr unsigned X = bit(Start::X), QKV = bit(Start::QKV), scores = bit(Start::scores), weights = bit(Start::weights);

/// Keys that have a place only beside some starts; all others go with any.
struct Belonging {
  std::string_view key;
  unsigned starts;
};
constexpr Belonging belongings[] = {
    {"context", X},
    {"context_V", X},
    {"W_Q", X},
    {"W_K", X},
    {"W_V", X},
    {"Q", QKV},
    {"K", QKV},
    {"V", QKV | scores | weights},
    {"b_Q", X | QKV},
    {"b_K", X | QKV},
    {"past", X | QKV},
    {"extra", X | QKV},
    {"scores", scores},
    {"weights", weights},
    {"d_k", X | QKV | scores},
    {"scale", X | QKV | scores},
    {"softcap", X | QKV | scores},
    {"qk_norm", X | QKV},
    {"rope", X | QKV},
    {"alibi", X | QKV | scores},
    {"sinks", X | QKV | scores},
    {"mask", X | QKV | scores},
};

/// Keys that work on values or on what is made of them.
constexpr std::string_view of_values[] = {"W_O", "b_O", "b_V", "past/V", "extra/V"};

constexpr std::string_view projections[] = {"W_Q", "W_K", "W_V"};

std::string_view start_key(const Draft& draft, const StartRow& row) {
  return draft.has(row.keys[0]) ? row.keys[0] : row.keys[1];
}

const StartRow* find_start(const Draft& draft) {
  for (const StartRow& row : starts)
    if (draft.has(row.keys[0]) || draft.has(row.keys[1])) return &row;
  return nullptr;
}

/// A member that has no place: its fault is told, and it is not looked at again.
void refuse(Draft& draft, std::string_view key, std::string message, std::string hint) {
  const Value* value = find_path(draft.document.members, key);
  if (value) draft.faults.at(*value, std::move(message), std::move(hint));
  draft.faults.set_aside(key);
}

void refuse_strangers(Draft& draft, const StartRow& row) {
  const std::string_view start = start_key(draft, row);
  for (const Belonging& belonging : belongings) {
    const std::string_view key = belonging.key;
    if ((belonging.starts & bit(row.start)) || !draft.has(key)) continue;
    refuse(draft, key, fmt::format("{} cannot stand beside {}", key, start),
           fmt::format(fmt::runtime(row.advice), key));
  }
}

/// Flags are held to the same rule as the keys that they stand for.
void refuse_flags_beside_weights(Draft& draft) {
  const auto refuse_flag = [&](std::string_view flag) {
    draft.faults.at(Spot{}, fmt::format("{} cannot stand beside weights", flag),
                    fmt::format("weights are taken as they are: leave out {}", flag));
  };
  if (draft.overrides.scale) refuse_flag("--scale");
  if (draft.overrides.causal) refuse_flag("--causal");
}

/// W_Q, W_K and W_V are given together, or none of them.
void require_all_projections(Draft& draft) {
  std::vector<std::string_view> given, absent;
  for (const std::string_view key : projections) (draft.has(key) ? given : absent).push_back(key);
  if (given.empty() || absent.empty()) return;
  std::vector<std::string> identities;
  for (const std::string_view key : absent) identities.push_back(fmt::format(R"("{}": "identity")", key));
  draft.faults.missing(
      {find(draft.document.members, given.front())},
      fmt::format("{} {} given, {} {} not", fmt::join(given, " and "), given.size() == 1 ? "is" : "are",
                  fmt::join(absent, " and "), absent.size() == 1 ? "is" : "are"),
      fmt::format("give all three; where rows shall stay as they are, write {}", fmt::join(identities, ", ")));
  for (const std::string_view key : absent) draft.faults.set_aside(key);
}

void require_Q_and_K(Draft& draft) {
  const auto partner = [&](std::string_view given, std::string_view other) {
    if (!draft.has(given) || draft.has(other)) return;
    draft.faults.missing({find_path(draft.document.members, given)},
                         fmt::format("{} is given, {} is not", given, other),
                         fmt::format("scores are Q·Kᵀ: give {} too; if both are one matrix, call it X", other));
  };
  partner("Q", "K");
  partner("K", "Q");
}

/// Without values the chain ends with the weights, and nothing may stand beyond them.
void refuse_beyond_weights(Draft& draft) {
  for (const std::string_view key : of_values)
    if (draft.has(key))
      refuse(draft, key, "there is no V, so the chain ends with the weights",
             fmt::format("give V, or leave out {}", key == "past/V"    ? "V of past"
                                                    : key == "extra/V" ? "V of extra"
                                                                       : key));
}

/// Keys and values that are taken as they are, under `key`, come together; `kind` is what they are called.
void require_both(Draft& draft, const std::string& key, std::string_view kind) {
  const Value* value = find(draft.document.members, key);
  if (!value || draft.faults.left_out(key)) return;
  if (!draft.has(key + "/K"))
    draft.faults.missing({value}, key + " has no K",
                         fmt::format("{} keys and values come together: {{\"K\": …, \"V\": …}}", kind));
  if (draft.has_values && !draft.has(key + "/V"))
    draft.faults.missing({value}, key + " has no V",
                         fmt::format("every {} key needs its value: {{\"K\": …, \"V\": …}}", kind));
}

} // namespace

void settle_start(Draft& draft) {
  const StartRow* row = find_start(draft);
  if (!row) {
    draft.faults.missing({}, "nothing to work with: no X, no Q and K, no scores and no weights",
                         R"(give "X": one row for each position; or "Q", "K" and "V"; or "scores" with "d_k")");
    return;
  }
  draft.problem.start = row->start;
  draft.has_values = row->start == Start::X || draft.has("V");
  refuse_strangers(draft, *row);
  if (row->start == Start::weights) refuse_flags_beside_weights(draft);
  if (row->start == Start::X) require_all_projections(draft);
  if (row->start == Start::QKV) require_Q_and_K(draft);
  if (!draft.has_values) refuse_beyond_weights(draft);
  require_both(draft, "past", "cached");
  require_both(draft, "extra", "extra");
}

} // namespace attn::resolving
