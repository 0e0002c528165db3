#pragma once
// What this build is.

#include <string>

namespace attn {

/// "attn 0.1.0", and if `verbose` below it the compiler and the kernels that this CPU can run, the one in use marked.
std::string version_text(bool verbose);

} // namespace attn
