#include "problem/suggest.h"

#include <algorithm>
#include <cstddef>
#include <fmt/format.h>
#include <utility>
#include <vector>

namespace attn {
namespace {

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool same(char a, char b) {
  return lower(a) == lower(b);
}

} // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  // Row i holds the distances from the first i characters of a to every beginning of b.
  std::vector<std::size_t> two_before(b.size() + 1), before(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::swap(two_before, before);
    std::swap(before, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = before[j - 1] + (same(a[i - 1], b[j - 1]) ? 0 : 1);
      row[j] = std::min({replaced, before[j] + 1, row[j - 1] + 1});
      if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]))
        row[j] = std::min(row[j], two_before[j - 2] + 1);
    }
  }
  return row[b.size()];
}

std::optional<std::string_view> nearest(std::string_view word, std::span<const std::string_view> known) {
  std::size_t limit = word.size() < 2 ? 0 : std::max<std::size_t>(1, word.size() / 3);
  const auto begins_alike = [word](std::string_view candidate) {
    return !candidate.empty() && !word.empty() && same(candidate.front(), word.front());
  };
  std::optional<std::string_view> best;
  for (const std::string_view candidate : known) {
    const std::size_t a = word.size(), b = candidate.size();
    if ((a > b ? a - b : b - a) > limit) continue; // so many changes at least
    const std::size_t distance = edit_distance(word, candidate);
    if (distance > limit) continue;
    if (best && distance == limit && (begins_alike(*best) || !begins_alike(candidate))) continue;
    best = candidate;
    limit = distance;
  }
  return best;
}

std::string suggestion(std::string_view word, std::span<const std::string_view> known, std::string_view what) {
  if (const auto close = nearest(word, known)) return fmt::format("did you mean {}?", *close);
  return fmt::format("{}: {}", what, fmt::join(known, ", "));
}

} // namespace attn
