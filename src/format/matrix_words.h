#pragma once
// What a matrix without labels at its sides says of them in words.

#include "report/report.h"

#include <string>
#include <vector>

namespace attn {

/// Whose rows and columns these are, if their labels say more than their numbers do ("q1", "k2").
struct Side {
  std::string name; ///< "rows", "columns", of one row "row"
  std::vector<std::string> labels;
};
std::vector<Side> sides(const Block& block);

/// The rows that are shown.
Block shown_block(const Block& block);

} // namespace attn
