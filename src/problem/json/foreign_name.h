#pragma once
// Names that people bring along from PyTorch, Hugging Face and their like, for what is written differently here. They
// are no aliases: their values are laid out, counted or meant another way. Each is refused with what to write instead.

#include <string>
#include <string_view>

namespace attn {

struct ForeignName {
  std::string_view names; ///< parted by spaces
  std::string_view meant; ///< keys of a problem that it stands for, parted by spaces; may be empty
  std::string_view words; ///< of the hint; {} is `meant`

  std::string hint() const;
};

/// The row of a name, which may have the path of its module before it ("encoder.self_attn.q_proj.weight"); null: none.
const ForeignName* find_foreign_name(std::string_view word);

} // namespace attn
