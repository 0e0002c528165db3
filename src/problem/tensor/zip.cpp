#include "problem/tensor/zip.h"

#include "problem/shown.h"
#include "problem/tensor/fault.h"
#include "problem/tensor/zip_layout.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <span>

namespace attn {
namespace {

using Bytes = std::vector<std::byte>;

constexpr std::uint64_t most_directory = std::uint64_t{64} << 20; ///< a million entries

[[noreturn]] void broken(const char* what) {
  throw TensorFault(fmt::format("is no whole .npz file: {}", what), "save or copy it once more");
}

/// Bytes of one part of the archive; none may lie beyond its end.
Bytes bytes_at(const ByteFile& file, std::uint64_t offset, std::uint64_t size) {
  if (offset > file.size() || size > file.size() - offset) broken("its directory points beyond its end");
  Bytes bytes(size);
  file.read(offset, bytes);
  return bytes;
}

/// Fields one after the other.
class Fields {
public:
  explicit Fields(std::span<const std::byte> bytes) : rest_(bytes) {}

  template <class Integer>
  Integer take() {
    return little_endian<Integer>(take_bytes(sizeof(Integer)).data());
  }
  std::span<const std::byte> take_bytes(std::size_t count) {
    if (count > rest_.size()) broken("its directory is cut off");
    const auto bytes = rest_.first(count);
    rest_ = rest_.subspan(count);
    return bytes;
  }
  void skip(std::size_t count) { take_bytes(count); }
  bool empty() const { return rest_.empty(); }
  std::size_t size() const { return rest_.size(); }

private:
  std::span<const std::byte> rest_;
};

struct Directory {
  std::uint64_t offset = 0, size = 0, entries = 0;
};

/// The record that ends an archive: the last that looks like one, as a comment of up to 65535 bytes may follow.
std::uint64_t find_end(const ByteFile& file) {
  if (file.size() < zip::end_size) broken("it is too short");
  const std::uint64_t reach = std::min<std::uint64_t>(file.size(), zip::end_size + 0xFFFF);
  const Bytes tail = bytes_at(file, file.size() - reach, reach);
  for (std::size_t at = tail.size() - zip::end_size + 1; at-- > 0;)
    if (little_endian<std::uint32_t>(&tail[at]) == zip::end_signature) return file.size() - reach + at;
  broken("it has no directory");
}

/// The same in fields of 8 bytes; none: the archive has no such record.
std::optional<Directory> read_end64(const ByteFile& file, std::uint64_t end) {
  if (end < zip::locator64_size) return std::nullopt;
  const Bytes locator = bytes_at(file, end - zip::locator64_size, zip::locator64_size);
  Fields fields(locator);
  if (fields.take<std::uint32_t>() != zip::locator64_signature) return std::nullopt;
  fields.skip(4);
  const Bytes record = bytes_at(file, fields.take<std::uint64_t>(), zip::end64_size);
  Fields wide(record);
  if (wide.take<std::uint32_t>() != zip::end64_signature) broken("its ZIP64 record is not where it should be");
  wide.skip(28);
  Directory directory;
  directory.entries = wide.take<std::uint64_t>();
  directory.size = wide.take<std::uint64_t>();
  directory.offset = wide.take<std::uint64_t>();
  return directory;
}

Directory find_directory(const ByteFile& file) {
  const std::uint64_t end = find_end(file);
  const Bytes record = bytes_at(file, end, zip::end_size);
  Fields fields(record);
  fields.skip(10);
  Directory directory;
  directory.entries = fields.take<std::uint16_t>();
  directory.size = fields.take<std::uint32_t>();
  directory.offset = fields.take<std::uint32_t>();
  const bool wide = directory.entries == zip::elsewhere16 || directory.size == zip::elsewhere32 ||
                    directory.offset == zip::elsewhere32;
  if (const auto wider = wide ? read_end64(file, end) : std::nullopt) directory = *wider;
  if (directory.size > most_directory) broken("its directory is too large");
  return directory;
}

/// What fields of 4 bytes leave to the extra field of 8 bytes each, in this order.
void widen(ZipEntry& entry, Fields extra) {
  while (extra.size() >= 4) {
    const auto id = extra.take<std::uint16_t>();
    const auto size = extra.take<std::uint16_t>();
    Fields field(extra.take_bytes(size));
    if (id != zip::extra64) continue;
    for (std::uint64_t* number : {&entry.size, &entry.compressed, &entry.header})
      if (*number == zip::elsewhere32) *number = field.take<std::uint64_t>();
    return;
  }
}

ZipEntry read_entry(Fields& fields) {
  ZipEntry entry;
  if (fields.take<std::uint32_t>() != zip::directory_signature) broken("its directory is damaged");
  fields.skip(4);
  entry.encrypted = (fields.take<std::uint16_t>() & 1) != 0;
  entry.method = fields.take<std::uint16_t>();
  fields.skip(4);
  entry.checksum = fields.take<std::uint32_t>();
  entry.compressed = fields.take<std::uint32_t>();
  entry.size = fields.take<std::uint32_t>();
  const auto name_size = fields.take<std::uint16_t>(), extra_size = fields.take<std::uint16_t>(),
             comment_size = fields.take<std::uint16_t>();
  fields.skip(8);
  entry.header = fields.take<std::uint32_t>();
  const auto name = fields.take_bytes(name_size);
  entry.name.assign(reinterpret_cast<const char*>(name.data()), name.size());
  widen(entry, Fields(fields.take_bytes(extra_size)));
  fields.skip(comment_size);
  return entry;
}

} // namespace

std::vector<ZipEntry> read_zip_directory(const ByteFile& file) {
  const Directory directory = find_directory(file);
  const Bytes bytes = bytes_at(file, directory.offset, directory.size);
  Fields fields(bytes);
  std::vector<ZipEntry> entries;
  while (!fields.empty() && entries.size() < directory.entries) entries.push_back(read_entry(fields));
  if (entries.size() != directory.entries) broken("its directory is cut off");
  return entries;
}

Stretch find_bytes(const ByteFile& file, const ZipEntry& entry) {
  if (entry.encrypted)
    throw TensorFault(fmt::format("holds {} encrypted", shown(entry.name)), "save it without a password");
  if (entry.method != zip::stored && entry.method != zip::deflated)
    throw TensorFault(fmt::format("holds {} packed by method {}", shown(entry.name), entry.method),
                      "numpy.savez and numpy.savez_compressed write what is read");
  if (entry.method == zip::stored && entry.compressed != entry.size) broken("a stored array has two sizes");
  const Bytes header = bytes_at(file, entry.header, zip::local_size);
  Fields fields(header);
  if (fields.take<std::uint32_t>() != zip::local_signature) broken("an array is not where its directory says");
  fields.skip(22);
  const std::uint64_t name_size = fields.take<std::uint16_t>(), extra_size = fields.take<std::uint16_t>();
  const std::uint64_t begin = entry.header + zip::local_size + name_size + extra_size;
  if (begin > file.size() || entry.compressed > file.size() - begin) broken("an array reaches beyond its end");
  return {begin, entry.compressed, entry.size, entry.method == zip::deflated, entry.checksum};
}

} // namespace attn
