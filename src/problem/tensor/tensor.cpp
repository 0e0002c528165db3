#include "problem/tensor/tensor.h"

#include "matrix/memory.h"
#include "problem/shown.h"
#include "problem/tensor/fault.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace attn {
namespace {

constexpr std::size_t chunk = 1 << 14; ///< elements that are read at once: they stay in a cache
constexpr std::uint64_t most_elements = std::uint64_t{1} << 60; ///< of 8 bytes: all that can be counted

[[noreturn]] void refuse_type(std::string_view type) {
  if (type.ends_with('O'))
    throw TensorFault("holds Python objects, which only running its code could read; these lines convert it",
                      "x = numpy.load(FILE, allow_pickle=True)\n"
                      "numpy.save(\"x.npy\", numpy.array(x.tolist(), dtype=float))");
  if (type.starts_with("F8_"))
    throw TensorFault(
        fmt::format("holds elements of the type {}, which are not read; these lines of Python widen them", shown(type)),
        "weights = safetensors.torch.load_file(FILE)\n"
        "safetensors.torch.save_file({k: v.float() for k, v in weights.items()}, \"x.safetensors\")");
  throw TensorFault(fmt::format("holds elements of the type {}, which are no real numbers", shown(type)),
                    R"(save numbers: numpy.save("x.npy", x.astype("f8")))");
}

/// What memory does not hold is not even tried: the system would promise it, and end the program later.
void refuse_beyond_memory(std::uint64_t elements) {
  constexpr std::uint64_t everywhere = std::uint64_t{1} << 20; // no limit is so low that it need be looked for
  if (elements > everywhere && elements > usable_memory() / sizeof(double))
    throw TensorFault(fmt::format("holds {} numbers, more than the memory there is", elements),
                      "check the file: is it what it should be?");
}

/// What is out of all proportion is not believed.
void refuse_beyond_proportion(std::uint64_t elements, const Stretch& stretch) {
  if (!out_of_proportion(stretch, elements * sizeof(double))) return;
  throw TensorFault(fmt::format("holds {} numbers in {} compressed bytes", elements, stretch.stored),
                    "if that is meant, save it as it is: numpy.savez instead of numpy.savez_compressed");
}

/// How many elements there are, all of which can be held.
std::uint64_t check_count(const TensorPlace& place) {
  const auto count = count_elements(place.header.shape);
  if (!count) throw TensorFault("claims more numbers than can be counted", "the file is broken: save it once more");
  if (*count == 0) throw TensorFault("holds no numbers: one of its sizes is 0", "every axis has at least one entry");
  const std::uint64_t there = (place.stretch.size - place.first) / place.type->size;
  if (*count > there)
    throw TensorFault(fmt::format("is cut off: its header claims {} numbers, and there are {}", *count, there),
                      "save or copy it once more");
  refuse_beyond_memory(*count);
  refuse_beyond_proportion(*count, place.stretch);
  return *count;
}

/// Where the elements of columns-first order go, one after the other.
class ColumnsFirst {
public:
  explicit ColumnsFirst(const TensorShape& shape) : shape_(shape), at_(shape.size()), steps_(shape.size()) {
    std::size_t step = 1;
    for (std::size_t axis = shape.size(); axis-- > 0; step *= shape[axis]) steps_[axis] = step;
  }

  std::size_t next() {
    const std::size_t result = index_;
    for (std::size_t axis = 0; axis < shape_.size(); ++axis) {
      index_ += steps_[axis];
      if (++at_[axis] < shape_[axis]) break;
      index_ -= steps_[axis] * at_[axis];
      at_[axis] = 0;
    }
    return result;
  }

private:
  const TensorShape& shape_;
  std::vector<std::size_t> at_, steps_;
  std::size_t index_ = 0;
};

} // namespace

TensorHeader header_of(std::string type, TensorShape shape, const ElementType* element) {
  std::string dtype = element ? std::string(element->dtype) : type;
  return {std::move(type), std::move(shape), std::move(dtype), element != nullptr};
}

std::optional<std::uint64_t> count_elements(const TensorShape& shape) {
  std::uint64_t count = 1;
  for (const std::uint64_t size : shape)
    if (__builtin_mul_overflow(count, size, &count) || count > most_elements) return std::nullopt;
  return count;
}

AlignedVector<double> read_elements(const ByteFile& file, const TensorPlace& place) {
  if (!place.type) refuse_type(place.header.type);
  const std::uint64_t count = check_count(place);
  AlignedVector<double> values(count);
  std::vector<std::byte> bytes(std::min<std::uint64_t>(count, chunk) * place.type->size);
  std::vector<double> widened(place.columns_first ? std::min<std::uint64_t>(count, chunk) : 0);
  ColumnsFirst order(place.header.shape);
  StretchReader reader(file, place.stretch);
  reader.skip(place.first);
  for (std::uint64_t first = 0; first < count; first += chunk) {
    const std::size_t size = std::min<std::uint64_t>(chunk, count - first);
    reader.read(std::span(bytes).first(size * place.type->size));
    const std::span<double> to =
        place.columns_first ? std::span(widened).first(size) : std::span(values).subspan(first, size);
    place.type->widen(bytes.data(), place.swapped, to);
    if (place.columns_first)
      for (const double value : to) values[order.next()] = value;
  }
  reader.finish();
  return values;
}

std::optional<std::string> read_words(const ByteFile& file, const TensorPlace& place) {
  constexpr std::size_t longest = 256, width = 4;
  const std::string_view type = place.header.type;
  if (type.size() < 3 || (type[0] != '<' && type[0] != '>') || type[1] != 'U') return std::nullopt;
  std::size_t size = 0;
  const auto [end, fault] = std::from_chars(type.data() + 2, type.data() + type.size(), size);
  if (fault != std::errc{} || end != type.data() + type.size() || size > longest) return std::nullopt;
  std::vector<std::byte> bytes(size * width);
  StretchReader reader(file, place.stretch);
  reader.skip(place.first);
  reader.read(bytes);
  std::string words;
  for (std::size_t at = 0; at < bytes.size(); at += width) {
    if (type[0] == '>') std::reverse(&bytes[at], &bytes[at] + width);
    const auto code = little_endian<std::uint32_t>(&bytes[at]);
    if (code == 0) break;
    if (code < ' ' || code > '~') return std::nullopt;
    words += static_cast<char>(code);
  }
  return words;
}

} // namespace attn
