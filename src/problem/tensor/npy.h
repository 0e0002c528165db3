#pragma once
// The .npy format, versions 1 to 3, as numpy's documentation of numpy.lib.format describes it: a magic string, a
// version, the length of a header, the header (a Python dictionary), the elements.

#include "problem/tensor/tensor.h"

#include <cstdint>

namespace attn {

/// What the header of the array says that takes `size` bytes of the file from `offset` on. Throws TensorFault for
/// what is no array of numbers, or not all there.
TensorPlace read_npy(const ByteFile& file, std::uint64_t offset, std::uint64_t size);

} // namespace attn
