#pragma once
// Where one number comes from: the work of its step with numbers in the place of letters, and every number that of the
// trace.

#include "attention/trace.h"
#include "problem/mask.h"
#include "problem/problem.h"
#include "report/maths.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// One entry of a step.
struct Target {
  Step step = Step::Q;
  std::size_t sequence = 0;
  std::size_t head = 0; ///< ignored at Level::sequence
  std::size_t row = 0, col = 0;
  bool plain_exponentials = false; ///< exponentials and their sums as e^s while no |s| of the row exceeds 20
};

/// How numbers and sums are shown.
struct Manner {
  int decimals = 4;
  std::optional<int> rounded = {}; ///< the trace was worked by hand, every step rounded to so many decimals
  bool full = false;               ///< long sums too are shown term by term
  bool may_shift = false;          ///< the row maximum is taken off where every e^s is small
};

/// A number as it is shown. By hand every step is worked with the numbers that are shown, so those of the problem have
/// all their digits, unless these are those of an irrational number.
Maths shown(double value, const Manner& manner);

/// How an entry is worked: "1·1 + 0·0", "1". What is only given or hidden has one side and a note.
struct Derived {
  std::vector<Maths> sides;
  std::string note = {}; ///< "as given", "as query 1 may not see key 2 (causal mask)"
  bool is_copy = false;  ///< the first side is the path of the entry that this one is
};

/// `trace` is that of the target's sequence with every step kept.
Derived working(const Problem& problem, const Trace& trace, const Target& target, const Manner& manner = {});

/// The chain of a working's sides with its note, after a name if there is one. Of long sums the first terms and the
/// last are shown, and how many there are.
Maths told(const Derived& working, const Maths& name, bool full);

/// ".heads[0].weights[0][1] ≈ e^0.7071 / (e^0.7071 + e^0) ≈ 2.0281 / 3.0281 ≈ 0.6698".
Maths derivation(const Problem& problem, const Trace& trace, const Target& target, const Manner& manner = {});

/// What the softmax of a row is taken of: e^(s − shift) of every key that may be seen.
struct SoftmaxRow {
  std::vector<std::size_t> keys; ///< those that may be seen; none: the query is blind
  std::vector<double> scores;    ///< of these keys
  std::vector<double> exponentials;
  std::optional<double> sink; ///< the score that stands in the row as one key more
  double sink_exponential = 0;
  double sum = 0;
  double shift = 0; ///< taken off every score: 0, or the largest of them
};
SoftmaxRow softmax_row(const Problem& problem, const Trace& trace, const Target& target, const Manner& manner);

/// Why this query may not see this key: "causal mask", "padding"; empty: it may.
std::string_view hidden_by(const Problem& problem, const Cell& cell);

/// Where keys and values are projected from: "X", "context", "context_V".
std::string_view source_name(const Problem& problem, Step step);
/// The projection that makes queries, keys or values.
const Projection& projection_of(const Problem& problem, Step step);

/// Of a list that is too long its first entries and its last.
std::vector<Maths> shortened(std::vector<Maths> parts, bool full);

/// jq path of an entry: ".output[1][0]", of sums of exponentials ".heads[0].row_sum[1]".
std::string entry_path(const std::string& step_path, Step step, std::size_t row, std::size_t col);

} // namespace attn
