#include "problem/tensor/tensor.h"

#include "problem/tensor/fault.h"

#include <algorithm>
#include <fmt/format.h>
#include <unistd.h>

namespace attn {
namespace {

constexpr std::size_t chunk = 1 << 18; ///< elements that are read at once

/// What no machine holds is not even tried: the system would promise it, and end the program later.
void refuse_beyond_memory(std::uint64_t elements) {
  const auto pages = static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES));
  const std::uint64_t memory = pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  if (elements > memory / sizeof(double))
    throw TensorFault(fmt::format("holds {} numbers, more than the memory of this machine", elements),
                      "check the file: is it what it should be?");
}

/// Where the elements of columns-first order go, one after the other.
class ColumnsFirst {
public:
  explicit ColumnsFirst(const std::vector<std::uint64_t>& shape)
      : shape_(shape), at_(shape.size()), steps_(shape.size()) {
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
  const std::vector<std::uint64_t>& shape_;
  std::vector<std::size_t> at_, steps_;
  std::size_t index_ = 0;
};

} // namespace

std::uint64_t element_count(const std::vector<std::uint64_t>& shape) {
  std::uint64_t count = 1;
  for (const std::uint64_t size : shape) {
    if (size == 0) throw TensorFault("holds no numbers: one of its sizes is 0", "every axis has at least one entry");
    if (__builtin_mul_overflow(count, size, &count) || count > (std::uint64_t{1} << 60))
      throw TensorFault("claims more numbers than can be counted", "the file is broken: save it once more");
  }
  return count;
}

std::vector<double> read_elements(const ByteFile& file, const TensorPlace& place) {
  const std::uint64_t count = element_count(place.shape);
  refuse_beyond_memory(count);
  std::vector<double> values(count);
  std::vector<std::byte> bytes(std::min<std::uint64_t>(count, chunk) * place.type->size);
  std::vector<double> widened(place.columns_first ? std::min<std::uint64_t>(count, chunk) : 0);
  ColumnsFirst order(place.shape);
  for (std::uint64_t first = 0; first < count; first += chunk) {
    const std::size_t size = std::min<std::uint64_t>(chunk, count - first);
    file.read(place.offset + first * place.type->size, std::span(bytes).first(size * place.type->size));
    const std::span<double> to =
        place.columns_first ? std::span(widened).first(size) : std::span(values).subspan(first, size);
    place.type->widen(bytes.data(), place.swapped, to);
    if (place.columns_first)
      for (const double value : to) values[order.next()] = value;
  }
  return values;
}

} // namespace attn
