#pragma once
// Single values: names out of a short list, and whole numbers.

#include "problem/resolve_fault.h"

#include <cstddef>
#include <optional>

namespace attn::resolving {

/// A count written as a number; one too large for size_t is the largest size_t.
/// None, and a fault, if it is not a whole number of at least `least`.
std::optional<std::size_t> whole_number(Faults& faults, const Value& value, std::size_t least);

/// The same for a bare number.
std::optional<std::size_t> as_whole(double number, std::size_t least);

} // namespace attn::resolving
