#pragma once
// The result as JSON.

#include "format/json_writer.h"
#include "report/report.h"

namespace attn {

/// One object, as the manual page attn-problem.5 describes the result, and a line break.
void write_json(const Report& report, Layout layout, Sink& sink, std::size_t threads = 1);

} // namespace attn
