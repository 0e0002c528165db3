#include "format/zip_writer.h"

#include "problem/tensor/zip_layout.h"

#include <cassert>
#include <limits>
#include <zlib.h>

namespace attn {
namespace {

constexpr std::uint16_t version_plain = 20, version_wide = 45; ///< of the reader that is needed: 2.0, 4.5
constexpr std::uint16_t made_by = 3 << 8 | version_wide;       ///< 3: the permissions below are those of Unix
constexpr std::uint32_t permissions = 0100644u << 16;
constexpr std::uint16_t midnight = 0, first_of_1980 = 1 << 5 | 1; ///< the earliest date that there is

/// Fields one after the other, lowest byte first.
class Fields {
public:
  template <class Integer>
  Fields& add(Integer value) {
    for (std::size_t i = 0; i < sizeof(Integer); ++i)
      bytes_ += static_cast<char>(static_cast<unsigned char>(std::uint64_t{value} >> (8 * i)));
    return *this;
  }
  Fields& add_text(std::string_view text) {
    bytes_ += text;
    return *this;
  }
  const std::string& bytes() const { return bytes_; }

private:
  std::string bytes_;
};

/// The number if 4 bytes are to hold it, else where else to look.
std::uint32_t narrowed(std::uint64_t number, bool wide) {
  return wide ? zip::elsewhere32 : static_cast<std::uint32_t>(number);
}

} // namespace

void ZipWriter::write(std::string_view bytes) {
  sink_.write(bytes);
  written_ += bytes.size();
}

void ZipWriter::add(const std::string& name, const Give& give) {
  assert(name.size() < std::numeric_limits<std::uint16_t>::max());
  Entry entry{name, 0, 0, written_};
  uLong checksum = ::crc32_z(0, nullptr, 0);
  give([&](std::string_view piece) {
    checksum = ::crc32_z(checksum, reinterpret_cast<const Bytef*>(piece.data()), piece.size());
    entry.size += piece.size();
  });
  entry.checksum = static_cast<std::uint32_t>(checksum);

  const bool wide = entry.size > widest_;
  Fields extra;
  if (wide) extra.add(zip::extra64).add(std::uint16_t{16}).add(entry.size).add(entry.size);
  Fields header;
  header.add(zip::local_signature).add(wide ? version_wide : version_plain);
  header.add(std::uint16_t{0}).add(zip::stored).add(midnight).add(first_of_1980).add(entry.checksum);
  header.add(narrowed(entry.size, wide)).add(narrowed(entry.size, wide));
  header.add(static_cast<std::uint16_t>(name.size())).add(static_cast<std::uint16_t>(extra.bytes().size()));
  write(header.add_text(name).add_text(extra.bytes()).bytes());
  const std::uint64_t begin = written_;
  give([this](std::string_view piece) { write(piece); });
  assert(written_ - begin == entry.size);
  static_cast<void>(begin);
  entries_.push_back(std::move(entry));
}

void ZipWriter::write_directory_entry(const Entry& entry) {
  const bool wide_size = entry.size > widest_, wide_header = entry.header > widest_;
  Fields numbers;
  if (wide_size) numbers.add(entry.size).add(entry.size);
  if (wide_header) numbers.add(entry.header);
  Fields extra;
  if (wide_size || wide_header)
    extra.add(zip::extra64).add(static_cast<std::uint16_t>(numbers.bytes().size())).add_text(numbers.bytes());
  Fields fields;
  fields.add(zip::directory_signature).add(made_by).add(wide_size || wide_header ? version_wide : version_plain);
  fields.add(std::uint16_t{0}).add(zip::stored).add(midnight).add(first_of_1980).add(entry.checksum);
  fields.add(narrowed(entry.size, wide_size)).add(narrowed(entry.size, wide_size));
  fields.add(static_cast<std::uint16_t>(entry.name.size())).add(static_cast<std::uint16_t>(extra.bytes().size()));
  fields.add(std::uint16_t{0}).add(std::uint16_t{0}).add(std::uint16_t{0}).add(permissions);
  fields.add(narrowed(entry.header, wide_header));
  write(fields.add_text(entry.name).add_text(extra.bytes()).bytes());
}

void ZipWriter::finish() {
  const std::uint64_t begin = written_;
  for (const Entry& entry : entries_) write_directory_entry(entry);
  const std::uint64_t end = written_, size = end - begin, count = entries_.size();
  const bool wide = begin > widest_ || size > widest_ || count >= zip::elsewhere16;
  if (wide) {
    Fields record;
    record.add(zip::end64_signature).add(std::uint64_t{zip::end64_size - 12}).add(made_by).add(version_wide);
    record.add(std::uint32_t{0}).add(std::uint32_t{0}).add(count).add(count).add(size).add(begin);
    record.add(zip::locator64_signature).add(std::uint32_t{0}).add(end).add(std::uint32_t{1});
    write(record.bytes());
  }
  const auto counted = wide ? zip::elsewhere16 : static_cast<std::uint16_t>(count);
  Fields record;
  record.add(zip::end_signature).add(std::uint16_t{0}).add(std::uint16_t{0}).add(counted).add(counted);
  record.add(narrowed(size, wide)).add(narrowed(begin, wide)).add(std::uint16_t{0});
  write(record.bytes());
}

} // namespace attn
