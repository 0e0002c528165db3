#pragma once
// A table of text:
//
//   step               cells right  verdict
//   ───────────────────────────────────────
//   .heads[0].weights          3/4  wrong
//   ───────────────────────────────────────
//   all                        3/4

#include "format/format.h"
#include "report/report.h"

namespace attn {

/// Columns are aligned by display width. No line ends in blanks; a last row that sums up stands under a rule.
void write_text_table(const TextTable& table, const Style& style, Sink& sink);

} // namespace attn
