// What happens to queries, keys and scores beside the projections and the mask: QK-norm, rotary positions, ALiBi,
// sinks.

#include "kernel/angle.h"
#include "problem/resolve/draft.h"
#include "problem/resolve/setting.h"
#include "problem/slopes.h"

#include <algorithm>
#include <fmt/format.h>

namespace attn::resolving {
namespace {

/// The value under a key that is neither false nor of no use; null: there is none.
const Value* find_wanted(const Draft& draft, std::string_view key) {
  if (draft.faults.left_out(key)) return nullptr;
  const Value* value = find(draft.document.members, key);
  const bool* flag = value ? std::get_if<bool>(&value->is) : nullptr;
  return flag && !*flag ? nullptr : value;
}

/// A member of the object under the key; null: it is left out, or there is no object.
const Value* find_member(const Draft& draft, std::string_view key, std::string_view member) {
  return find_path(draft.document.members, std::string(key).append("/").append(member));
}

/// A list of numbers, one for each of so many; empty: it is not given, or has a fault.
std::vector<double> settle_list(Draft& draft, const Value* value, const Size& expected, std::string_view advice) {
  const auto* numbers = value ? std::get_if<Numbers>(&value->is) : nullptr;
  if (!numbers) return {};
  draft.faults.fits({numbers->shape.front(), "", {value}, {}}, expected, advice);
  return {numbers->values.begin(), numbers->values.end()};
}

void settle_qk_norm(Draft& draft) {
  if (!find_wanted(draft, "qk_norm")) return;
  QkNorm& norm = draft.problem.qk_norm.emplace();
  const Value* kind = find_member(draft, "qk_norm", "kind");
  if (kind && std::get<std::string>(kind->is) == "layer") norm.kind = QkNorm::Kind::layer;
  if (const Value* eps = find_member(draft, "qk_norm", "eps")) norm.eps = lone_number(*eps);
  constexpr std::string_view advice = "it has a factor for each coordinate of a head's query or key";
  norm.Q = settle_list(draft, find_member(draft, "qk_norm", "Q"), draft.d_k, advice);
  norm.K = settle_list(draft, find_member(draft, "qk_norm", "K"), draft.d_k, advice);
}

/// An even number, at most d_k.
void settle_dims(Draft& draft, const Value& rope, Rope& settled) {
  const Value* value = find_member(draft, "rope", "dims");
  settled.dims = value ? whole(*value) : draft.d_k.count;
  if (!draft.d_k.known() || draft.faults.left_out("rope/dims")) return;
  const std::size_t even = draft.d_k.count - draft.d_k.count % 2;
  const std::string hint = even == 0
                               ? "with d_k 1 there is no pair: leave rope out"
                               : fmt::format(R"(coordinates are turned in pairs: "dims" is even, at most {})", even);
  if (settled.dims > draft.d_k.count)
    draft.faults.at(value ? *value : rope,
                    fmt::format("dims is {}, but {} is {}", settled.dims, draft.d_k.words, draft.d_k.count), hint);
  else if (settled.dims % 2 != 0)
    draft.faults.at(
        value ? *value : rope,
        value ? fmt::format("dims is {}", settled.dims) : fmt::format("{} is {}", draft.d_k.words, settled.dims), hint);
}

void settle_base(Draft& draft, Rope& settled) {
  const Value* base = find_member(draft, "rope", "base");
  if (!base) return;
  settled.base = lone_number(*base);
  if (settled.base < 1)
    draft.faults.at(*base, fmt::format("base is {}", settled.base), "the base of the angles is at least 1: 10000");
}

void settle_offset(Draft& draft, Rope& settled) {
  const Value* offset = find_member(draft, "rope", "offset");
  settled.offset = offset ? whole(*offset) : draft.past.count;
  const std::size_t positions = std::max(draft.n.count, draft.m.count);
  if (offset && (settled.offset >= position_end || position_end - settled.offset < positions))
    draft.faults.at(*offset, fmt::format("positions from {} on are too large", settled.offset),
                    fmt::format("the last position is at most {}", position_end - 1));
}

void settle_rope(Draft& draft) {
  const Value* value = find_wanted(draft, "rope");
  if (!value) return;
  Rope& rope = draft.problem.rope.emplace();
  settle_dims(draft, *value, rope);
  settle_base(draft, rope);
  settle_offset(draft, rope);
  if (find_path(draft.document.members, "rope/interleaved"))
    rope.interleaved = std::get<bool>(find_member(draft, "rope", "interleaved")->is);
}

void settle_alibi(Draft& draft) {
  const Value* value = find_wanted(draft, "alibi");
  if (!value) return;
  const bool is_list = std::holds_alternative<Numbers>(value->is);
  draft.problem.alibi = is_list ? settle_list(draft, value, draft.heads, "ALiBi has a slope for each head")
                                : alibi_slopes(draft.heads.count);
}

/// Extra keys are taken as they are, and stand nowhere among the others.
void refuse_beside_extra(Draft& draft) {
  if (draft.extra.count == 0) return;
  for (const std::string_view key : {"qk_norm", "rope", "alibi"})
    if (const Value* value = find_wanted(draft, key))
      draft.faults.at(*value, fmt::format("{} cannot stand beside extra", key),
                      "extra keys are taken as they are and have no position: leave out one of the two");
}

} // namespace

void settle_positions(Draft& draft) {
  refuse_beside_extra(draft);
  settle_qk_norm(draft);
  settle_rope(draft);
  settle_alibi(draft);
  draft.problem.sinks =
      settle_list(draft, find_wanted(draft, "sinks"), draft.heads, "there is a sink for each head: one score");
}

} // namespace attn::resolving
