#pragma once
// Values that live in files of their own: "wq.npy", "weights.npz#wq". Which kinds of files there are is one table; a
// new kind is a row with a function that finds a tensor in it.

#include "problem/document.h"
#include "problem/read.h"
#include "problem/tensor/fault.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// A file and a tensor in it, as a text of the problem names them.
struct TensorName {
  std::string_view file;
  std::string_view tensor; ///< behind the #; empty: none is named
};

/// None: the text names no file of tensors, as no kind has such an ending.
std::optional<TensorName> find_tensor_name(std::string_view text);

/// The numbers of the tensor, and how many bytes of the file they took. Throws TensorFault.
struct TensorRead {
  Numbers numbers; ///< without positions
  std::size_t bytes = 0;
};
TensorRead read_tensor(const TensorName& name, const FileAccess& access);

/// ".npy, .npz": the endings of all kinds.
std::string tensor_endings();

} // namespace attn
