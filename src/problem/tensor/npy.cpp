#include "problem/tensor/npy.h"

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
  TensorShape tuple() {
    TensorShape numbers;
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
  /// A name, or a list of those that the fields of a record have.
  std::string type() {
    if (!take('[')) return std::string(text());
    for (int open = 1; open != 0 && !rest_.empty(); rest_.remove_prefix(1))
      open += (rest_.front() == '[') - (rest_.front() == ']');
    return "[...]";
  }

private:
  std::string_view rest_;
};

struct Header {
  std::optional<std::string> descr;
  std::optional<bool> fortran_order;
  std::optional<TensorShape> shape;
};

Header parse(HeaderText text) {
  Header header;
  text.need('{');
  while (!text.take('}')) {
    const std::string_view key = text.text();
    text.need(':');
    if (key == "descr" && !header.descr)
      header.descr = text.type();
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
  constexpr char others = std::endian::native == std::endian::little ? '>' : '<';
  place.swapped = place.type && has_order && descr.front() == others && place.type->size > 1;
}

class Npy final : public PlacedTensors {
public:
  explicit Npy(const ByteFile& file) : PlacedTensors(file), place_(read_npy(file, whole(file))) {
    names.emplace_back();
  }

protected:
  TensorPlace place(std::size_t) const override { return place_; }

private:
  TensorPlace place_;
};

std::string take_text(StretchReader& reader, std::uint64_t size) {
  std::string text(size, '\0');
  reader.read(std::as_writable_bytes(std::span(text)));
  return text;
}

} // namespace

TensorPlace read_npy(const ByteFile& file, const Stretch& stretch) {
  constexpr std::uint64_t fixed = 12; // magic, version, and a length of two or four bytes
  if (stretch.size < fixed) broken("it is too short");
  StretchReader reader(file, stretch);
  std::string start = take_text(reader, fixed);
  if (!start.starts_with(magic)) broken("it does not begin like one");
  const int version = static_cast<unsigned char>(start[6]);
  if (version < 1 || version > 3) broken(fmt::format("its version is {}", version));
  const auto* length = reinterpret_cast<const std::byte*>(start.data() + 8);
  const std::uint64_t header_at = version == 1 ? 10 : 12;
  const std::uint64_t header_size =
      version == 1 ? little_endian<std::uint16_t>(length) : little_endian<std::uint32_t>(length);
  if (header_size > longest_header || header_at + header_size > stretch.size) broken("its header is too long");

  std::string text = start.substr(header_at); // two bytes of it, or none
  text += take_text(reader, header_size - std::min(header_size, text.size()));
  Header header = parse(HeaderText(std::string_view(text).substr(0, header_size)));
  TensorPlace place;
  settle_type(*header.descr, place);
  place.header = header_of(std::move(*header.descr), std::move(*header.shape), place.type);
  place.columns_first = *header.fortran_order && place.header.shape.size() > 1;
  place.stretch = stretch;
  place.first = header_at + header_size;
  return place;
}

std::unique_ptr<TensorIndex> open_npy(const ByteFile& file) {
  return std::make_unique<Npy>(file);
}

} // namespace attn
