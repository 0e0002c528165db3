#pragma once
// A file of bytes that are read from anywhere in it. Nothing is mapped: a file that shrinks while it is read gives an
// error, not a signal.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace attn {

class ByteFile {
public:
  /// Throws TensorFault if there is no such regular file; `hint` says what to do about a name that is none.
  explicit ByteFile(const std::string& path, std::string_view hint = "check the name");
  ~ByteFile();
  ByteFile(const ByteFile&) = delete;
  ByteFile& operator=(const ByteFile&) = delete;

  std::uint64_t size() const { return size_; } ///< when it was opened

  /// Fills `bytes` from `offset` on. Throws TensorFault if they are not all there.
  void read(std::uint64_t offset, std::span<std::byte> bytes) const;

private:
  int fd_;
  std::uint64_t size_ = 0;
};

/// Unsigned integers as files have them, lowest byte first.
template <class Integer>
Integer little_endian(const std::byte* bytes) {
  Integer value = 0;
  for (std::size_t i = sizeof(Integer); i-- > 0;)
    value = static_cast<Integer>((std::uint64_t{value} << 8) | std::to_integer<std::uint64_t>(bytes[i]));
  return value;
}

} // namespace attn
