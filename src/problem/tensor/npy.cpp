#include "problem/tensor/npy.h"

#include "problem/shown.h"
#include "problem/tensor/fault.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <string_view>

namespace attn {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view magic = "\x93NUMPY"sv;
constexpr std::uint64_t longest_header = 65536; ///< numpy itself takes no more than 10000 unasked
constexpr std::size_t most_levels = 32;         ///< as in numpy

[[noreturn]] void broken(std::string_view what) {
  throw TensorFault(fmt::format("is no .npy array: {}", what), R"(in Python, numpy.save("x.npy", x) writes one)");
}

/// The dictionary of a header: three keys, each with a literal of Python.
class HeaderText {
public:
  explicit HeaderText(std::string_view text) : rest_(text) {}

  bool take(char byte) {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\n"), rest_.size()));
    if (!rest_.starts_with(byte)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  void need(char byte) {
    if (!take(byte)) broken("its header cannot be understood");
  }
  std::string_view text() {
    const char quote = take('"') ? '"' : '\'';
    if (quote == '\'') need('\'');
    const std::size_t size = std::min(rest_.find(quote), rest_.size());
    const std::string_view text = rest_.substr(0, size);
    rest_.remove_prefix(size);
    need(quote);
    return text;
  }
  bool truth() {
    take(' ');
    for (const auto& [word, value] : {std::pair{"True"sv, true}, std::pair{"False"sv, false}})
      if (rest_.starts_with(word)) {
        rest_.remove_prefix(word.size());
        return value;
      }
    broken("its header cannot be understood");
  }
  std::uint64_t number() {
    take(' ');
    std::uint64_t value = 0;
    const auto [end, fault] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (fault == std::errc::result_out_of_range) broken("a size in its header is beyond counting");
    if (fault != std::errc{}) broken("its header cannot be understood");
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    if (rest_.starts_with('L')) rest_.remove_prefix(1); // Python 2
    return value;
  }
  std::vector<std::uint64_t> tuple() {
    std::vector<std::uint64_t> numbers;
    need('(');
    while (!take(')')) {
      if (numbers.size() == most_levels) broken("its header claims too many axes");
      numbers.push_back(number());
      if (take(',')) continue;
      need(')');
      break;
    }
    return numbers;
  }
  bool is_list() const {
    return rest_.find_first_not_of(' ') < rest_.size() && rest_[rest_.find_first_not_of(' ')] == '[';
  }

private:
  std::string_view rest_;
};

struct Header {
  std::optional<std::string> descr;
  std::optional<bool> fortran_order;
  std::optional<std::vector<std::uint64_t>> shape;
};

[[noreturn]] void refuse_type(std::string_view descr) {
  if (descr.ends_with('O'))
    throw TensorFault("holds Python objects, which only running its code could read",
                      "convert it in Python: x = numpy.load(FILE, allow_pickle=True); "
                      "numpy.save(\"x.npy\", numpy.array(x.tolist(), dtype=float))");
  throw TensorFault(fmt::format("holds elements of the type {}, which are no real numbers", shown(descr)),
                    R"(save numbers: numpy.save("x.npy", x.astype("f8")))");
}

Header parse(HeaderText text) {
  Header header;
  text.need('{');
  while (!text.take('}')) {
    const std::string_view key = text.text();
    text.need(':');
    if (key == "descr" && text.is_list()) refuse_type("[...]");
    if (key == "descr" && !header.descr)
      header.descr = std::string(text.text());
    else if (key == "fortran_order" && !header.fortran_order)
      header.fortran_order = text.truth();
    else if (key == "shape" && !header.shape)
      header.shape = text.tuple();
    else
      broken("its header has a key that does not belong there");
    if (text.take(',')) continue;
    text.need('}');
    break;
  }
  if (!header.descr || !header.fortran_order || !header.shape) broken("its header lacks a key");
  return header;
}

/// The byte order is the first character: < little, > big, | of single bytes, = the writer's own.
void settle_type(std::string_view descr, TensorPlace& place) {
  if (descr.empty()) broken("its header names no type");
  const bool has_order = "<>|="sv.find(descr.front()) != std::string_view::npos;
  place.type = find_numpy_type(descr.substr(has_order ? 1 : 0));
  if (!place.type) refuse_type(descr);
  constexpr char others = std::endian::native == std::endian::little ? '>' : '<';
  place.swapped = has_order && descr.front() == others && place.type->size > 1;
}

std::string bytes_at(const ByteFile& file, std::uint64_t offset, std::uint64_t size) {
  std::string text(size, '\0');
  file.read(offset, std::as_writable_bytes(std::span(text)));
  return text;
}

} // namespace

TensorPlace read_npy(const ByteFile& file, std::uint64_t offset, std::uint64_t size) {
  constexpr std::uint64_t fixed = 12; // magic, version, and a length of two or four bytes
  if (size < fixed) broken("it is too short");
  const std::string start = bytes_at(file, offset, fixed);
  if (!start.starts_with(magic)) broken("it does not begin like one");
  const int version = static_cast<unsigned char>(start[6]);
  if (version < 1 || version > 3) broken(fmt::format("its version is {}", version));
  const auto* length = reinterpret_cast<const std::byte*>(start.data() + 8);
  const std::uint64_t header_at = version == 1 ? 10 : 12;
  const std::uint64_t header_size =
      version == 1 ? little_endian<std::uint16_t>(length) : little_endian<std::uint32_t>(length);
  if (header_size > longest_header || header_at + header_size > size) broken("its header is too long");

  const std::string text = bytes_at(file, offset + header_at, header_size);
  const Header header = parse(HeaderText(text));
  TensorPlace place;
  settle_type(*header.descr, place);
  place.shape = *header.shape;
  place.columns_first = *header.fortran_order && place.shape.size() > 1;
  place.offset = offset + header_at + header_size;
  const std::uint64_t there = size - header_at - header_size;
  const std::uint64_t count = element_count(place.shape);
  if (count > there / place.type->size)
    throw TensorFault(
        fmt::format("is cut off: its header claims {} numbers, and there are {}", count, there / place.type->size),
        "save or copy it once more");
  place.bytes = count * place.type->size;
  return place;
}

} // namespace attn
