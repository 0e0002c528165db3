#pragma once
// Values that are one number.

#include "problem/document.h"

#include <cstddef>

namespace attn::resolving {

/// The number of a value that is one number.
double lone_number(const Value& value);

/// A whole number that is not negative; the largest size_t for all that are beyond.
std::size_t whole(double number);
std::size_t whole(const Value& value);

} // namespace attn::resolving
