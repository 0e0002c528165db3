#pragma once
// A run of bytes of a file that is read from front to back, as it stands or deflated, and held to its checksum.

#include "problem/tensor/byte_file.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

namespace attn {

struct Stretch {
  std::uint64_t offset = 0;                   ///< in the file
  std::uint64_t stored = 0;                   ///< bytes there
  std::uint64_t size = 0;                     ///< bytes that they are; the same unless deflated
  bool deflated = false;                      ///< RFC 1951, without a header
  std::optional<std::uint32_t> checksum = {}; ///< CRC-32 of the `size` bytes, as zip archives have it
};

/// All of a file as it stands.
Stretch whole(const ByteFile& file);

/// Throws TensorFault if the bytes are not those of the checksum. Does nothing where there is none, or where more would
/// have to be unpacked than an honest run holds (`out_of_proportion`).
void refuse_if_damaged(const ByteFile& file, const Stretch& stretch);

/// Whether a few bytes claim to be very many: gigabytes can be deflated to kilobytes.
bool out_of_proportion(const Stretch& stretch, std::uint64_t bytes);

class StretchReader {
public:
  /// `file` must outlive it.
  StretchReader(const ByteFile& file, const Stretch& stretch);
  ~StretchReader();
  StretchReader(const StretchReader&) = delete;
  StretchReader& operator=(const StretchReader&) = delete;

  /// The next bytes. Throws TensorFault if they are not there or damaged.
  void read(std::span<std::byte> bytes);

  /// Passes over bytes; what no checksum is to be made of is not even read.
  void skip(std::uint64_t count);

  /// Reads what is left. Throws TensorFault if it is not what the checksum and the size say.
  void finish();

private:
  class Inflater;

  const ByteFile& file_;
  Stretch stretch_;
  std::uint64_t given_ = 0; ///< of the `size` bytes
  std::uint32_t checksum_ = 0;
  std::unique_ptr<Inflater> inflater_; ///< null: the bytes stand as they are
};

} // namespace attn
