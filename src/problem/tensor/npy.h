#pragma once
// The .npy format, versions 1 to 3, as numpy's documentation of numpy.lib.format describes it: a magic string, a
// version, the length of a header, the header (a Python dictionary), the elements.

#include "problem/tensor/tensor_index.h"

#include <memory>

namespace attn {

/// What the header of the array says that stands in the stretch. Throws TensorFault for what is no array.
TensorPlace read_npy(const ByteFile& file, const Stretch& stretch);

/// A file that is one array. Throws TensorFault.
std::unique_ptr<TensorIndex> open_npy(const ByteFile& file);

} // namespace attn
