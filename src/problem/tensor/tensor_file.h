#pragma once
// Values that live in files of their own: "wq.npy", "weights.npz#wq". Which kinds of files there are is one table; a
// new kind is a row with a function that opens it.

#include "problem/read.h"
#include "problem/tensor/byte_file.h"
#include "problem/tensor/fault.h"
#include "problem/tensor/tensor_index.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// A file and a tensor in it, as a text of the problem names them.
struct TensorName {
  std::string_view file;
  std::string_view tensor; ///< behind the #; empty: none is named
};

/// Where a file stands in the system. Throws TensorFault: files may not be read, or its kind is not taken.
std::string path_of(std::string_view file, const FileAccess& access);

/// None: the text names no file of tensors, as no kind has such an ending.
std::optional<TensorName> find_tensor_name(std::string_view text);

/// A file that is open. Its directory has been read and held to its size, none of its elements yet.
class TensorFile {
public:
  /// `file` is a name with the ending of a kind, meant from the folder of `access` on. Throws TensorFault: files may
  /// not be read, there is none, its kind is not taken, or it is broken.
  TensorFile(std::string_view file, const FileAccess& access);

  /// Of all its tensors, in the order of the file; of a .npy file one empty name.
  const std::vector<std::string>& names() const { return index_->names; }
  /// Whether it names them; if not, it holds one.
  bool has_names() const { return names().size() != 1 || !names().front().empty(); }
  /// The place of a name among them; none: there is no such tensor.
  std::optional<std::size_t> find(std::string_view name) const;
  /// The same; an empty name is the only one there is. Throws TensorFault with the names there are.
  std::size_t need(std::string_view name) const;

  /// Type and shape of a tensor, and its numbers, by the place in names(). Both throw TensorFault.
  TensorHeader describe(std::size_t index) const { return index_->describe(index); }
  TensorRead read(std::size_t index) const { return index_->read(index); }
  std::optional<std::string> words(std::size_t index) const { return index_->words(index); }

private:
  std::string_view noun_; ///< what the file calls a tensor
  ByteFile bytes_;
  std::unique_ptr<const TensorIndex> index_;
};

/// Whether the file is one of text, with a matrix in its lines.
bool is_text_file(const TensorName& name);

/// The numbers of the tensor, from memory if that has them. Throws TensorFault.
TensorRead read_tensor(const TensorName& name, const FileAccess& access);

/// ".npy, .npz": the endings of all kinds.
std::string tensor_endings();

} // namespace attn
