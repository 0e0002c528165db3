#pragma once
// Errors and warnings on standard error: the one spot where they are printed.

#include "error.h"
#include "problem/problem.h"

#include <optional>
#include <string>

namespace attn {

/// "attn: two-heads.json:7:12: /W_Q/1: expected 4 numbers, …", and the hint below it. What commands a terminal is
/// escaped.
void tell(const Error& error);

/// "attn: two-heads.json: warning: …".
void tell_warning(const std::string& file, const std::string& warning);

/// "attn: two-heads.json: weights by the recipe GPT-2, …"; nothing if they are the problem's own.
void tell_weights(const std::string& file, const std::optional<WeightSource>& source);

/// What reading has to say of a problem: where its weights come from, and warnings.
void tell_remarks(const std::string& file, const Problem& problem);

} // namespace attn
