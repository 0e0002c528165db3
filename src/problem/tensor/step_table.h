#pragma once
// A result as csv writes several matrices of it: a row for each entry, with its step, head, row and column.
//
//   step,head,row,column,value
//   weights,1,1,1,0.5

#include "problem/tensor/answer_tree.h"

#include <string_view>

namespace attn {

/// Whether the text begins with the heads of those columns.
bool is_step_table(std::string_view text);

/// Adds its matrices. `text` must outlive the tree. Throws TensorFault for rows that are out of order or no such rows.
void add_step_table(std::string_view text, AnswerTree& tree);

} // namespace attn
