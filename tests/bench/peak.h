#pragma once
// The rate of fused multiply-adds that no product can exceed, as this machine reaches it at this moment.

namespace attn::bench {

/// Floating-point operations a second of one thread, two for each fused multiply-add, in T.
template <class T>
double peak();

/// Seconds of CPU time that this thread has had: other programs do not count.
double thread_seconds();

} // namespace attn::bench
