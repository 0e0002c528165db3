#pragma once
// One number of JSON in bytes, and the double nearest to it.

namespace attn {

/// A number that ends before `end` of the bytes, by the grammar of JSON (RFC 8259, section 6). Returns where it ends
/// and sets `value` to what std::from_chars gives; null: none stands here as a whole, or it is too large or too small
/// for a double.
const char* scan_number(const char* begin, const char* end, double& value);

} // namespace attn
