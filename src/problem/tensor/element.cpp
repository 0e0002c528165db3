#include "problem/tensor/element.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <iterator>

namespace attn {
namespace {

/// Half precision: a sign, 5 bits of exponent, 10 of the fraction (IEEE 754-2008, section 3.6).
struct Half {
  std::uint16_t bits;
  explicit operator double() const {
    const int exponent = (bits >> 10) & 31;
    const double fraction = bits & 1023;
    double size = exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(fraction + 1024, exponent - 25);
    if (exponent == 31) size = fraction == 0 ? HUGE_VAL : std::nan("");
    return bits >> 15 ? -size : size;
  }
};

/// true and false; a byte that is neither is what numpy takes it for, true.
struct Truth {
  std::uint8_t byte;
  explicit operator double() const { return byte != 0; }
};

template <class Element>
void widen(const std::byte* from, bool swapped, std::span<double> to) {
  std::array<std::byte, sizeof(Element)> bytes;
  for (double& value : to) {
    std::memcpy(bytes.data(), from, sizeof(Element));
    if (swapped) std::reverse(bytes.begin(), bytes.end());
    value = static_cast<double>(std::bit_cast<Element>(bytes));
    from += sizeof(Element);
  }
}

template <class Element>
constexpr ElementType row(std::string_view numpy) {
  return {numpy, sizeof(Element), widen<Element>};
}

constexpr ElementType types[] = {
    row<double>("f8"),       row<float>("f4"),         row<Half>("f2"),          row<Truth>("b1"),
    row<std::int8_t>("i1"),  row<std::int16_t>("i2"),  row<std::int32_t>("i4"),  row<std::int64_t>("i8"),
    row<std::uint8_t>("u1"), row<std::uint16_t>("u2"), row<std::uint32_t>("u4"), row<std::uint64_t>("u8"),
};

} // namespace

const ElementType* find_numpy_type(std::string_view name) {
  const auto* type =
      std::find_if(std::begin(types), std::end(types), [&](const ElementType& each) { return each.numpy == name; });
  return type == std::end(types) ? nullptr : type;
}

} // namespace attn
