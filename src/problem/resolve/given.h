#pragma once
// A member that holds matrices (or vectors), its levels of lists told apart into sequences, heads, rows and columns.
// Nothing here knows how sizes hang together.

#include "matrix/matrix.h"
#include "problem/problem.h"
#include "problem/resolve/fault.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace attn::resolving {

enum class Axis { sequences, heads, rows, cols };

/// What the levels above a matrix or vector are.
struct Form {
  std::size_t base; ///< levels of one entry: a matrix 2, a vector 1
  bool heads;       ///< one level more: an entry for each head
  bool sequences;   ///< one level more, around the others: a batch
};

struct Given {
  std::string name;             ///< as messages call it: "past.K"
  const Value* value = nullptr; ///< null: absent, or left out for a fault of its own
  Numbers* numbers = nullptr;   ///< null also if "identity" or unsound
  bool identity = false;        ///< the text "identity"
  bool unsound = false;         ///< it stands in the file, but what it holds is not known: nothing hangs on it
  std::size_t base = 2;
  bool listed = false;  ///< has a level for heads
  bool batched = false; ///< has a level for sequences

  /// Whether the key stands in the file.
  bool present() const { return value || unsound; }

  /// Entries along an axis; 1 if it has no such level, 0 (not known) without numbers.
  std::size_t count(Axis axis) const;
  /// The same with its words: size(Axis::cols, "d_model") is "d_model of X".
  Size size(Axis axis, std::string_view letter) const;

  /// One head of one sequence.
  View block(std::size_t sequence, std::size_t head) const;
};

/// The member called `key` ("X", "past/K"), whose levels are those of its form.
Given take(Document& document, const Findings& faults, std::string_view key, const Form& form);

/// Every member that may hold matrices.
struct Inputs {
  Given X, context, context_V;
  Given W_Q, W_K, W_V, W_O;
  Given b_Q, b_K, b_V, b_O;
  Given Q, K, V, past_K, past_V, extra_K, extra_V;
  Given scores, weights;
};
Inputs take_inputs(Document& document, const Findings& faults);

/// The member called "X" or "past/K"; null: none.
const Value* find_path(const Members& members, std::string_view path);
Value* find_path(Members& members, std::string_view path);

/// How the blocks of several heads become one matrix.
enum class Join { by_columns, by_rows };

/// All heads of one sequence in one matrix; `transposed`: each block turned before. Numbers that stand so already are
/// handed over, not copied, and so are those of one square block: the document has them no more.
Matrix<double> joined(const Given& given, std::size_t sequence, Join join, bool transposed);

/// The same for all sequences; one entry if it is no batch, none if it is not given.
PerSequence<Matrix<double>> all_joined(const Given& given, Join join);

} // namespace attn::resolving
