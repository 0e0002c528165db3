#pragma once
// A way of making a mistake, ready to be worked: what it makes of the chain, and what that may cost.

#include "grade/mistake.h"

#include <optional>

namespace attn {

/// A change, and the problem that it may need.
struct BlamePlan {
  explicit BlamePlan(const Problem& original) : change{&original, {}, {}, {}} {}
  BlamePlan(const BlamePlan&) = delete;
  BlamePlan& operator=(const BlamePlan&) = delete;

  /// False: the problem, as changed so far, does not allow it, or one of its steps is replaced already.
  bool add(const Way& way);
  bool add(const ChangedProblem& way);
  bool add(const ReplacedWork& way);

  Alteration change;
  std::optional<Problem> own;
};

/// At most so many for working all steps of a sequence again, those of the projections apart.
std::size_t multiply_adds(const Shape& shape);

/// Working a step again takes plain loops, and changing a problem takes a copy: both in a millisecond or two.
bool is_small(const Shape& shape);

} // namespace attn
