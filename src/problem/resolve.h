#pragma once
// From a Document to a Problem: every shape, size and combination is checked here, and layouts, per-head lists, keep
// and block and the default scale become one form.

#include "problem/document.h"
#include "problem/read.h"

namespace attn {

/// Throws Refusal with the document's own errors and all that it finds itself, in the order of the file.
Problem resolve(Document document, const Overrides& overrides);

} // namespace attn
