#include "matrix/control_group.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>

namespace attn {
namespace {

/// Whether "cpu,cpuacct" names it; version 2 names none, and stands for all.
bool names(std::string_view controllers, std::string_view controller) {
  while (!controllers.empty()) {
    const std::string_view first = controllers.substr(0, controllers.find(','));
    if (first == controller) return true;
    controllers.remove_prefix(std::min(first.size() + 1, controllers.size()));
  }
  return false;
}

/// From the path of a group up to the root.
void add_folders(std::string path, const std::string& mount, std::vector<std::string>& folders) {
  if (path == "/") path.clear();
  for (;; path.erase(path.rfind('/'))) {
    folders.push_back(mount + path);
    if (path.empty()) return;
  }
}

} // namespace

std::vector<std::string> group_folders(std::string_view groups, std::string_view controller) {
  const std::string mount = "/sys/fs/cgroup";
  std::vector<std::string> folders;
  while (!groups.empty()) {
    const std::string_view line = groups.substr(0, groups.find('\n')); // 2:cpu,cpuacct:/a/b
    groups.remove_prefix(std::min(line.size() + 1, groups.size()));
    const std::size_t colon = line.find(':'), second = line.find(':', colon + 1);
    if (colon == std::string_view::npos || second == std::string_view::npos) continue;
    const std::string_view controllers = line.substr(colon + 1, second - colon - 1);
    const std::string path(line.substr(second + 1));
    if (!path.starts_with('/')) continue;
    if (controllers.empty()) add_folders(path, mount, folders);
    if (!names(controllers, controller)) continue;
    add_folders(path, mount + "/" + std::string(controllers), folders);
    if (controllers != controller) add_folders(path, mount + "/" + std::string(controller), folders);
  }
  return folders;
}

std::vector<std::string> group_folders(std::string_view controller) {
  std::ifstream file("/proc/self/cgroup");
  return group_folders(std::string(std::istreambuf_iterator<char>(file), {}), controller);
}

std::string first_line(const std::string& file) {
  std::string line;
  std::getline(std::ifstream(file) >> std::ws, line);
  return line;
}

std::optional<std::uint64_t> bytes_of_limit(const std::string& text) {
  std::uint64_t bytes = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data(), end, bytes);
  if (fault != std::errc{} || stop != end) return std::nullopt;
  return bytes;
}

} // namespace attn
