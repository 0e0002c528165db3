#pragma once
// The rows that attend() takes through the chain at a time: the products for all rows at once, what lies between them
// row by row, while a row is in the cache.

#include "attention/head.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace attn {

/// Keys [first, end).
struct Keys {
  std::size_t first, end;
};

template <class T>
class RowBlock {
public:
  RowBlock(const Head<T>& head, Rows rows, Scratch<T>& scratch) noexcept;

  void score() noexcept { score({0, rows_.count}); }
  void softmax() noexcept;
  void weigh_values() noexcept;
  void load_weights() noexcept;
  std::optional<Fault> fault() const noexcept { return fault_; }

private:
  /// The part of a row that the block has need of.
  std::span<T> row(std::size_t i) const noexcept { return {&numbers_(i, 0) + keys_.first, keys_.end - keys_.first}; }
  /// The part of a row that has weights, and perhaps holes.
  std::span<T> seen(std::size_t i) const noexcept {
    return {&numbers_(i, 0) + sight_[i].first, sight_[i].end - sight_[i].first};
  }
  std::span<std::uint8_t> blocked(std::size_t i) const noexcept {
    return {scratch_.blocked.data() + i * scratch_.blocked.cols(), scratch_.blocked.cols()};
  }
  bool is_blocked(std::size_t i, std::size_t j) const noexcept { return masked_ && blocked(i)[j]; }
  bool is_blind(std::size_t i) const noexcept { return masked_ && head_.blind[rows_.first + i]; }

  Keys look() noexcept;
  MatrixView<T> needed_numbers() const noexcept { return numbers_.col_range(keys_.first, keys_.end - keys_.first); }
  void score(Rows rows) noexcept;
  void load_given(Rows rows) noexcept;

  // What happens to row i; `most` is the largest number that it has so far.
  T scale(std::size_t i) noexcept;
  T cap(std::size_t i) noexcept;
  T slope(std::size_t i) noexcept;
  T mask(std::size_t i, T most) noexcept;
  void add(std::size_t i) noexcept;
  T exponentiate(std::size_t i, T most) noexcept;
  void divide(std::size_t i, T sum) noexcept;

  /// The peak of the products, rounded to the dtype.
  Peak<T> times(std::size_t i, T factor) const noexcept;
  void round(std::span<T> numbers) const noexcept;
  void check(Step step, std::size_t i) noexcept;
  void note(const Fault& fault) noexcept { fault_ = fault_ ? std::min(*fault_, fault) : fault; }
  void keep(Step step, std::size_t i, std::size_t first, std::span<const T> numbers) noexcept;
  void keep(Step step, std::size_t i) noexcept { keep(step, i, keys_.first, row(i)); }

  const Head<T>& head_;
  const Rows rows_;
  Scratch<T>& scratch_;
  const bool masked_;
  const bool shows_blocked_;    ///< blocked cells are worked too, as they are kept
  const MatrixView<T> numbers_; ///< a column for each key
  const std::span<Sight> sight_;
  const Keys keys_; ///< all that any row has need of: the rest is blocked, and so has weight exactly 0
  std::optional<Fault> fault_;
};

} // namespace attn
