#pragma once
// What the values of options can be. The word that help has for a value is its name in this table: help, completion
// and "did you mean" look here.

#include "format/format.h"

#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// How a value is typed.
enum class Form {
  none,  ///< a flag has no value
  other, ///< a number, a path, words of one's own: nobody can guess them
  word,  ///< one of some words
  list,  ///< several of them, with commas between
  marks, ///< several of them with their marks: scores=1,output=2
  file,
};

struct OptionValue {
  std::string_view name; ///< "DTYPE"
  Form form = Form::other;
  /// The words, where a command tells so much; null: there are none.
  std::vector<std::string_view> (*words)(Content told) = nullptr;
};

/// What help calls `name`: its row, else a value that nobody can guess.
OptionValue value_of(std::string_view name);

/// The formats that hold what is told, by name.
std::vector<std::string_view> format_names(Content told);

} // namespace attn
