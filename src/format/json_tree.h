#pragma once
// A tree (report/tree.h) as JSON, whatever it holds.

#include "format/json_writer.h"
#include "report/tree.h"

namespace attn {

/// Indented, an object or list of small values alone stands on one line.
void write_tree(JsonWriter& json, const Tree& tree);

} // namespace attn
