#pragma once
// What a file of tensors holds, whatever its kind: their names, and each of them when it is asked for.

#include "problem/document.h"
#include "problem/tensor/tensor.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace attn {

/// The numbers of a tensor, and how many bytes of the file they took.
struct TensorRead {
  Numbers numbers; ///< without positions
  std::size_t bytes = 0;
  const ElementType* type = nullptr; ///< of its elements in the file; null: they are text
  bool has_truths = false;           ///< true and false stand among them, here as 1 and 0
};

class TensorIndex {
public:
  virtual ~TensorIndex() = default;

  std::vector<std::string>
      names; ///< in the order of the file, all different; of a file that names none, one empty name

  /// By the place in `names`. Both throw TensorFault.
  virtual TensorHeader describe(std::size_t index) const = 0;
  virtual TensorRead read(std::size_t index) const = 0;
  /// The words of a tensor that is one short text in ASCII, as a result says "dtype"; none: it is something else.
  virtual std::optional<std::string> words(std::size_t) const { return std::nullopt; }
};

/// Tensors whose elements stand somewhere in the file, byte by byte.
class PlacedTensors : public TensorIndex {
public:
  /// `file` must outlive it.
  explicit PlacedTensors(const ByteFile& file) : file_(file) {}

  TensorHeader describe(std::size_t index) const final { return place(index).header; }
  TensorRead read(std::size_t index) const final;
  std::optional<std::string> words(std::size_t index) const final;

protected:
  virtual TensorPlace place(std::size_t index) const = 0;

  const ByteFile& file_;
};

/// Throws TensorFault if a name is there twice, commands a terminal or leads out of a folder.
void check_names(const std::vector<std::string>& names);

} // namespace attn
