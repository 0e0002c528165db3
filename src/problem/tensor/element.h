#pragma once
// The types that an element of a tensor may have, one row each: what a file calls it, how many bytes it takes, and how
// it becomes a double.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace attn {

struct ElementType {
  std::string_view numpy;       ///< in a .npy header, behind the byte order: "f4"; empty: numpy has no such type
  std::string_view safetensors; ///< in a .safetensors header: "F32"
  std::string_view dtype;       ///< as frameworks call it: "float32"
  std::size_t size;             ///< in bytes
  /// Makes doubles of to.size() elements, whose bytes are swapped first where asked. A double holds all of them but
  /// integers beyond 2^53, which become the nearest one.
  void (*widen)(const std::byte* from, bool swapped, std::span<double> to);
  /// The shortest text that tells a value from the others of the type; it is finite.
  std::string (*print)(double value);
};

/// Null: no number is called so.
const ElementType* find_numpy_type(std::string_view name);
const ElementType* find_safetensors_type(std::string_view name);

} // namespace attn
