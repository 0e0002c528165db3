#pragma once
// A tree (report/tree.h) as JSON, whatever it holds.

#include "format/json_writer.h"
#include "report/tree.h"

namespace attn {

/// Indented, an object or list of small values alone stands on one line.
void write_tree(JsonWriter& json, const Tree& tree);

/// What stands between the braces of an object.
void write_members(JsonWriter& json, const Tree::Object& object);

} // namespace attn
