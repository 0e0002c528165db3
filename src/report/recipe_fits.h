#pragma once
// Which recipes fit a file of tensors, and where: told behind the list of its tensors.

#include "problem/tensor/tensor_file.h"
#include "report/report.h"

namespace attn {

/// Adds a passage and the member "recipes" of the tree, which must be an object.
void add_recipes(Report& report, const TensorFile& file);

} // namespace attn
