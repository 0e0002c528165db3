#pragma once
// What people round on the way, beside the steps that they write down.

#include "problem/problem.h"
#include "attention/trace.h"

#include <span>

namespace attn {

struct Habit {
  enum class Exponentials { unrounded, shifted, plain }; ///< e^(s - row maximum) or e^s
  Exponentials exponentials = Exponentials::unrounded;   ///< and their sum
  bool steps = false;                                    ///< the other steps that are not given
  bool products = false;                                 ///< each product of a sum

  bool rounds_nothing() const { return exponentials == Exponentials::unrounded && !steps && !products; }
  /// Whether a step that is not given is rounded.
  bool rounds(const Problem& problem, Step step) const;
};

/// All of them; the first rounds nothing.
std::span<const Habit> habits();

} // namespace attn
