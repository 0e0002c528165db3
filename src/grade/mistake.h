#pragma once
// The table of known mistakes. Each is one row: a name, a sentence for a person that says what was done and what to
// do, and the ways in which it is made: a changed problem, replaced work of a step, or a pattern of the written matrix.

#include "grade/alteration.h"
#include "grade/answer.h"
#include "grade/tolerance.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace attn {

/// The chain is right, but what is asked was another thing.
struct ChangedProblem {
  Step first;               ///< no step before it is changed
  bool (*change)(Problem&); ///< false: this problem allows no such change; it may be left half changed
  std::string_view where{}; ///< "W_K", where one mistake can be made in several places
};

/// Steps worked in another way.
struct ReplacedWork {
  bool (*possible)(const Problem& problem);
  std::vector<Replacement> works;
};

/// A changed problem, for one query only.
struct ChangedForOneQuery {
  ChangedProblem change;
};

/// One row worked with another row's query.
struct AnotherQuery {};

/// Why a cell may be wrong, by its digits.
enum class Slip { none, lost_minus, digits_swapped, point_moved, one_digit };

/// What a mistake is known to have done in this answer, as far as there is more to tell than its name.
struct Facts {
  struct Cell {
    std::size_t row, col;
    double given, truth;
  };
  struct Exponential {
    std::string path; ///< of the exponentials that were written, else of the weights: ".heads[0].weights"
    std::size_t row, col;
    double exponent;     ///< x of e^x
    double given, truth; ///< e^x as what was written has it, and as it is
  };
  std::optional<std::size_t> row;         ///< the only row, or the first of them
  std::optional<std::size_t> other;       ///< the query whose row it is; the key whose term is missing
  std::optional<std::size_t> head;        ///< of several that the written step is made of, the one in which it is
  std::optional<Cell> cell;               ///< the only wrong cell, or the first of them
  Slip slip = Slip::none;                 ///< of `cell`
  std::optional<Exponential> exponential; ///< the wrong one
};

/// The weights of one head, in which a written step is linear.
struct Mixing {
  std::size_t head;
  View weights; ///< n x M, from the student's own steps before
  View scores;  ///< what the softmax is taken of; empty: the chain starts at the weights
  View effect;  ///< M x columns of the written step: what weight 1 of a key makes; empty: the weights were written

  double effect_of(std::size_t key, std::size_t col) const { return effect.empty() ? key == col : effect(key, col); }
};

/// A written matrix that is wrong, and what it should have been.
struct Suspect {
  const Problem& problem;
  const Tolerance& tolerance;
  const Claim& claim;
  View truth;                                                    ///< from the student's own steps before it
  double largest;                                                ///< magnitude in it
  std::vector<Mixing> mixings;                                   ///< the weights in it, unless they were written before
  View exponentials;                                             ///< of their sums: what is added up
  const std::vector<std::pair<std::size_t, std::size_t>>& wrong; ///< cells, in order; all if the shape is wrong

  /// Whether the entry at (i, j), which was written, says `value`.
  bool says(std::size_t i, std::size_t j, double value) const;
};

/// What the written matrix looks like beside the true one.
struct Pattern {
  std::optional<Facts> (*find)(const Suspect& suspect);
};

/// What a row with wrong cells looks like beside the true one.
struct RowPattern {
  std::optional<Facts> (*find)(const Suspect& suspect, std::size_t row);
  bool once; ///< of one row only
};

using Way = std::variant<ChangedProblem, ReplacedWork, ChangedForOneQuery, AnotherQuery, Pattern, RowPattern>;

/// How much a match says. A mistake is named only when no surer one fits.
enum class Surety {
  method, ///< all numbers of the step follow from it; they may be wrong and still pass marks on
  row,    ///< a row has one number too many to choose from
  cell,   ///< it is all that can be said
};

struct Mistake {
  std::string_view name;     ///< "softmax_over_columns"
  std::string_view sentence; ///< what was done, and what to do
  std::vector<Way> ways;
  Surety surety = Surety::method;
  std::string_view of_row{}; ///< what a wrong row is, beside wrong. {0}: the row, {1}: its path, {2}: Facts::other
};

/// All rows, the simplest first.
std::span<const Mistake> mistakes();

/// A mistake that explains a wrong step. It carries facts; places and numbers get their words in report/.
struct Finding {
  const Mistake* mistake = nullptr;
  const Mistake* together_with = nullptr; ///< of a pair: worded "could be"
  Spot spot;                              ///< the first wrong matrix of the step
  std::string path;                       ///< ".heads[0].weights"
  std::string_view where;                 ///< "W_K"; empty: there is no choice of places
  std::string_view where_together;        ///< of the other of a pair
  Facts facts = {};
};

} // namespace attn
