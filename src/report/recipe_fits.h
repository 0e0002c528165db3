#pragma once
// Which recipes fit a file of tensors, and where: told behind the list of its tensors.

#include "problem/tensor/tensor_file.h"
#include "report/report.h"

namespace attn {

/// Adds a passage and the member "recipes" of the tree, which must be an object. Throws TensorFault where the headers
/// that it needs are broken.
void add_recipes(Report& report, const TensorFile& file);

} // namespace attn
