#pragma once
// Steps that another program dumped as tensors, under the paths of the result or the names that frameworks have.

#include "grade/dump.h"
#include "problem/document.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// Where a tensor's matrices stand.
struct TensorMeaning {
  Step of_sequence, of_head; ///< which of the two it is follows from its axes; the same where there is but one
  std::optional<std::size_t> sequence, head; ///< as its name says
};

/// "heads[0].weights", "batch[1].output", "Q", "attn_weights", "model.layers.0.self_attn.attn_weights"; none: no step.
std::optional<TensorMeaning> find_meaning(std::string_view name);

/// The names of other programs that are taken for a step, for the manual: "attn_weights".
struct OtherName {
  std::string_view name;
  Step of_sequence, of_head;
};
std::vector<OtherName> other_names();

/// The matrices of a tensor. A step of the sequence has axes n x width, or B x n x width; one of the heads n x m, or
/// H x n x m, or B x H x n x m; an axis B of 1 is none. What may be either is of the heads if it has three or more.
/// Throws Refusal: it has more or fewer axes.
void add_tensor(std::string_view name, const TensorMeaning& meaning, const Numbers& numbers, Dump& dump);

} // namespace attn
