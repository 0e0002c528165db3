#include "problem/tensor/safetensors.h"

#include "problem/json/events.h"
#include "problem/shown.h"
#include "problem/tensor/fault.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <fmt/format.h>
#include <numeric>
#include <optional>

namespace attn {
namespace {

constexpr std::uint64_t length_size = 8;
constexpr std::uint64_t longest_header = 100'000'000; ///< as in its own library
constexpr std::size_t most_axes = 32;

[[noreturn]] void broken(std::string_view what) {
  throw TensorFault(fmt::format("is no whole .safetensors file: {}", what), "save or copy it once more");
}

/// What the header says of one tensor.
struct Entry {
  std::string type;
  TensorShape shape;
  std::uint64_t begin = 0, end = 0; ///< of its elements, counted from behind the header
};

struct Header {
  std::vector<std::string> names;
  std::vector<Entry> entries; ///< one for each name
};

/// Listens to the header: an object of names, each with an object of three keys. The first fault stays; it is told
/// when reading has ended.
class HeaderReader final : public JsonEvents {
public:
  void begin_object(Position) override {
    if (++depth_ == 3 && !in_metadata_) fault("an object stands");
  }
  void end_object(Position) override {
    if (--depth_ == 1 && !in_metadata_) finish_tensor();
  }
  void begin_list(Position) override {
    if (++depth_ == 2 || depth_ > 3) return fault("a list stands");
    if (in_metadata_) return;
    if (key_ != "shape" && key_ != "data_offsets") return fault("a list stands");
    list().emplace();
  }
  void end_list(Position) override { --depth_; }
  void key(Position, std::string_view name) override {
    if (depth_ == 1) return begin_tensor(name);
    key_ = name;
    if (in_metadata_) return;
    const bool is_new =
        (name == "dtype" && !type_) || (name == "shape" && !shape_) || (name == "data_offsets" && !offsets_);
    if (!is_new) fault(fmt::format("the key {} does not belong", quoted(name)));
  }
  void scalar(Position, const Scalar& scalar) override {
    if (in_metadata_) return;
    if (depth_ == 2 && key_ == "dtype" && scalar.kind == Scalar::Kind::text) {
      type_ = scalar.text;
    } else if (depth_ == 3 && scalar.kind == Scalar::Kind::number) {
      number(scalar.text);
    } else {
      fault("a value stands");
    }
  }

  /// What was read. Throws TensorFault.
  Header take() {
    if (fault_) broken(*fault_);
    return std::move(header_);
  }
  bool is_faulty() const { return fault_.has_value(); }

private:
  /// The list under the key at hand.
  std::optional<TensorShape>& list() { return key_ == "shape" ? shape_ : offsets_; }

  void begin_tensor(std::string_view name) {
    in_metadata_ = name == "__metadata__";
    key_.clear();
    type_.reset();
    shape_.reset();
    offsets_.reset();
    if (!in_metadata_) header_.names.emplace_back(name);
  }
  void finish_tensor() {
    if (!type_ || !shape_ || !offsets_ || offsets_->size() != 2)
      return fault("no dtype, no shape or no two data_offsets stand");
    header_.entries.push_back({std::move(*type_), std::move(*shape_), (*offsets_)[0], (*offsets_)[1]});
  }
  void number(std::string_view text) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (!list()) return; // a fault was told
    if (error != std::errc{} || end != text.data() + text.size())
      return fault(fmt::format("{} stands where sizes are counted,", shown(text)));
    if (list()->size() == (key_ == "shape" ? most_axes : 2)) return fault("too many numbers stand");
    list()->push_back(value);
  }
  void fault(std::string what) {
    if (fault_) return;
    const std::string where =
        header_.names.empty() ? "its header" : fmt::format("the header's {}", shown(header_.names.back()));
    fault_ = fmt::format("{} in {}", what, where);
  }

  Header header_;
  std::size_t depth_ = 0; ///< brackets that are open
  bool in_metadata_ = false;
  std::string key_;                 ///< the last one in the object of a tensor
  std::optional<std::string> type_; ///< of the tensor at hand, as far as they were given
  std::optional<TensorShape> shape_, offsets_;
  std::optional<std::string> fault_;
};

Header read_header(const ByteFile& file, std::uint64_t size) {
  HeaderReader reader;
  StretchReader bytes(file, {.offset = length_size, .stored = size, .size = size});
  const auto fault = parse_json(
      [&, left = size](std::span<char> buffer) mutable {
        const auto next = std::as_writable_bytes(buffer.first(reader.is_faulty() ? 0 : std::min(left, buffer.size())));
        bytes.read(next);
        left -= next.size();
        return next.size();
      },
      reader);
  Header header = reader.take();
  if (fault) broken(fmt::format("its header is not JSON: {}", fault->message));
  return header;
}

/// The elements of a tensor take as many bytes as its type and shape say.
void check_size(const std::string& name, const Entry& entry, std::uint64_t there) {
  const std::string of = fmt::format("the header's {}", shown(name));
  if (entry.end < entry.begin || entry.end > there) broken(of + " reaches beyond its end");
  const auto count = count_elements(entry.shape);
  if (!count) broken(of + " claims more numbers than can be counted");
  const ElementType* type = find_safetensors_type(entry.type);
  if (type && *count * type->size != entry.end - entry.begin)
    broken(
        fmt::format("{} has {} bytes for {} numbers of the type {}", of, entry.end - entry.begin, *count, entry.type));
}

/// The elements of all tensors stand one behind the other, without holes, to the end of the file.
void check_places(const Header& header, std::uint64_t there) {
  std::vector<std::size_t> order(header.entries.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto place = [&](std::size_t index) {
    return std::pair(header.entries[index].begin, header.entries[index].end);
  };
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return place(a) < place(b); });
  std::uint64_t end = 0;
  for (const std::size_t index : order) {
    const Entry& entry = header.entries[index];
    if (entry.begin < end) broken(fmt::format("the header's {} overlaps another", shown(header.names[index])));
    if (entry.begin > end) broken(fmt::format("a hole stands before the header's {}", shown(header.names[index])));
    end = entry.end;
  }
  if (end != there) broken(fmt::format("its tensors take {} bytes, and there are {}", end, there));
}

class Safetensors final : public PlacedTensors {
public:
  Safetensors(const ByteFile& file, std::uint64_t first, Header header)
      : PlacedTensors(file), first_(first), entries_(std::move(header.entries)) {
    names = std::move(header.names);
  }

protected:
  TensorPlace place(std::size_t index) const override {
    const Entry& entry = entries_[index];
    TensorPlace place;
    place.type = find_safetensors_type(entry.type);
    place.header = header_of(entry.type, entry.shape, place.type);
    place.swapped = std::endian::native != std::endian::little;
    const std::uint64_t size = entry.end - entry.begin;
    place.stretch = {.offset = first_ + entry.begin, .stored = size, .size = size};
    return place;
  }

private:
  std::uint64_t first_; ///< byte of the file behind the header
  std::vector<Entry> entries_;
};

} // namespace

std::unique_ptr<TensorIndex> open_safetensors(const ByteFile& file) {
  if (file.size() < length_size) broken("it is too short");
  std::array<std::byte, length_size> length;
  file.read(0, length);
  const auto size = little_endian<std::uint64_t>(length.data());
  if (size > longest_header) broken(fmt::format("its header is to have {} bytes", size));
  if (size > file.size() - length_size) broken("its header is cut off");
  Header header = read_header(file, size);
  const std::uint64_t first = length_size + size, there = file.size() - first;
  for (std::size_t i = 0; i < header.names.size(); ++i) check_size(header.names[i], header.entries[i], there);
  check_places(header, there);
  check_names(header.names);
  return std::make_unique<Safetensors>(file, first, std::move(header));
}

} // namespace attn
