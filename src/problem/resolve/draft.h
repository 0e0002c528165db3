#pragma once
// A problem on its way from the Document, and the chapters that settle it, in the order in which resolve() calls them.
// Each chapter holds sizes against each other and tells faults; numbers are taken only when all of them have passed.

#include "problem/problem.h"
#include "problem/read.h"
#include "problem/resolve/given.h"

#include <optional>

namespace attn::resolving {

/// How weights are written: y = x·W, or y = x·Wᵀ as nn.Linear stores it.
enum class Layout { in_out, out_in };

struct Draft {
  Draft(Document& document_, const Overrides& overrides_)
      : document(document_), overrides(overrides_), faults(document_) {}

  Document& document;
  const Overrides& overrides;
  Findings faults;
  Problem problem;

  std::optional<Layout> layout; ///< none: not known
  bool has_values = true;       ///< the chain goes on to the output
  Inputs in;

  // Sizes as far as they are known; the letters are those of problem.h.
  Size sequences, n, m, past, extra, keys, heads, kv_heads, d_k, d_v, d_out;

  /// Whether the key stands in the file, with a fault of its own or without.
  bool has(std::string_view key) const { return find_path(document.members, key) || faults.left_out(key); }
};

/// title, id, dtype, layout, masked_row, softcap.
void settle_settings(Draft& draft);

/// Where the chain starts, and what has no place beside that.
void settle_start(Draft& draft);

/// How many sequences, and who must be a batch together.
void settle_sequences(Draft& draft);

/// heads and kv_heads, from the keys, the flag or the per-head lists.
void settle_heads(Draft& draft);

/// n, m, past, d_k, d_v and d_out: what each matrix and bias must be to fit the others.
void settle_widths(Draft& draft);

/// d_k as a key, and the scale.
void settle_scale(Draft& draft);

/// All parts of the mask.
void settle_mask(Draft& draft);

/// QK-norm, rotary positions, ALiBi and sinks.
void settle_positions(Draft& draft);

/// Rows of given weights sum to 1, or draw a warning.
void settle_weights(Draft& draft);

/// tokens and context_tokens.
void settle_labels(Draft& draft);

/// No number of the document may be beyond the dtype.
void settle_dtype(Draft& draft);

/// Takes the numbers of a draft without faults out of its document: layouts and per-head lists become one form.
void fill_numbers(Draft& draft);

} // namespace attn::resolving
