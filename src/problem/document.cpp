#include "problem/document.h"

#include <algorithm>

namespace attn {

const Value* find(const Members& members, std::string_view key) {
  const auto member = std::find_if(members.begin(), members.end(), [&](const Member& each) { return each.key == key; });
  return member == members.end() ? nullptr : &member->value;
}

} // namespace attn
