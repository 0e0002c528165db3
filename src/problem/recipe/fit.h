#pragma once
// Which recipes fit the tensors of a file, and where.

#include "problem/recipe/recipe.h"
#include "problem/tensor/tensor_file.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// All tensors that a recipe needs stand in the file behind one prefix.
struct Fit {
  const Recipe* recipe = nullptr;
  std::string prefix;               ///< "bert.encoder.layer.3.attention."; may be empty
  std::optional<std::size_t> layer; ///< the last whole number between the dots of the prefix
  std::string misfit;               ///< why the shapes do not fit; empty: they do

  std::string name_of(std::string_view tensor) const { return prefix + std::string(tensor); }
};

/// In the order of the file, then of the table.
std::vector<Fit> find_fits(const TensorFile& file);

/// A recipe that would fit if it were not for one weight.
struct Lack {
  const Recipe* recipe = nullptr;
  std::string tensor; ///< the name that is missing, with its prefix
};
std::optional<Lack> find_lack(const TensorFile& file);

/// Fits of one recipe whose prefixes differ in the layer alone.
struct FitGroup {
  const Recipe* recipe = nullptr;
  std::string prefix; ///< "bert.encoder.layer.N.attention."; without layers as it is
  std::vector<std::size_t> layers;
};
std::vector<FitGroup> grouped(const std::vector<Fit>& fits);

/// "BERT at bert.encoder.layer.N.attention., N from 0 to 11".
std::string words_of(const FitGroup& group);

} // namespace attn
