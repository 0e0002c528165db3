// Weights that are given: a softmax has rows that sum to 1. Others are worked as they stand, but are rarely meant.

#include "problem/resolve/draft.h"
#include "problem/shown.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>
#include <span>

namespace attn::resolving {
namespace {

/// Weights as people round them, 0.333 three times, still count as 1; the rest is for the rounding of the sum.
constexpr double tolerance = 1e-3 + 1e-9;

bool is_plausible(std::span<const double> row) {
  if (std::all_of(row.begin(), row.end(), [](double weight) { return weight == 0; })) return true; // sees no key
  return std::fabs(std::accumulate(row.begin(), row.end(), 0.0) - 1) <= tolerance;
}

/// "/weights/1/0", of the row that holds the numbers from `first` on.
std::string row_pointer(const Value& value, const Numbers& numbers, std::size_t first) {
  std::string steps;
  std::size_t index = first / numbers.shape.back();
  for (std::size_t level = numbers.shape.size() - 1; level-- > 0; index /= numbers.shape[level])
    steps.insert(0, attn::joined("", index % numbers.shape[level]));
  return value.pointer + steps;
}

} // namespace

void settle_weights(Draft& draft) {
  const Given& weights = draft.in.weights;
  if (!weights.numbers) return; // beside another start they have been set aside
  const Numbers& numbers = *weights.numbers;
  const std::span<const double> all(numbers.values);
  const std::size_t cols = numbers.shape.back();
  for (std::size_t first = 0; first < all.size(); first += cols) {
    const auto row = all.subspan(first, cols);
    if (is_plausible(row)) continue;
    draft.problem.warnings.push_back(fmt::format("{} sums to {:.4g}, not 1: rows of weights come from a softmax",
                                                 row_pointer(*weights.value, numbers, first),
                                                 std::accumulate(row.begin(), row.end(), 0.0)));
    return;
  }
}

} // namespace attn::resolving
