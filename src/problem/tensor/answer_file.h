#pragma once
// Answers that are files of matrices: .npz with the names that a result has there, .csv with the rows of a result, or
// one matrix whose step is named behind a #.

#include "problem/expectation.h"

#include <string>

namespace attn {

/// `name` has the ending of a kind of tensor files (find_tensor_name). Throws Refusal as read_answer() does.
Expectation read_answer_file(const std::string& name);

} // namespace attn
