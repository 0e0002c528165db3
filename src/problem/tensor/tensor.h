#pragma once
// A tensor as it stands in a file: where its bytes are, and how they are to be understood. Nothing of it has been read
// yet but what describes it.

#include "problem/tensor/byte_file.h"
#include "problem/tensor/element.h"

#include <cstdint>
#include <vector>

namespace attn {

struct TensorPlace {
  const ElementType* type = nullptr;
  bool swapped = false;                ///< bytes of an element stand in the other order than this machine's
  bool columns_first = false;          ///< the first index runs fastest (Fortran order)
  std::vector<std::uint64_t> shape;    ///< none is 0
  std::uint64_t offset = 0, bytes = 0; ///< of the elements in the file: product of shape x size of type
};

/// The number of elements of a shape; throws TensorFault if the bytes it takes are beyond counting, or there are none.
std::uint64_t element_count(const std::vector<std::uint64_t>& shape);

/// All its elements, the last index running fastest. Throws TensorFault.
std::vector<double> read_elements(const ByteFile& file, const TensorPlace& place);

} // namespace attn
