#pragma once
// Counts of things that can be very many. What 64 bits do not hold is refused, never wrapped around.

#include <cstddef>
#include <initializer_list>
#include <string>

namespace attn {

/// Throw Refusal beyond 2^64 - 1.
std::size_t product(std::initializer_list<std::size_t> factors);
std::size_t sum(std::initializer_list<std::size_t> terms);

/// "17,694,720".
std::string grouped(std::size_t count);

/// One part of a whole for people: "0.6 %"; of nothing "0 %".
std::string percentage(std::size_t part, std::size_t whole);

} // namespace attn
