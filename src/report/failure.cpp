#include "report/failure.h"

#include <cassert>
#include <utility>

namespace attn {
namespace {

Tree fault_tree(const Error& error) {
  Tree::Object object;
  object.reserve(4);
  object.emplace_back("place", error.place.pointer);
  if (error.place.position.column != 0) object.emplace_back("column", error.place.position.column);
  object.emplace_back("message", error.message);
  object.emplace_back("hint", error.hint);
  return object;
}

} // namespace

Report failure(std::span<const Error> errors, const std::optional<Id>& id) {
  assert(!errors.empty());
  Tree::Object object;
  if (id) object.emplace_back("id", *id);
  object.emplace_back("error", fault_tree(errors.front()));
  Tree::List more;
  for (const Error& error : errors.subspan(1)) more.push_back(fault_tree(error));
  if (!more.empty()) object.emplace_back("more", std::move(more));
  Report report;
  report.tree = std::move(object);
  return report;
}

} // namespace attn
