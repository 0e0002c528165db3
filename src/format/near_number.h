#pragma once
// Doubles of everyday size as text, twice as fast as std::to_chars, which gives the same text and writes all others.

namespace attn {

/// The shortest text that reads back to `value`, of several the one nearest to it, as std::to_chars writes it: in the
/// form 0.012 or 1.2e-05, whichever is shorter, of equal ones the first. Up to 24 bytes of `text` are written; returns
/// the end. Null, with nothing written, where this way does not reach: outside of 1e-6 to 1e5, and powers of two.
char* write_near_number(double value, char* text);

} // namespace attn
