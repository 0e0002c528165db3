#pragma once
// QK-norm: a head's query or key by its own size, as problem.h says of QkNorm.

#include "problem/problem.h"

#include <cstddef>
#include <span>
#include <vector>

namespace attn {

/// Divides the numbers of one query or key, and multiplies them by `factors` (none: by 1). Worked in double whatever T
/// is, and rounded to it once. What overflows on the way becomes NaN.
template <class T>
void normalise(const QkNorm& norm, const std::vector<double>& factors, std::span<T> numbers) noexcept;

/// What a norm takes off and divides by.
struct NormParts {
  double mean = 0; ///< 0 where none is taken off
  double size = 1; ///< the root of the mean square, or of the variance, with eps
};
template <class T>
NormParts parts_of(const QkNorm& norm, std::span<const T> numbers) noexcept;

} // namespace attn
