#pragma once
// What the control groups of Linux leave this process, be they of version 1 or 2.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The folders that may hold the limits of a process, from the text of its /proc/self/cgroup: of its group for that
/// controller ("cpu", "memory") and of all above it, as either version mounts them. A container sees its own group as
/// the root, so that one is always among them.
std::vector<std::string> group_folders(std::string_view groups, std::string_view controller);

/// The same of this process.
std::vector<std::string> group_folders(std::string_view controller);

/// Empty: there is no such file.
std::string first_line(const std::string& file);

/// "max", an empty text and what is no number are no limit.
std::optional<std::uint64_t> bytes_of_limit(const std::string& text);

} // namespace attn
