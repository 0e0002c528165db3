#pragma once
// .npz files: zip archives of .npy arrays, as numpy.savez and numpy.savez_compressed write them.

#include "problem/tensor/tensor_index.h"

#include <memory>
#include <string_view>

namespace attn {

/// The name of the array that stands under a name of the archive: "wq" for "wq.npy".
std::string_view array_name(std::string_view entry);

/// The arrays of an archive, under their names without ".npy". Throws TensorFault.
std::unique_ptr<TensorIndex> open_npz(const ByteFile& file);

} // namespace attn
