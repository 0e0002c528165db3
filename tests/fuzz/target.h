#pragma once
// What is tried with bytes from a stranger, a row each. Whatever they are: a target comes back. A fault of the input is
// an error that it has caught; anything else, an exception or abort(), is a fault of the program. A fuzzer draws the
// bytes (entry.cpp), and the test run plays those of seeds/ (replay.cpp).

#include <span>
#include <string_view>

namespace attn::fuzz {

struct Target {
  std::string_view name; ///< of the folder in seeds/
  void (*attempt)(std::string_view bytes);
};

std::span<const Target> targets();

/// Ends the program, with words on standard error, unless `holds`.
void require(bool holds, std::string_view words);

void attempt_chain(std::string_view bytes); ///< a problem all the way: worked, told in every format, and marked

} // namespace attn::fuzz
