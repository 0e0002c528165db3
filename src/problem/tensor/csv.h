#pragma once
// .csv and .tsv files: one matrix in lines of cells (problem/pasted/separated.h).

#include "problem/tensor/tensor_index.h"

#include <memory>
#include <string>

namespace attn {

/// Throws TensorFault for cells that are no numbers, and for lines of different lengths.
std::unique_ptr<TensorIndex> open_csv(const ByteFile& file);

/// Throws TensorFault for what is wrong with the text of such a file.
[[noreturn]] void refuse_text(Position at, const std::string& what, std::string hint);

/// All of the file. Throws TensorFault.
std::string read_text(const ByteFile& file);

} // namespace attn
