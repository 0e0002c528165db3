// The story of resolving; each chapter is a file of resolve/.

#include "problem/resolve.h"

#include "problem/resolve/draft.h"

namespace attn {

Problem resolve(Document document, const Overrides& overrides) {
  using namespace resolving;
  Draft draft(document, overrides);
  if (document.cut_short) draft.faults.raise(); // what was not read can explain any misfit
  settle_settings(draft);
  settle_start(draft); // before the matrices are looked at: what has no place here is set aside
  draft.in = take_inputs(document, draft.faults);
  settle_sequences(draft);
  settle_heads(draft);
  settle_widths(draft);
  settle_scale(draft);
  settle_mask(draft);
  settle_positions(draft);
  settle_weights(draft);
  settle_labels(draft);
  settle_dtype(draft);
  draft.faults.raise();
  fill_numbers(draft); // from here on nothing can be wrong
  return std::move(draft.problem);
}

} // namespace attn
