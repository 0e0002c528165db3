#include "problem/problem.h"

#include <fmt/format.h>

namespace attn {

std::string words_of(const WeightSource& source) {
  const std::string at = source.prefix.empty() ? "" : fmt::format(", at {}", source.prefix);
  const std::string split = source.split.empty() ? "" : fmt::format(", {}", source.split);
  return fmt::format("{}{} of {}: {}{}, {}", source.recipe, at, source.file, source.form, split, source.layout);
}

} // namespace attn
