#pragma once
// The directory of a zip archive, ZIP64 included, as PKWARE's APPNOTE.TXT 6.3.10 lays it out: .npz files are such.

#include "problem/tensor/stretch.h"

#include <cstdint>
#include <string>
#include <vector>

namespace attn {

struct ZipEntry {
  std::string name;
  std::uint16_t method = 0;     ///< 0: stored as it is
  std::uint64_t header = 0;     ///< where its local header stands
  std::uint64_t compressed = 0; ///< bytes in the archive
  std::uint64_t size = 0;       ///< bytes of the entry itself
  std::uint32_t checksum = 0;   ///< CRC-32 of these
  bool encrypted = false;
};

/// All entries, in the order of the directory. Throws TensorFault for what is no archive or a broken one.
std::vector<ZipEntry> read_zip_directory(const ByteFile& file);

/// The bytes of an entry. Throws TensorFault if they are encrypted, packed in a way that is not read, or not all there.
Stretch find_bytes(const ByteFile& file, const ZipEntry& entry);

} // namespace attn
