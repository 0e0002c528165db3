#pragma once
// The lines loop: every line becomes one line of output, in order, by as many threads as are wanted. What a line
// becomes is the command's; errors in their place, ends, progress and what is held in memory are minded here.

#include "command/line_outcome.h"

#include <functional>
#include <string>

namespace attn {

/// Called by several threads at once. A Refusal that it throws makes the line an error object.
using LineWork = std::function<LineOutcome(const Line& line)>;

/// Hands the wanted lines of a file to `work` and writes what becomes of them. Output is handed on before more input is
/// waited for. Not more than a few batches of lines for each thread are in memory.
/// Throws what cannot be the fault of one line: an input that cannot be read, an output that takes no more, memory at
/// its end; what came before is written then.
Status each_line(const std::string& file, const LineOptions& options, Output& output, const LineWork& work);

} // namespace attn
