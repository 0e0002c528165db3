#pragma once
// A problem as it was written, as JSON: nothing is resolved, and what was pasted or lay in files becomes lists.

#include "format/json_writer.h"
#include "problem/document.h"

namespace attn {

/// One object under canonical keys, in the order in which they were written, and a line break.
void write_document(const Document& document, Layout layout, Sink& sink);

} // namespace attn
