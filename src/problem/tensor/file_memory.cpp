#include "problem/tensor/file_memory.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <utility>

namespace attn {

std::string file_state(const std::string& path) {
  struct stat now {};
  if (::stat(path.c_str(), &now) != 0) return {};
  const auto ticks = [](const timespec& time) { return fmt::format("{}.{}", time.tv_sec, time.tv_nsec); };
  return fmt::format("{} {} {} {} {}", now.st_dev, now.st_ino, now.st_size, ticks(now.st_mtim), ticks(now.st_ctim));
}

std::size_t FileMemory::bytes() const {
  const std::lock_guard lock(mutex_);
  return bytes_;
}

std::shared_ptr<const void> FileMemory::find(const std::string& key) {
  const std::lock_guard lock(mutex_);
  const auto place = places_.find(key);
  if (place == places_.end()) return nullptr;
  entries_.splice(entries_.begin(), entries_, place->second);
  return place->second->value;
}

/// What another thread has kept meanwhile is the same.
void FileMemory::keep(const std::string& key, std::shared_ptr<const void> value, std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  if (bytes > most_bytes_ || places_.contains(key)) return;
  for (bytes_ += bytes; bytes_ > most_bytes_; entries_.pop_back()) {
    bytes_ -= entries_.back().bytes;
    places_.erase(entries_.back().key);
  }
  entries_.push_front({key, std::move(value), bytes});
  places_.emplace(entries_.front().key, entries_.begin());
}

} // namespace attn
