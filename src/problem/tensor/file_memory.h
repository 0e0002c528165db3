#pragma once
// What was made of files, kept for the next problem that names them: of a million lines with one model, the first reads
// it. A file that was written since is another one, as its size, times or inode differ. Many threads may share it.

#include <cstddef>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

namespace attn {

/// How a file stands in the system now: device, inode, size, times of writing and of change. Empty: there is none.
std::string file_state(const std::string& path);

class FileMemory {
public:
  /// At most so many bytes are kept; those used last go last.
  explicit FileMemory(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  /// What `make` gives of a file, or gave when it was asked for under this key and the file stood as it does. `key`
  /// tells what is made; the same key always has the same type. `bytes_of` tells the room that a value takes.
  template <class Value, class Make, class BytesOf>
  std::shared_ptr<const Value> get(const std::string& path, std::string_view key, Make make, BytesOf bytes_of) {
    const std::string whole_key = path + '\0' + file_state(path) + '\0' + std::string(key);
    if (auto kept = find(whole_key)) return std::static_pointer_cast<const Value>(std::move(kept));
    auto made = std::make_shared<const Value>(make());
    keep(whole_key, made, bytes_of(*made));
    return made;
  }

  std::size_t bytes() const;

private:
  struct Entry {
    std::string key;
    std::shared_ptr<const void> value;
    std::size_t bytes;
  };

  std::shared_ptr<const void> find(const std::string& key);
  void keep(const std::string& key, std::shared_ptr<const void> value, std::size_t bytes);

  const std::size_t most_bytes_;
  mutable std::mutex mutex_;
  std::size_t bytes_ = 0;
  std::list<Entry> entries_; ///< used last first
  std::unordered_map<std::string_view, std::list<Entry>::iterator> places_;
};

} // namespace attn
