#pragma once
// The steps of a run as numbers, whoever ran it: a result read back, or the chain worked here. Nothing of them is right
// or wrong by itself; difference.h holds two of them against each other.

#include "grade/answer.h"
#include "matrix/matrix.h"
#include "problem/expectation.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace attn {

/// One step of one sequence and head. A masked score is -infinity, what is no number NaN.
struct DumpedStep {
  Spot spot;
  Matrix<double> values;
  double slack = 0; ///< half a unit of the last decimal that was written; 0: all digits are there
};

struct Dump {
  std::vector<DumpedStep> steps;        ///< by step, then sequence, then head
  bool batched = false;                 ///< written as a batch
  std::size_t heads = 0, sequences = 0; ///< how many there are; 0: it tells no head
  bool all_heads = true;                ///< there are no more heads; false: those that are named, and perhaps others
  std::vector<std::pair<std::string, std::string>> settings; ///< {"scale", "0.5"}: as it says it was worked
};

/// What each step was taken from: a tensor, or a place in the text. None can be two things.
class Origins {
public:
  /// For the steps of `dump` from `first` on. What gave one of them before, and which; none: all are new.
  struct Earlier {
    std::string name;
    Spot spot;
  };
  std::optional<Earlier> claim(const Dump& dump, std::size_t first, const std::string& name);

private:
  std::map<Spot, std::string> names_;
};

/// How many digits of its numbers somebody wrote down.
enum class WrittenDigits {
  all,        ///< as many as tell the value
  as_written, ///< perhaps fewer: a step claims the most decimals that any of its numbers has
};

/// A result as it was written. Throws Refusal for rows of different lengths, for more levels than a step has, and for a
/// step that is written in two places.
Dump dump_of(const Expectation& expectation, WrittenDigits digits = WrittenDigits::all);

/// Puts the steps in their order and counts heads and sequences.
void settle(Dump& dump);

/// What the chain gives here.
Dump dump_of(const Problem& problem, const std::vector<Trace>& traces);

/// The same as an answer, so that it can be marked.
Expectation expectation_of(const Dump& dump);

} // namespace attn
