#pragma once
// A problem of which only the sizes are known: what its steps are called, how large they are and what they cost can be
// told without any number.

#include "problem/problem.h"

#include <cstddef>
#include <optional>

namespace attn {

/// Sizes as somebody asks for them; what is left out follows from the others.
struct Sizes {
  std::size_t tokens = 0;             ///< n
  std::optional<std::size_t> context; ///< m rows of a context; none: keys come from X
  std::size_t past = 0;               ///< cached keys
  std::optional<std::size_t> d_model; ///< none: the chain starts at Q, K and V, and has no W_O
  std::size_t heads = 1;
  std::optional<std::size_t> kv_heads; ///< none: as many as heads
  std::optional<std::size_t> d_k;      ///< none: d_model / heads
  std::optional<std::size_t> d_v;      ///< none: d_k
  std::optional<std::size_t> batch;    ///< none: no batch

  bool operator==(const Sizes&) const = default;
};

/// All of them. Throws Refusal if they do not fit together, or come to more than a number can hold.
Shape shape_of(const Sizes& sizes);

/// A problem whose matrices have their columns (past: rows) and no entries. Only shapes, which biases and masks there
/// are, and what is the identity may be looked at.
Problem outline(const Sizes& sizes);

} // namespace attn
