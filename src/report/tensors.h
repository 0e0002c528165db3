#pragma once
// What is in a file of tensors: names, shapes, types of elements. What can be made of them is told in passages and
// members of their own, behind the list.

#include "problem/tensor/tensor_file.h"
#include "report/report.h"

#include <string>

namespace attn {

/// `name` is the file's as the user wrote it. Reads headers, and no elements.
Report tensors(const TensorFile& file, const std::string& name);

} // namespace attn
