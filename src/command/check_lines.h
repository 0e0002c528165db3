#pragma once
// attn check --lines: a student a line, or a problem a line with what it expects.

#include "command/each_line.h"
#include "command/marking.h"

#include <string>

namespace attn {

/// Marks each line. `problem` empty: the lines are problems that say what they expect; else they are answers to it.
/// As JSON each gives a line at once; as a table each gives a row, and the table is written when all are marked.
Status check_lines(const std::string& problem, const std::string& file, MarkingPlan plan, const Options& options,
                   const LineOptions& lines);

} // namespace attn
