#pragma once
// One matrix as lines of text, with its labels:
//
//      │ k1  k2  k3
//   ───┼───────────
//   q1 │  1   0   1
//   q2 │  0   1   1
//
// Every entry of a matrix has the same number of decimals and ends its column, so decimal points stand in line.

#include "format/format.h"
#include "format/heat.h"
#include "report/report.h"

namespace attn {

/// Writes the matrix, `indent` columns from the left; if the style has a width, in as many blocks of columns as it
/// takes. A block has at least one column, whatever the width. If the style has heat, cells are shaded by `scale` and
/// its legend stands below.
void write_grid(const Block& block, Dtype dtype, std::size_t indent, const Style& style, const HeatScale& scale,
                Sink& sink);

} // namespace attn
