#pragma once
// The tensors of a fit as the members of a problem that they stand for: W_Q … b_O, extra.

#include "problem/document.h"
#include "problem/recipe/fit.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace attn {

/// A weight or bias, in the layout of its recipe.
struct TakenWeight {
  std::string key;    ///< "W_Q", "extra/K"
  std::string tensor; ///< where it stands: "h.0.attn.c_attn.weight"
  Numbers numbers;
};

struct TakenWeights {
  std::vector<TakenWeight> weights;
  std::optional<std::size_t> kv_heads; ///< that follow from the shapes; none: as many as heads, or not known
  std::size_t bytes = 0;               ///< read from the file
};

/// Reads all tensors of a fit, each once. `heads`: 0 where a list of matrices tells them. Throws TensorFault.
TakenWeights take_weights(const TensorFile& file, const Fit& fit, std::size_t heads);

/// Whether the shapes tell how many heads there are.
bool tells_heads(const Recipe& recipe);

} // namespace attn
