#pragma once
// An answer whose matrices stand under their jq paths, "heads[0].weights", told as the JSON object that it stands for:
// so whatever holds for an answer in JSON holds for it.

#include "problem/json/events.h"

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// Tells one value.
using TellValue = std::function<void(JsonEvents& events)>;

class AnswerTree {
public:
  /// `path` is a jq path without the leading dot. Throws TensorFault if it is none, counts too far, or leads where a
  /// value stands already.
  void add(std::string_view path, TellValue tell);

  void tell(JsonEvents& events) const;

private:
  struct Member;
  struct Node {
    std::vector<Member> members;
    std::map<std::size_t, Node> items;
    TellValue tell; ///< of a value; empty: an object, or a list
  };
  struct Member {
    std::string key;
    Node node;
  };

  static Node& step(Node& from, std::string_view& path);
  static void tell(const Node& node, JsonEvents& events);

  Node root_;
};

} // namespace attn
