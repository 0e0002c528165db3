#pragma once
// The table of known mistakes. Each is one row: a name, a sentence for a person that says what was done and what to
// do, and the change that reproduces it: a changed problem, a replaced stage, or a pattern of the answer.

#include "attention/stage.h"
#include "grade/answer.h"
#include "grade/tolerance.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

struct Mistake {
  std::string_view name;     ///< "softmax_over_columns"
  std::string_view sentence; ///< what was done, and what to do
  /* the change; see mistake.cpp */
};

/// All rows, the simplest first.
std::span<const Mistake> mistakes();

/// A mistake that explains the first wrong step.
struct Finding {
  const Mistake* mistake = nullptr;
  const Mistake* together_with = nullptr; ///< of a pair: worded "could be"
  std::string path;                       ///< ".heads[0].weights", of one_cell the cell
  std::string sentence;                   ///< the mistake's, with this answer's places and numbers
};

} // namespace attn
