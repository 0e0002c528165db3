#include "attention/fault.h"

#include "attention/stage.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace attn {
namespace {

/// "query 1, key 2": what a row and a column of a step are, counted from 1.
std::string cell_words(const Fault& fault) {
  const bool rows_are_keys = stage(fault.step).rows == Axis::keys;
  const bool cols_are_keys = stage(fault.step).cols == Axis::keys;
  return std::string(rows_are_keys ? "key " : "query ") + std::to_string(fault.row + 1) +
         (cols_are_keys ? ", key " : ", column ") + std::to_string(fault.col + 1);
}

/// "/batch/1/heads/0/scores/0/0".
std::string pointer(const Problem& problem, std::size_t sequence, const Fault& fault) {
  const Stage& step = stage(fault.step);
  std::string text;
  if (problem.batched) text += "/batch/" + std::to_string(sequence);
  if (step.level == Level::head) text += "/heads/" + std::to_string(fault.head);
  text += '/' + std::string(step.key);
  return text + '/' + std::to_string(fault.row) + '/' + std::to_string(fault.col);
}

} // namespace

/// Infinity and NaN have an exponent of ones, which one more in its last place carries into the sign.
template <class T>
bool all_finite(std::span<const T> row) noexcept {
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  constexpr Bits exponent = __builtin_bit_cast(Bits, std::numeric_limits<T>::infinity());
  constexpr Bits last_place = Bits{1} << (std::numeric_limits<T>::digits - 1);
  Bits carried = 0;
  for (const T value : row) carried |= (__builtin_bit_cast(Bits, value) & exponent) + last_place;
  return carried < exponent + last_place;
}

template <class T>
std::optional<Fault> first_fault(Step step, MatrixView<const T> values) noexcept {
  for (std::size_t i = 0; i < values.rows; ++i) {
    const std::span<const T> row(values.data + i * values.row_step, values.cols);
    if (all_finite(row)) continue;
    const auto at = std::find_if(row.begin(), row.end(), [](T value) { return !std::isfinite(value); });
    return Fault{step, 0, i, static_cast<std::size_t>(at - row.begin())};
  }
  return std::nullopt;
}

Refusal refusal(const Problem& problem, std::size_t sequence, const Fault& fault) {
  const Stage& step = stage(fault.step);
  const DtypeRow& dtype = row_of(dtype_of(problem, fault.step));
  Error error;
  error.place.pointer = pointer(problem, sequence, fault);
  error.message = std::string(step.key) + " of ";
  if (problem.batched) error.message += "sequence " + std::to_string(sequence + 1) + ", ";
  if (step.level == Level::head) error.message += "head " + std::to_string(fault.head + 1) + ", ";
  error.message += cell_words(fault) + " is not finite (it overflows ";
  error.message.append(dtype.name) += ')';
  error.hint.append(dtype.name) += " ends at ";
  error.hint.append(dtype.ends) += dtype.dtype == Dtype::float64
                                       ? ": work with smaller numbers, such as inputs divided by a power of ten"
                                   : is_half(dtype.dtype) ? ": work in float32, or with smaller numbers"
                                                          : ": work in float64, or with smaller numbers";
  return Refusal(std::move(error));
}

template bool all_finite(std::span<const float>) noexcept;
template bool all_finite(std::span<const double>) noexcept;
template std::optional<Fault> first_fault(Step, MatrixView<const float>) noexcept;
template std::optional<Fault> first_fault(Step, MatrixView<const double>) noexcept;

} // namespace attn
