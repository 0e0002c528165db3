#pragma once
// Zip archives for tests, written by hand as APPNOTE.TXT lays them out; every number in them can be made a wrong one.

#include "problem/tensor/byte_file.h"
#include "problem/tensor/zip_layout.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include <zlib.h>

namespace attn::test {

/// Lowest byte first.
template <class Integer>
std::string field(Integer value) {
  std::string bytes;
  for (std::size_t i = 0; i < sizeof(Integer); ++i) bytes += static_cast<char>(std::uint64_t{value} >> (8 * i) & 255);
  return bytes;
}

/// The bytes as a run of RFC 1951.
inline std::string deflated(std::string_view bytes) {
  z_stream stream{};
  deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, -15, 9, Z_DEFAULT_STRATEGY);
  std::string packed(deflateBound(&stream, static_cast<uLong>(bytes.size())), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

struct ZipItem {
  std::string name;
  std::string bytes;          ///< as they stand in the archive
  std::uint16_t method = 0;   ///< of packing: 0 stored, 8 deflated
  std::uint64_t size = 0;     ///< claimed, of the bytes unpacked
  std::uint32_t checksum = 0; ///< claimed
  std::uint16_t flags = 0;
  bool wide = false;                        ///< sizes stand in a ZIP64 field, as numpy writes them
  std::string extra = {};                   ///< other fields before that one
  std::optional<std::uint32_t> header = {}; ///< claimed, where it begins

  ZipItem(std::string called, std::string stored)
      : name(std::move(called)), bytes(std::move(stored)), size(bytes.size()), checksum(crc(bytes)) {}

  static ZipItem packed(std::string name, std::string_view bytes) {
    ZipItem item(std::move(name), deflated(bytes));
    item.method = zip::deflated;
    item.size = bytes.size();
    item.checksum = crc(bytes);
    return item;
  }
  static std::uint32_t crc(std::string_view bytes) {
    return static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
  }
};

/// Where the directory of an archive is, as the record at its end says.
struct ZipEnd {
  std::uint16_t entries = 0;
  std::uint32_t size = 0, offset = 0; ///< in bytes

  std::string record() const {
    return field(zip::end_signature) + field(std::uint32_t{0}) + field(entries) + field(entries) + field(size) +
           field(offset) + field(std::uint16_t{0});
  }
  static ZipEnd of(std::string_view archive) {
    const auto* end = reinterpret_cast<const std::byte*>(archive.data() + archive.size() - zip::end_size);
    return {little_endian<std::uint16_t>(end + 10), little_endian<std::uint32_t>(end + 12),
            little_endian<std::uint32_t>(end + 16)};
  }
};

inline std::string zip_file(const std::vector<ZipItem>& items) {
  std::string file, directory;
  for (const ZipItem& item : items) {
    const auto narrow = [&](std::uint64_t size) {
      return item.wide ? zip::elsewhere32 : static_cast<std::uint32_t>(size);
    };
    const std::string extra = item.extra + (item.wide ? field(zip::extra64) + field(std::uint16_t{16}) +
                                                            field(item.size) + field(std::uint64_t{item.bytes.size()})
                                                      : std::string());
    const std::string common = field(item.flags) + field(item.method) + field(std::uint32_t{0}) + field(item.checksum) +
                               field(narrow(item.bytes.size())) + field(narrow(item.size)) +
                               field(static_cast<std::uint16_t>(item.name.size())) +
                               field(static_cast<std::uint16_t>(extra.size()));
    directory += field(zip::directory_signature) + field(std::uint32_t{0}) + common + std::string(10, '\0') +
                 field(item.header.value_or(static_cast<std::uint32_t>(file.size()))) + item.name + extra;
    file += field(zip::local_signature) + field(std::uint16_t{20}) + common + item.name + extra + item.bytes;
  }
  const ZipEnd end{static_cast<std::uint16_t>(items.size()), static_cast<std::uint32_t>(directory.size()),
                   static_cast<std::uint32_t>(file.size())};
  return file + directory + end.record();
}

} // namespace attn::test
