#pragma once
// The value of a fact in words, for every format that people read.

#include "report/report.h"

#include <string>

namespace attn {

/// Numbers have at most so many decimals. Text of the user's is on one line and harmless to a terminal; our own words
/// keep their symbols.
std::string fact_text(const Fact& fact, Dtype dtype, int decimals);

} // namespace attn
