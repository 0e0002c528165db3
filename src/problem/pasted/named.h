#pragma once
// A text that holds several matrices, each behind its name, as in a script or a notebook: W_Q = [1 2; 3 4].

#include "problem/document.h"

#include <string>
#include <string_view>

namespace attn {

/// The problem whose keys are the names. A name begins a line; = or : follows, and what stands there up to the next
/// name is its value: a matrix, a number, or a word. A text without a name is X. Faults stand in the document, as those
/// of JSON do; their positions are those of matrices in the text.
Document read_named(std::string_view text, const std::string& file);

} // namespace attn
