#pragma once
// A problem as the file that attn reads: what is invented here can be worked anywhere.

#include "format/json_writer.h"
#include "problem/problem.h"

namespace attn {

/// One object under the keys of the manual page attn-problem.5, and a line break. The problem starts at X, has one
/// sequence and no past, and its mask is causal, padding, both or none.
void write_problem(const Problem& problem, Layout layout, Sink& sink);

} // namespace attn
