#pragma once
// What machines are told beside matrices: any value that JSON can hold, in order.

#include "problem/problem.h"

#include <concepts>
#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace attn {

/// A value, a list or an object. Members keep their order. A number that is not finite is told as null.
struct Tree {
  using Null = std::monostate;
  using List = std::vector<Tree>;
  using Object = std::vector<std::pair<std::string, Tree>>;

  Tree() = default;
  template <class Value>
  requires(!std::same_as<std::remove_cvref_t<Value>, Tree>) Tree(Value&& value) : is(std::forward<Value>(value)) {}

  std::variant<Null, bool, double, std::size_t, std::string, Id, List, Object> is; ///< Id: text, or digits as written
};

} // namespace attn
