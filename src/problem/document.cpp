#include "problem/document.h"

#include <algorithm>

namespace attn {
namespace {

template <class List>
auto find_in(List& members, std::string_view key) -> decltype(&members.front().value) {
  const auto member = std::find_if(members.begin(), members.end(), [&](const Member& each) { return each.key == key; });
  return member == members.end() ? nullptr : &member->value;
}

} // namespace

const Value* find(const Members& members, std::string_view key) {
  return find_in(members, key);
}

Value* find(Members& members, std::string_view key) {
  return find_in(members, key);
}

} // namespace attn
