#pragma once
// Errors and warnings on standard error: the one spot where they are printed.

#include "error.h"

#include <string>

namespace attn {

/// "attn: two-heads.json:7:12: /W_Q/1: expected 4 numbers, …", and the hint below it. What commands a terminal is
/// escaped.
void tell(const Error& error);

/// "attn: two-heads.json: warning: …".
void tell_warning(const std::string& file, const std::string& warning);

} // namespace attn
