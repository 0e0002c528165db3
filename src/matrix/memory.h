#pragma once
// How much memory this process may use.

#include <cstddef>

namespace attn {

/// Bytes: of the machine, of the address space if that is limited (ulimit -v), and of the control groups (containers,
/// batch jobs), whichever are fewest.
std::size_t usable_memory();

} // namespace attn
