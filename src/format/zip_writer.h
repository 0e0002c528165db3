#pragma once
// Writes a zip archive (APPNOTE.TXT 6.3.10) as a stream: every entry stored as it is, with a checksum and a fixed date,
// so that the same entries give the same bytes. Sizes and places that 4 bytes cannot hold take ZIP64 records.

#include "format/format.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

class ZipWriter {
public:
  /// What 4 bytes hold at most, and above what records of 8 bytes are written.
  static constexpr std::uint64_t narrow = 0xFFFFFFFE;

  /// `widest` below `narrow` writes the records of 8 bytes earlier than they are needed.
  explicit ZipWriter(Sink& sink, std::uint64_t widest = narrow) : sink_(sink), widest_(widest) {}

  using Take = std::function<void(std::string_view)>;
  /// Hands over the bytes of an entry in pieces. It is called twice, for the checksum and for the bytes, and must hand
  /// over the same.
  using Give = std::function<void(const Take&)>;

  void add(const std::string& name, const Give& give);

  /// Writes the directory; nothing can be added behind it.
  void finish();

private:
  struct Entry {
    std::string name;
    std::uint32_t checksum = 0;
    std::uint64_t size = 0, header = 0;
  };

  void write(std::string_view bytes);
  void write_directory_entry(const Entry& entry);

  Sink& sink_;
  std::uint64_t widest_;
  std::uint64_t written_ = 0;
  std::vector<Entry> entries_;
};

} // namespace attn
