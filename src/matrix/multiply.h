#pragma once
// C = A·B in the one order of summation that every result of this program has (kernel/kernel.h): blocks of depth, each
// a chain of fused multiply-adds, added in ascending order.

#include "kernel/kernel.h"
#include "matrix/matrix.h"
#include "matrix/packed.h"

namespace attn {

/// The entry of a matrix where a part of it begins.
struct Corner {
  std::size_t row = 0, col = 0;
};

/// c = a·b on one thread. a: n x depth with contiguous rows; b: at least depth x cols from `corner` on; c: n x cols
/// with contiguous rows, apart from a and b. A `b` that is larger than a and c ask for gives only rows and columns from
/// the corner on: a query that sees some keys alone meets no others. The corner's row is a multiple of `depth_block`,
/// so that sums are cut where they are without it; its column one of the kernel's nr. Where copying pays, it asks for
/// a quarter of a megabyte at most, and goes without if there is none.
template <class T>
void multiply(const Kernel<T>& kernel, MatrixView<const T> a, const Packed<T>& b, MatrixView<T> c,
              Corner corner = {}) noexcept;

} // namespace attn
