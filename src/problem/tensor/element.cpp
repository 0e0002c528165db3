#include "problem/tensor/element.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <type_traits>

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

/// The upper half of a float.
struct Brain {
  std::uint16_t bits;
  explicit operator double() const { return std::bit_cast<float>(std::uint32_t{bits} << 16); }
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

/// Digits that elements of two bytes surely have: 11 and 8 bits of fraction.
template <class Element>
constexpr int digits = 0;
template <>
constexpr int digits<Half> = 3;
template <>
constexpr int digits<Brain> = 2;

template <class Element>
std::string print(double value) {
  std::array<char, 32> text;
  char *const begin = text.data(), *const end = begin + text.size();
  std::to_chars_result result{};
  if constexpr (digits<Element> != 0)
    result = std::to_chars(begin, end, value, std::chars_format::general, digits<Element>);
  else if constexpr (std::is_same_v<Element, float>)
    result = std::to_chars(begin, end, static_cast<float>(value));
  else
    result = std::to_chars(begin, end, value);
  return {begin, result.ptr};
}

template <class Element>
constexpr ElementType row(std::string_view numpy, std::string_view safetensors, std::string_view dtype) {
  return {numpy, safetensors, dtype, sizeof(Element), widen<Element>, print<Element>};
}

constexpr ElementType types[] = {
    row<double>("f8", "F64", "float64"),       row<float>("f4", "F32", "float32"),
    row<Half>("f2", "F16", "float16"),         row<Brain>("", "BF16", "bfloat16"),
    row<Truth>("b1", "BOOL", "bool"),          row<std::int8_t>("i1", "I8", "int8"),
    row<std::int16_t>("i2", "I16", "int16"),   row<std::int32_t>("i4", "I32", "int32"),
    row<std::int64_t>("i8", "I64", "int64"),   row<std::uint8_t>("u1", "U8", "uint8"),
    row<std::uint16_t>("u2", "U16", "uint16"), row<std::uint32_t>("u4", "U32", "uint32"),
    row<std::uint64_t>("u8", "U64", "uint64"),
};

const ElementType* find(std::string_view ElementType::*column, std::string_view name) {
  const auto* type =
      std::find_if(std::begin(types), std::end(types), [&](const ElementType& each) { return each.*column == name; });
  return name.empty() || type == std::end(types) ? nullptr : type;
}

} // namespace

const ElementType* find_numpy_type(std::string_view name) {
  return find(&ElementType::numpy, name);
}

const ElementType* find_safetensors_type(std::string_view name) {
  return find(&ElementType::safetensors, name);
}

} // namespace attn
