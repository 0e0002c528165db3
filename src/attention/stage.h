#pragma once
// The table of steps. Each step is named once in the program, here: JSON keys, table titles, --only, grading,
// explanations and the manual all come from this table.

#include "attention/trace.h"
#include "problem/problem.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// Where a step's matrix stands in the result.
enum class Level {
  sequence, ///< once: .output
  head,     ///< for each head: .heads[h].scores
};

/// What the rows and columns of a step are.
enum class Axis { queries, keys, features };

/// What a step is worked for.
struct Setting {
  const Problem& problem;
  std::size_t sequence = 0;
  std::size_t head = 0;             ///< of a step of Level::head
  bool plain_exponentials = false;  ///< e^s as written by hand while no |s| of the row exceeds 20, else e^(s - max)
  std::optional<int> decimals = {}; ///< e^s will be rounded to these: e^(s - max) too where all of a row would be 0
};

struct Stage {
  Step step;
  std::string_view key;  ///< in the result: "scores"; a head's own Q is "Q" again
  std::string_view name; ///< in --only, --step, --marks: "scores", "heads.Q"
  Level level;
  Axis rows, cols;
  bool on_demand;               ///< printed only when --only names it
  std::string_view title;       ///< "scaled scores"
  std::string_view formula;     ///< in the letters of the problem: "scores · scale"
  std::string_view latex;       ///< the same as LaTeX maths
  std::span<const Step> inputs; ///< the steps it is worked from; see source()

  /// Whether this problem has the step at all (a softcap, a mask, values, a chain that starts before it).
  bool (*applies)(const Problem& problem);

  /// This step alone from its inputs (in the order of `inputs`), by plain loops that sum in the kernel's order, in the
  /// problem's dtype: on inputs of solve() it gives the bits of solve(). A step of the sequence that is made of heads
  /// (concat) gets one input for each head.
  Matrix<double> (*work)(const Setting& setting, std::span<const View> inputs);

  /// Its matrix in a trace; empty if not kept. `head` is ignored at Level::sequence.
  View (*pick)(const Trace& trace, const Shape& shape, std::size_t head);
};

/// All steps in the order in which they happen; stages()[i].step has the value i.
std::span<const Stage> stages();
const Stage& stage(Step step);

StepSet every_step();

/// The step that --only calls `name` ("heads.weights" is "weights" too); none: no such step.
std::optional<Step> find_step(std::string_view name);

/// What the numbers of a step are rounded to: the dtype, or inside the softmax that of its sums.
Dtype dtype_of(const Problem& problem, Step step);

/// The step that really feeds `input` in this problem: one that does not apply hands on its own first input.
Step source(const Problem& problem, Step input);

/// The sources of all inputs of a step, in the order of Stage::inputs: what Stage::work is called with. Empty for a
/// step that the chain starts from.
std::vector<Step> sources(const Problem& problem, Step step);

/// A step of one head; `head` is 0 at Level::sequence.
struct HeadStep {
  Step step;
  std::size_t head;
};

/// The matrices that a step of one head is worked from, in the order of Stage::work: of a step of the sequence that is
/// made of heads, the one of each head.
std::vector<HeadStep> inputs(const Problem& problem, Step step, std::size_t head);

/// jq path of a step: ".heads[1].scores"; in a batch ".batch[0].heads[1].scores".
std::string path(const Problem& problem, Step step, std::size_t sequence, std::size_t head);

} // namespace attn
