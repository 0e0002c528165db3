#pragma once
// Values that are not finite: where the first one is, whatever the threads and whatever is kept, and how it is told.

#include "attention/trace.h"
#include "error.h"
#include "problem/problem.h"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace attn {

/// A value of a step that is not finite. The first of two is the smaller one: by step, head, row and column.
struct Fault {
  Step step;
  std::size_t head = 0; ///< 0 for a step of the sequence
  std::size_t row = 0;
  std::size_t col = 0;

  auto operator<=>(const Fault&) const = default;
};

/// Whether no number of the row is infinite or NaN.
template <class T>
bool all_finite(std::span<const T> row) noexcept;

/// The first value of a step of the sequence that is not finite.
template <class T>
std::optional<Fault> first_fault(Step step, MatrixView<const T> values) noexcept;

/// "scores of head 1, query 1, key 1 is not finite (it overflows float64)", at /heads/0/scores/0/0.
Refusal refusal(const Problem& problem, std::size_t sequence, const Fault& fault);

} // namespace attn
