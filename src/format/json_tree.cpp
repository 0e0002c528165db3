#include "format/json_tree.h"

#include <algorithm>

namespace attn {
namespace {

/// Whether a value is as short as a number: no sentence, and no list or object that holds anything.
struct IsSmall {
  static constexpr std::size_t most_bytes = 60;

  bool operator()(const std::string& text) const { return text.size() <= most_bytes; }
  bool operator()(const Id& id) const { return id.text.size() <= most_bytes; }
  bool operator()(const Tree::List& list) const { return list.empty(); }
  bool operator()(const Tree::Object& object) const { return object.empty(); }
  template <class Number>
  bool operator()(const Number&) const {
    return true;
  }
};

bool is_small(const Tree& tree) {
  return std::visit(IsSmall{}, tree.is);
}

struct TreeWriter {
  JsonWriter& json;

  void operator()(Tree::Null) const { json.verbatim("null"); }
  void operator()(bool value) const { json.verbatim(value ? "true" : "false"); }
  void operator()(double value) const { json.number(value, Dtype::float64); }
  void operator()(std::size_t count) const { json.verbatim(std::to_string(count)); }
  void operator()(const std::string& words) const { json.text(words); }
  void operator()(const Id& id) const { id.is_number ? json.verbatim(id.text) : json.text(id.text); }
  void operator()(const Tree::List& list) const {
    json.open_list(std::ranges::all_of(list, is_small) ? Spread::inline_ : Spread::lines);
    for (const Tree& entry : list) write_tree(json, entry);
    json.close_list();
  }
  void operator()(const Tree::Object& object) const {
    const bool small = std::ranges::all_of(object, [](const auto& member) { return is_small(member.second); });
    json.open_object(small ? Spread::inline_ : Spread::lines);
    write_members(json, object);
    json.close_object();
  }
};

} // namespace

void write_members(JsonWriter& json, const Tree::Object& object) {
  for (const auto& [key, value] : object) {
    json.key(key);
    write_tree(json, value);
  }
}

void write_tree(JsonWriter& json, const Tree& tree) {
  std::visit(TreeWriter{json}, tree.is);
}

} // namespace attn
