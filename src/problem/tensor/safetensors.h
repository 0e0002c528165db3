#pragma once
// The .safetensors format: 8 bytes with the length of a header, the header (JSON: names with types, shapes and places),
// the elements without holes, row after row, lowest byte first. https://github.com/huggingface/safetensors

#include "problem/tensor/tensor_index.h"

#include <memory>

namespace attn {

/// What its header says. Throws TensorFault for a broken one, and for elements that overlap, leave holes, or are not
/// all there.
std::unique_ptr<TensorIndex> open_safetensors(const ByteFile& file);

} // namespace attn
