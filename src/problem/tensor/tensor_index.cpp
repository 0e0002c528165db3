#include "problem/tensor/tensor_index.h"

#include "problem/shown.h"
#include "problem/tensor/fault.h"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>

namespace attn {
namespace {

/// "../x", "a/../b", "/x": where an archive is unpacked, such a name leads elsewhere.
bool leads_out(std::string_view name) {
  if (name.starts_with('/')) return true;
  while (true) {
    const std::size_t end = std::min(name.find('/'), name.size());
    if (name.substr(0, end) == "..") return true;
    if (end == name.size()) return false;
    name.remove_prefix(end + 1);
  }
}

} // namespace

TensorRead PlacedTensors::read(std::size_t index) const {
  const TensorPlace found = place(index);
  TensorRead read;
  read.numbers.shape.assign(found.header.shape.begin(), found.header.shape.end());
  read.numbers.values = read_elements(file_, found);
  read.bytes = std::min(found.stretch.stored, read.numbers.values.size() * found.type->size);
  read.type = found.type;
  read.has_truths = found.type->dtype == "bool";
  return read;
}

std::optional<std::string> PlacedTensors::words(std::size_t index) const {
  const TensorPlace found = place(index);
  return found.header.shape.empty() ? read_words(file_, found) : std::nullopt;
}

void check_names(const std::vector<std::string>& names) {
  std::vector<std::string_view> sorted(names.begin(), names.end());
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end())
    throw TensorFault(fmt::format("holds two tensors called {}", shown(*twice)),
                      "each has a name of its own: save it once more");
  const auto strange = std::find_if(
      names.begin(), names.end(), [](const auto& name) { return name.empty() || !is_plain(name) || leads_out(name); });
  if (strange != names.end())
    throw TensorFault(fmt::format("holds a tensor called {}", quoted(*strange)),
                      "names are text without control characters and without ..; save it under another one");
}

} // namespace attn
