#pragma once
// "model": the weights of a problem come from a file of a model, by a recipe.

#include "problem/document.h"
#include "problem/read.h"

namespace attn {

/// Where the document or the command line names a model, its weights become members of the document, with what the
/// recipe says of them. Faults become errors of the document, and what hangs on the weights is marked faulty.
void read_model(Document& document, const Overrides& overrides, const FileAccess& files);

} // namespace attn
