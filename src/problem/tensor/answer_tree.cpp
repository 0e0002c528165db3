#include "problem/tensor/answer_tree.h"

#include "problem/shown.h"
#include "problem/tensor/fault.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace attn {
namespace {

constexpr std::size_t most_items = 1 << 16; ///< heads, or sequences
constexpr Position nowhere{};

[[noreturn]] void refuse(std::string_view path) {
  throw TensorFault(fmt::format("holds {}, which is no place in an answer", quoted(path)),
                    "names are those of attn run --format npz: output, heads[0].weights, batch[1].heads[0].scores");
}

} // namespace

/// Takes one step of the path: a key, or an index in brackets.
AnswerTree::Node& AnswerTree::step(Node& from, std::string_view& path) {
  const std::string_view whole = path;
  if (path.starts_with('[')) {
    std::size_t index = 0;
    const auto [end, fault] = std::from_chars(path.data() + 1, path.data() + path.size(), index);
    path.remove_prefix(static_cast<std::size_t>(end - path.data()));
    if (fault != std::errc{} || !path.starts_with(']') || index >= most_items) refuse(whole);
    path.remove_prefix(1);
    return from.items[index];
  }
  if (path.starts_with('.')) path.remove_prefix(1);
  const std::string_view key = path.substr(0, path.find_first_of(".["));
  path.remove_prefix(key.size());
  if (key.empty()) refuse(whole);
  const auto found = std::ranges::find(from.members, key, &Member::key);
  if (found != from.members.end()) return found->node;
  from.members.push_back({std::string(key), {}});
  return from.members.back().node;
}

void AnswerTree::add(std::string_view path, TellValue tell) {
  Node* node = &root_;
  std::string_view rest = path;
  if (path.empty() || path.starts_with('.') || path.starts_with('[')) refuse(path);
  while (!rest.empty()) {
    node = &step(*node, rest);
    if (node->tell) refuse(path);
  }
  if (!node->members.empty() || !node->items.empty()) refuse(path);
  node->tell = std::move(tell);
}

void AnswerTree::tell(JsonEvents& events) const {
  tell(root_, events);
}

void AnswerTree::tell(const Node& node, JsonEvents& events) {
  if (node.tell) return node.tell(events);
  if (node.items.empty()) {
    events.begin_object(nowhere);
    for (const auto& [key, member] : node.members) {
      events.key(nowhere, key);
      tell(member, events);
    }
    return events.end_object(nowhere);
  }
  events.begin_list(nowhere);
  const Node nothing;
  for (std::size_t i = 0; i <= node.items.rbegin()->first; ++i) {
    const auto item = node.items.find(i);
    tell(item == node.items.end() ? nothing : item->second, events);
  }
  events.end_list(nowhere);
}

} // namespace attn
