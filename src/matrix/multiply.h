#pragma once
// C = A·B in the one order of summation that every result of this program has (kernel/kernel.h): blocks of depth, each
// a chain of fused multiply-adds, added in ascending order.

#include "kernel/kernel.h"
#include "matrix/matrix.h"
#include "matrix/packed.h"

namespace attn {

/// c = a·b on one thread. a: n x depth with contiguous rows; b: at least depth x cols; c: n x cols with contiguous
/// rows, apart from a and b. A `b` that is larger than a and c ask for gives only its first rows and columns: a query
/// that sees the first keys alone meets no others.
template <class T>
void multiply(const Kernel<T>& kernel, MatrixView<const T> a, const Packed<T>& b, MatrixView<T> c) noexcept;

} // namespace attn
