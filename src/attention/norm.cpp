#include "attention/norm.h"

#include <cmath>
#include <limits>

namespace attn {

template <class T>
NormParts parts_of(const QkNorm& norm, std::span<const T> numbers) noexcept {
  const auto count = static_cast<double>(numbers.size());
  NormParts parts;
  if (norm.kind == QkNorm::Kind::layer) {
    for (const T number : numbers) parts.mean += static_cast<double>(number);
    parts.mean /= count;
  }
  double squares = 0;
  for (const T number : numbers) {
    const double from_mean = static_cast<double>(number) - parts.mean;
    squares += from_mean * from_mean;
  }
  parts.size = std::sqrt(squares / count + norm.eps);
  return parts;
}

template <class T>
void normalise(const QkNorm& norm, const std::vector<double>& factors, std::span<T> numbers) noexcept {
  const NormParts parts = parts_of<T>(norm, numbers);
  const bool overflows = !std::isfinite(parts.size);
  for (std::size_t c = 0; c < numbers.size(); ++c) {
    const double normed = (static_cast<double>(numbers[c]) - parts.mean) / parts.size;
    const double all = factors.empty() ? normed : normed * factors[c];
    numbers[c] = overflows ? std::numeric_limits<T>::quiet_NaN() : static_cast<T>(all);
  }
}

template NormParts parts_of(const QkNorm&, std::span<const float>) noexcept;
template NormParts parts_of(const QkNorm&, std::span<const double>) noexcept;
template void normalise(const QkNorm&, const std::vector<double>&, std::span<float>) noexcept;
template void normalise(const QkNorm&, const std::vector<double>&, std::span<double>) noexcept;

} // namespace attn
