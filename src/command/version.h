#pragma once
// What this build is.

#include <string>
#include <string_view>

namespace attn {

/// "attn 0.1.0", and if `verbose` below it the compiler and the kernels that this CPU can run. The one in use is
/// marked: that called `kernel`, or the best if it is empty.
std::string version_text(bool verbose, std::string_view kernel);

} // namespace attn
