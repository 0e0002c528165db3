#pragma once
// The one fit that is meant, of all that there are. Nothing is guessed.

#include "problem/recipe/fit.h"

#include <cstddef>
#include <optional>
#include <string>

namespace attn {

/// What a problem or the command line says of a model beside its file.
struct ModelWish {
  std::optional<std::string> recipe; ///< name of one
  std::optional<std::string> prefix; ///< tensors whose names begin so, up to a dot
  std::optional<std::size_t> layer;
  std::optional<std::string> layout; ///< "in_out", "out_in"
};

/// Throws TensorFault: no recipe fits there, or several do.
Fit choose_fit(const TensorFile& file, const ModelWish& wish);

} // namespace attn
