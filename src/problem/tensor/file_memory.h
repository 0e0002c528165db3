#pragma once
// What was made of files, kept for the next problem that names them: of a million lines with one model, the first ones
// read it. A file that was written since is another one, as its size, times or inode differ. Many threads may share it.

#include <chrono>
#include <cstddef>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

namespace attn {

/// How a file stands in the system.
struct FileState {
  std::string text; ///< device, inode, size, times of writing and of change; empty: there is none
  bool settled = false; ///< the last change is so long ago that another would show in the times
};

/// `tick`: times of files are no finer.
FileState file_state(const std::string& path, std::chrono::nanoseconds tick);

class FileMemory {
public:
  /// At most so many bytes are kept; those used last go last. A file that was changed within the last `tick` is not
  /// kept: it could change again without a trace.
  explicit FileMemory(std::size_t most_bytes, std::chrono::nanoseconds tick = std::chrono::milliseconds(20))
      : most_bytes_(most_bytes), tick_(tick) {}

  /// What `make` gives of a file, or gave when it was asked for under this key and the file stood as it does. `key`
  /// tells what is made; the same key always has the same type. `bytes_of` tells the room that a value takes.
  template <class Value, class Make, class BytesOf>
  std::shared_ptr<const Value> get(const std::string& path, std::string_view key, Make make, BytesOf bytes_of) {
    const FileState state = file_state(path, tick_);
    const std::string whole_key = state.text + '\0' + std::string(key);
    if (auto kept = find(whole_key)) return std::static_pointer_cast<const Value>(std::move(kept));
    auto made = std::make_shared<const Value>(make());
    if (state.settled) keep(whole_key, made, bytes_of(*made));
    return made;
  }

  /// That are kept, keys and all.
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
  const std::chrono::nanoseconds tick_;
  mutable std::mutex mutex_;
  std::size_t bytes_ = 0;
  std::list<Entry> entries_; ///< used last first
  std::unordered_map<std::string_view, std::list<Entry>::iterator> places_;
};

} // namespace attn
