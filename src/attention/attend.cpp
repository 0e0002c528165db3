// attend() is the chain of steps; a RowBlock is the rows that it takes through them.

#include "attention/head.h"
#include "matrix/multiply.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace attn {
namespace {

template <class T>
constexpr T minus_infinity = -std::numeric_limits<T>::infinity();

/// Whether a step that shows every pair of query and key, blocked ones too, is kept.
bool keeps_blocked_cells(const HeadTrace& kept) {
  constexpr Step shown[] = {Step::scores, Step::scaled_scores, Step::capped_scores, Step::masked_scores};
  return std::ranges::any_of(shown, [&](Step step) { return !kept[step].empty(); });
}

/// Keys [0, end) are all that a block of rows needs: the rest is blocked, and so has weight exactly 0.
template <class T>
std::size_t needed_keys(const Head<T>& head, Rows rows) {
  const Mask& mask = head.problem.mask;
  if (head.problem.masked_row == MaskedRow::uniform || keeps_blocked_cells(*head.kept)) return mask.keys_count;
  return mask.causal_end(rows.first + rows.count - 1);
}

template <class T>
T largest(std::span<const T> row) noexcept {
  T most[lanes<T>];
  std::fill(std::begin(most), std::end(most), minus_infinity<T>);
  std::size_t j = 0;
  for (; j + lanes<T> <= row.size(); j += lanes<T>)
    for (std::size_t lane = 0; lane < lanes<T>; ++lane) most[lane] = std::max(most[lane], row[j + lane]);
  for (; j < row.size(); ++j) most[0] = std::max(most[0], row[j]);
  return *std::max_element(std::begin(most), std::end(most));
}

template <class T>
class RowBlock {
public:
  RowBlock(const Head<T>& head, Rows rows, Scratch<T>& scratch) noexcept;

  void score() noexcept;
  void scale() noexcept;
  void cap() noexcept;
  void mask() noexcept;
  void exponentiate() noexcept;
  void divide() noexcept;
  void weigh_values() noexcept;
  void load_weights() noexcept;
  std::optional<Fault> fault() const noexcept { return fault_; }

private:
  std::span<T> row(std::size_t i) noexcept { return {&scratch_.numbers(i, 0), keys_}; }
  bool is_blocked(std::size_t i, std::size_t j) const { return masked_ && scratch_.blocked(i, j); }
  bool is_blind(std::size_t i) const noexcept;
  void load_given() noexcept;
  void check(Step step) noexcept;
  void note(Step step, std::size_t i, std::size_t j) noexcept {
    if (!fault_) fault_ = Fault{step, head_.number, rows_.first + i, j};
  }
  void keep(Step step, MatrixView<const T> numbers) noexcept;
  void keep(Step step) noexcept { keep(step, numbers_); }

  const Head<T>& head_;
  const Rows rows_;
  Scratch<T>& scratch_;
  const bool masked_;
  const std::size_t keys_; ///< only so many, the first ones, are looked at
  const MatrixView<T> numbers_;
  std::optional<Fault> fault_;
};

template <class T>
RowBlock<T>::RowBlock(const Head<T>& head, Rows rows, Scratch<T>& scratch) noexcept
    : head_(head), rows_(rows), scratch_(scratch), masked_(!scratch.blocked.empty()),
      keys_(masked_ ? needed_keys(head, rows) : scratch.numbers.cols()),
      numbers_(scratch.numbers.view().row_range(0, rows.count).col_range(0, keys_)) {
  if (!masked_) return;
  for (std::size_t i = 0; i < rows.count; ++i) {
    const Cell cell{head.sequence, head.number, rows.first + i, 0};
    head.problem.mask.blocked_row(cell, {scratch.blocked.data() + i * scratch.blocked.cols(), scratch.blocked.cols()});
    head.blind[rows.first + i] = is_blind(i);
  }
}

template <class T>
bool RowBlock<T>::is_blind(std::size_t i) const noexcept {
  if (!masked_) return false;
  const std::uint8_t* blocked = scratch_.blocked.data() + i * scratch_.blocked.cols();
  return std::all_of(blocked, blocked + keys_, [](std::uint8_t b) { return b != 0; });
}

/// A value that is not finite is a fault, unless its cell is blocked: then it is NaN, whatever follows, until mask().
template <class T>
void RowBlock<T>::check(Step step) noexcept {
  for (std::size_t i = 0; i < rows_.count; ++i) {
    if (all_finite<T>(row(i))) continue;
    for (std::size_t j = 0; j < keys_; ++j) {
      if (std::isfinite(numbers_(i, j))) continue;
      if (is_blocked(i, j))
        numbers_(i, j) = std::numeric_limits<T>::quiet_NaN();
      else
        note(step, i, j);
    }
  }
}

template <class T>
void RowBlock<T>::keep(Step step, MatrixView<const T> numbers) noexcept {
  Matrix<double>& matrix = (*head_.kept)[step];
  if (matrix.empty() || numbers.empty()) return;
  for (std::size_t i = 0; i < numbers.rows; ++i)
    std::transform(&numbers(i, 0), &numbers(i, 0) + numbers.cols, &matrix(rows_.first + i, 0),
                   [](T number) -> double { return std::isnan(number) ? minus_infinity<T> : number; });
}

template <class T>
void RowBlock<T>::load_given() noexcept {
  for (std::size_t i = 0; i < rows_.count; ++i)
    for (std::size_t j = 0; j < keys_; ++j) numbers_(i, j) = static_cast<T>(head_.given(rows_.first + i, j));
}

template <class T>
void RowBlock<T>::score() noexcept {
  if (head_.keys)
    multiply(head_.kernel, head_.queries.row_range(rows_.first, rows_.count), *head_.keys, numbers_);
  else
    load_given();
  check(Step::scores);
  keep(Step::scores);
}

template <class T>
void RowBlock<T>::scale() noexcept {
  const T scale = static_cast<T>(head_.problem.scale);
  for (std::size_t i = 0; i < rows_.count; ++i)
    for (T& number : row(i)) number *= scale;
  check(Step::scaled_scores);
  keep(Step::scaled_scores);
}

template <class T>
void RowBlock<T>::cap() noexcept {
  const T cap = static_cast<T>(*head_.problem.softcap);
  for (std::size_t i = 0; i < rows_.count; ++i) head_.kernel.soften(row(i).data(), keys_, cap);
  check(Step::capped_scores);
  keep(Step::capped_scores);
}

template <class T>
void RowBlock<T>::mask() noexcept {
  const Mask& mask = head_.problem.mask;
  if (mask.add.given()) {
    for (std::size_t i = 0; i < rows_.count; ++i)
      for (std::size_t j = 0; j < keys_; ++j)
        numbers_(i, j) += static_cast<T>(mask.added({head_.sequence, head_.number, rows_.first + i, j}));
    check(Step::masked_scores);
  }
  for (std::size_t i = 0; i < rows_.count; ++i)
    for (std::size_t j = 0; j < keys_; ++j)
      if (is_blocked(i, j)) numbers_(i, j) = minus_infinity<T>;
  keep(Step::masked_scores);
}

/// A query that may see no key gets the softmax of equal scores if its weights are to be uniform, else zeros.
template <class T>
void RowBlock<T>::exponentiate() noexcept {
  for (std::size_t i = 0; i < rows_.count; ++i) {
    const std::span<T> scores = row(i);
    T& sum = scratch_.sums(i, 0);
    const bool blind = is_blind(i);
    if (blind) std::fill(scores.begin(), scores.end(), T{0});
    if (blind && head_.problem.masked_row == MaskedRow::zero)
      sum = 0;
    else
      sum = head_.kernel.exponentials(scores.data(), keys_, largest<T>(scores));
  }
  keep(Step::exponentials);
  keep(Step::row_sum, std::as_const(scratch_.sums).view().row_range(0, rows_.count));
}

template <class T>
void RowBlock<T>::divide() noexcept {
  for (std::size_t i = 0; i < rows_.count; ++i) {
    const T sum = scratch_.sums(i, 0);
    if (sum == 0) continue;
    for (T& number : row(i)) number /= sum;
  }
  keep(Step::weights);
}

template <class T>
void RowBlock<T>::load_weights() noexcept {
  load_given();
  check(Step::weights);
  keep(Step::weights);
}

/// Values are finite, so that a key of weight 0 adds +0, which changes no bit.
template <class T>
void RowBlock<T>::weigh_values() noexcept {
  const MatrixView<T> output = head_.output.row_range(rows_.first, rows_.count);
  multiply<T>(head_.kernel, numbers_, *head_.values, output);
  if (const auto fault = first_fault<T>(Step::head_output, output)) note(fault->step, fault->row, fault->col);
}

} // namespace

std::size_t block_rows(std::size_t keys) {
  constexpr std::size_t whole_tiles = 48; // of every kernel
  return whole_tiles * std::clamp<std::size_t>(keys / 128 / whole_tiles, 1, 7);
}

template <class T>
std::optional<Fault> attend(const Head<T>& head, Rows rows, Scratch<T>& scratch) noexcept {
  RowBlock<T> block(head, rows, scratch);
  if (head.problem.start == Start::weights) {
    block.load_weights();
  } else {
    block.score();
    block.scale();
    if (head.problem.softcap) block.cap();
    if (head.problem.mask.given()) block.mask();
    block.exponentiate();
    block.divide();
  }
  if (head.values) block.weigh_values();
  return block.fault();
}

template std::optional<Fault> attend(const Head<float>&, Rows, Scratch<float>&) noexcept;
template std::optional<Fault> attend(const Head<double>&, Rows, Scratch<double>&) noexcept;

} // namespace attn
