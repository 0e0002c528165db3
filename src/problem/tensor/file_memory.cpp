#include "problem/tensor/file_memory.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <time.h>
#include <utility>

namespace attn {

FileState file_state(const std::string& path, std::chrono::nanoseconds tick) {
  struct stat found {};
  timespec now{};
  if (::stat(path.c_str(), &found) != 0 || ::clock_gettime(CLOCK_REALTIME, &now) != 0) return {};
  const auto since_epoch = [](const timespec& time) {
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
  };
  const std::chrono::nanoseconds written = since_epoch(found.st_mtim), changed = since_epoch(found.st_ctim);
  return {fmt::format("{} {} {} {} {}", found.st_dev, found.st_ino, found.st_size, written.count(), changed.count()),
          changed + tick <= since_epoch(now)};
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
  constexpr std::size_t around_each = 1024; // its names, and what list, map and pointer take
  bytes += key.size() + around_each;
  std::list<Entry> entry;
  entry.push_back({key, std::move(value), bytes});
  const std::lock_guard lock(mutex_);
  if (bytes > most_bytes_ || !places_.try_emplace(entry.front().key, entry.begin()).second) return;
  entries_.splice(entries_.begin(), entry);
  for (bytes_ += bytes; bytes_ > most_bytes_; entries_.pop_back()) {
    bytes_ -= entries_.back().bytes;
    places_.erase(entries_.back().key);
  }
}

} // namespace attn
