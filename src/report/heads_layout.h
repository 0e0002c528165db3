#pragma once
// How all heads lie in one matrix, and what it changes that they do: one product or one for each head; the split of
// columns into heads, and back.

#include "problem/problem.h"
#include "report/dimensions.h"

#include <cstddef>
#include <string>
#include <vector>

namespace attn {

/// So many matrices of a shape; without a shape a plain count.
struct Several {
  std::size_t count = 1;
  Extents extents = {};
};

/// "12 × [768,64]", "[768,768]", "589,824".
std::string text(const Several& several);

/// What the same thing is with a matrix for each head, and with one for all of them.
struct Fused {
  std::string what;
  Several head_by_head, fused;
};

/// Empty where there is nothing to fuse: one head, or no weights.
std::vector<Fused> fused_rows(const Problem& problem);

/// A tensor that is seen in other shapes one after the other, or a product of two.
struct HeadsLayout {
  std::string what;            ///< "Q"
  std::string formula;         ///< "split among the heads"
  std::vector<Extents> shapes; ///< as it is seen; of a product: both factors and the result
  bool is_product = false;
};

/// Empty with one head, and where there are no queries.
std::vector<HeadsLayout> split_rows(const Problem& problem);

/// "[10,768] -> [10,12,64] -> [12,10,64]", "[12,10,64]·[12,64,10] = [12,10,10]".
std::string text(const HeadsLayout& layout);

} // namespace attn
