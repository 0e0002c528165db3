#pragma once
// What a mistake makes of the chain: another problem, steps worked in another way, rows that are another query's.

#include "attention/stage.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace attn {

/// Another way of working one step.
struct Replacement {
  Step step;
  std::vector<Step> inputs; ///< in place of Stage::inputs; the step itself among them is the step rightly worked
  Matrix<double> (*work)(const Setting& setting, std::span<const View> inputs);
  bool of_all_heads = false; ///< each input of a head comes once for every head: all of the first input, then …
};

struct Alteration {
  const Problem* problem;
  std::optional<Step> first; ///< no step before it is changed; none: nothing is
  std::vector<Replacement> replaced;
  struct Row {
    Step step;
    std::size_t query;
  };
  std::optional<Row> every_row; ///< of that step every row is this one

  void begin_at(Step step) { first = std::min(first.value_or(step), step); }
  bool changes(Step step) const { return first && step >= *first; }
};

} // namespace attn
