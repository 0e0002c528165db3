#pragma once
// Matrices as JSON text, formatted block by block. Blocks are of bounded size and go out in order; where there is much,
// all threads format, each a block of its own.

#include "attention/parallel.h"
#include "format/format.h"
#include "matrix/matrix.h"
#include "problem/problem.h"

#include <cstddef>
#include <string_view>

namespace attn {

/// What stands around the numbers of a matrix: `before_first` [1 `comma` 2] `before_next` [3 `comma` 4].
struct RowMarks {
  std::string_view before_first, before_next, comma;
};

/// The rows of `values`, not finite is null. The text does not depend on the team.
void write_rows(View values, Dtype dtype, const RowMarks& marks, const Team& team, Sink& sink);

} // namespace attn
