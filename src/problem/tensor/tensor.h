#pragma once
// A tensor as it stands in a file: where its bytes are, and how they are to be understood. Nothing of it has been read
// yet but what describes it.

#include "matrix/aligned.h"
#include "problem/tensor/byte_file.h"
#include "problem/tensor/element.h"
#include "problem/tensor/stretch.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace attn {

using TensorShape = std::vector<std::uint64_t>; ///< outermost axis first; none: a lone number

/// What is known of a tensor before its elements are read.
struct TensorHeader {
  std::string type; ///< of an element, as the file writes it: "<f4", "BF16"; "text"
  TensorShape shape;
  std::string dtype;    ///< the same as frameworks call it, "float32", where its elements are numbers that are read
  bool is_read = false; ///< whether they are
};

/// What a file says of a tensor, in words and as its elements' type.
TensorHeader header_of(std::string type, TensorShape shape, const ElementType* element);

struct TensorPlace {
  TensorHeader header;
  const ElementType* type = nullptr; ///< null: the elements are no numbers that are read
  bool swapped = false;              ///< bytes of an element stand in the other order than this machine's
  bool columns_first = false;        ///< the first index runs fastest (Fortran order)
  Stretch stretch;                   ///< of the file, in which the elements stand
  std::uint64_t first = 0;           ///< bytes of the stretch before the elements
};

/// Elements of a shape; none: the bytes that they take are beyond counting.
std::optional<std::uint64_t> count_elements(const TensorShape& shape);

/// All its elements, the last index running fastest. Throws TensorFault: there are none, they are no numbers, they are
/// not all there, or no machine holds them.
AlignedVector<double> read_elements(const ByteFile& file, const TensorPlace& place);

/// The first element where it is text of numpy ("<U8": UTF-32, zeros at the end): short, and in ASCII that can be seen.
/// None: it is not. Throws TensorFault: it is not all there.
std::optional<std::string> read_words(const ByteFile& file, const TensorPlace& place);

} // namespace attn
