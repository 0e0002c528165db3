#include "format/png.h"

#include <cassert>
#include <stdexcept>
#include <zlib.h>

namespace attn {
namespace {

void put_number(std::string& out, std::size_t number) {
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(number >> shift);
}

const Bytef* bytes_of(std::string_view text) {
  return reinterpret_cast<const Bytef*>(text.data());
}

/// Length, type, data, and a check of the two last.
void put_chunk(std::string& out, const char* type, std::string_view data) {
  const std::string checked = type + std::string(data);
  put_number(out, data.size());
  out += checked;
  put_number(out, crc32(0, bytes_of(checked), static_cast<uInt>(checked.size())));
}

std::string compressed(std::string_view bytes) {
  uLongf size = compressBound(static_cast<uLong>(bytes.size()));
  std::string out(size, '\0');
  if (compress2(reinterpret_cast<Bytef*>(out.data()), &size, bytes_of(bytes), static_cast<uLong>(bytes.size()),
                Z_BEST_COMPRESSION) != Z_OK)
    throw std::bad_alloc();
  out.resize(size);
  return out;
}

std::string header(const IndexedPicture& picture) {
  constexpr char eight_bits = 8, indexed = 3;
  std::string data;
  put_number(data, picture.width);
  put_number(data, picture.height);
  return data + eight_bits + indexed + std::string(3, '\0');
}

std::string palette(const IndexedPicture& picture) {
  std::string data;
  for (const Color& color : picture.palette)
    for (const std::uint8_t part : {color.red, color.green, color.blue}) data += static_cast<char>(part);
  return data;
}

/// Each row begins with the number of its filter: none.
std::string rows(const IndexedPicture& picture) {
  std::string data;
  for (std::size_t i = 0; i < picture.height; ++i) {
    data += '\0';
    data.append(reinterpret_cast<const char*>(picture.pixels.data()) + i * picture.width, picture.width);
  }
  return data;
}

} // namespace

std::string png(const IndexedPicture& picture) {
  assert(picture.pixels.size() == picture.width * picture.height && picture.palette.size() <= 256);
  std::string out = "\x89PNG\r\n\x1a\n";
  put_chunk(out, "IHDR", header(picture));
  put_chunk(out, "PLTE", palette(picture));
  if (picture.first_is_clear) put_chunk(out, "tRNS", std::string_view("\0", 1));
  put_chunk(out, "IDAT", compressed(rows(picture)));
  put_chunk(out, "IEND", "");
  return out;
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t three = 0;
    for (std::size_t k = 0; k < 3; ++k) three = three << 8 | (k < count ? static_cast<std::uint8_t>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k) out += k <= count ? digits[three >> (18 - 6 * k) & 63] : '=';
  }
  return out;
}

} // namespace attn
