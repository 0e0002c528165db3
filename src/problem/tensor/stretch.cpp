#include "problem/tensor/stretch.h"

#include "problem/tensor/fault.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <new>
#include <vector>
#include <zlib.h>

namespace attn {
namespace {

constexpr std::uint64_t chunk = 1 << 16;

[[noreturn]] void broken(const char* what) {
  throw TensorFault(fmt::format("is damaged: {}", what), "save or copy it once more");
}

} // namespace

/// Bytes come out as they are asked for, so a small run that claims to be a large one takes no room.
class StretchReader::Inflater {
public:
  Inflater(const ByteFile& file, const Stretch& stretch)
      : file_(file), offset_(stretch.offset), left_(stretch.stored), packed_(std::min(chunk, stretch.stored)) {
    constexpr int raw = -15; // no header, a window of 32 KB
    if (::inflateInit2(&stream_, raw) != Z_OK) throw std::bad_alloc();
  }
  ~Inflater() { ::inflateEnd(&stream_); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  /// The next bytes, at most so many; fewer at the end of the run.
  std::size_t inflate(std::span<std::byte> bytes) {
    stream_.next_out = reinterpret_cast<Bytef*>(bytes.data());
    std::size_t room = bytes.size();
    while (room != 0 && !ended_) {
      refill();
      const uInt piece = static_cast<uInt>(std::min<std::size_t>(room, chunk));
      stream_.avail_out = piece;
      const int result = ::inflate(&stream_, Z_NO_FLUSH);
      room -= piece - stream_.avail_out;
      if (result == Z_MEM_ERROR) throw std::bad_alloc();
      if (result == Z_STREAM_END)
        ended_ = true;
      else if (result == Z_BUF_ERROR) // there is room, so bytes are what it lacks, and refill() had none
        broken("its compressed bytes end too early");
      else if (result != Z_OK)
        broken("its compressed bytes cannot be understood");
    }
    return bytes.size() - room;
  }

private:
  void refill() {
    if (stream_.avail_in != 0 || left_ == 0) return;
    const std::span<std::byte> next = std::span(packed_).first(std::min<std::uint64_t>(packed_.size(), left_));
    file_.read(offset_, next);
    offset_ += next.size();
    left_ -= next.size();
    stream_.next_in = reinterpret_cast<Bytef*>(next.data());
    stream_.avail_in = static_cast<uInt>(next.size());
  }

  const ByteFile& file_;
  std::uint64_t offset_, left_; ///< of the packed bytes that are not read yet
  std::vector<std::byte> packed_;
  z_stream stream_{};
  bool ended_ = false;
};

Stretch whole(const ByteFile& file) {
  return {.offset = 0, .stored = file.size(), .size = file.size()};
}

bool out_of_proportion(const Stretch& stretch, std::uint64_t bytes) {
  constexpr std::uint64_t always = std::uint64_t{4} << 20, for_each_byte = 256;
  return stretch.deflated && bytes > std::max(always, stretch.stored * for_each_byte);
}

void refuse_if_damaged(const ByteFile& file, const Stretch& stretch) {
  if (stretch.checksum && !out_of_proportion(stretch, stretch.size)) StretchReader(file, stretch).finish();
}

StretchReader::StretchReader(const ByteFile& file, const Stretch& stretch) : file_(file), stretch_(stretch) {
  if (stretch.deflated) inflater_ = std::make_unique<Inflater>(file, stretch);
}

StretchReader::~StretchReader() = default;

void StretchReader::read(std::span<std::byte> bytes) {
  if (bytes.size() > stretch_.size - given_) broken("it ends too early");
  if (!inflater_) {
    file_.read(stretch_.offset + given_, bytes);
  } else if (inflater_->inflate(bytes) != bytes.size()) {
    broken("it holds fewer bytes than it claims");
  }
  given_ += bytes.size();
  if (!stretch_.checksum) return;
  checksum_ =
      static_cast<std::uint32_t>(::crc32_z(checksum_, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

void StretchReader::skip(std::uint64_t count) {
  if (!inflater_ && !stretch_.checksum) {
    given_ += std::min(count, stretch_.size - given_);
    return;
  }
  std::array<std::byte, 4096> passed;
  for (std::uint64_t size; count != 0; count -= size) {
    size = std::min<std::uint64_t>(count, passed.size());
    read(std::span(passed).first(size));
  }
}

void StretchReader::finish() {
  skip(stretch_.size - given_);
  std::byte more;
  if (inflater_ && inflater_->inflate({&more, 1}) != 0) broken("it holds more bytes than it claims");
  if (stretch_.checksum && checksum_ != *stretch_.checksum) broken("its checksum is another");
}

} // namespace attn
