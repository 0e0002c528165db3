#pragma once
// Where two runs of the same chain part: step by step the largest differences, and the first step in which numbers lie
// further apart than rounding explains.

#include "grade/dump.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// Two numbers are the same if |a - b| <= atol + rtol·|b|.
struct Closeness {
  std::string_view dtype;
  double atol, rtol;
};

/// What numbers of a dtype may be off, as torch.testing.assert_close has it; of float32 if the dtype is not known.
const Closeness& closeness_of(std::string_view dtype);
/// The coarser of two.
const Closeness& coarser(const Closeness& a, const Closeness& b);

/// A cell, and what stands there in both.
struct DifferentCell {
  std::size_t row = 0, col = 0;
  double a = 0, b = 0;
  double absolute = 0; ///< |a - b|; infinite where one is masked or no number
  double relative = 0; ///< |a - b| / |b|; of a cell with b = 0 there is none
};

/// One step that stands in both.
struct StepDifference {
  Spot spot;
  std::string path; ///< ".heads[0].scores"
  struct Size {
    std::size_t rows = 0, cols = 0;
    bool operator==(const Size&) const = default;
  };
  Size a, b;                                       ///< where these differ, no cell is compared
  std::size_t cells = 0, beyond = 0;               ///< all, and those that are not the same
  std::size_t masked_by_size = 0;                  ///< masked in one, in the other a number of -1e4 or less
  std::optional<DifferentCell> absolute, relative; ///< with the largest difference of each kind; none: there is none

  bool fits() const { return a == b; }
  bool same() const { return fits() && beyond == 0; }
};

/// How many heads, or sequences, both tell of, where they differ.
struct OtherCount {
  std::string_view what; ///< "heads"
  std::size_t a = 0, b = 0;
};

struct Comparison {
  std::vector<StepDifference> steps;       ///< in the order in which they happen
  std::vector<OtherCount> counts;          ///< those that differ; heads and sequences of both are compared
  std::vector<std::string> only_a, only_b; ///< paths of steps that the other has not
  /// The first step that is not the same; null: there is none.
  const StepDifference* first() const;
  bool same() const { return counts.empty() && !first(); }
};

/// Holds every step that stands in both against the other. A score masked in both is the same in both; what is no
/// number is the same as nothing, not even as itself.
Comparison compare_dumps(const Dump& a, const Dump& b, const Closeness& closeness);

} // namespace attn
