#pragma once
// Text inside XML and HTML.

#include <string>
#include <string_view>

namespace attn {

/// Any bytes as text that XML 1.0 allows, in an element or in a quoted attribute: markup is escaped as such, what
/// commands and what is no character as JSON writes it.
std::string in_xml(std::string_view text);

} // namespace attn
