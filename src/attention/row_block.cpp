#include "attention/row_block.h"

#include "matrix/multiply.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attn {
namespace {

template <class T>
constexpr T minus_infinity = -std::numeric_limits<T>::infinity();

/// Whether a step that shows every pair of query and key, blocked ones too, is kept.
bool keeps_blocked_cells(const HeadTrace& kept) {
  constexpr Step shown[] = {Step::scores, Step::scaled_scores, Step::capped_scores, Step::alibi_scores,
                            Step::masked_scores};
  return std::ranges::any_of(shown, [&](Step step) { return !kept[step].empty(); });
}

} // namespace

template <class T>
RowBlock<T>::RowBlock(const Head<T>& head, Rows rows, Scratch<T>& scratch) noexcept
    : head_(head), rows_(rows), scratch_(scratch), masked_(!scratch.blocked.empty()),
      shows_blocked_(keeps_blocked_cells(*head.kept)), numbers_(scratch.numbers.view().row_range(0, rows.count)),
      sight_(scratch.sight), keys_(look()) {}

/// What each row sees, and what all of them need: from a whole number of blocks of depth on, so that no sum changes.
template <class T>
Keys RowBlock<T>::look() noexcept {
  const Keys all{0, numbers_.cols};
  std::fill(sight_.begin(), sight_.end(), Sight{0, all.end, false});
  if (!masked_) return all;
  Keys needed{all.end, 0};
  for (std::size_t i = 0; i < rows_.count; ++i) {
    head_.problem.mask.blocked_row({head_.sequence, head_.number, rows_.first + i, 0}, blocked(i));
    const Sight sight = sight_of<T>(blocked(i));
    const bool blind = sight.end == 0;
    head_.blind[rows_.first + i] = blind;
    if (shows_blocked_)
      sight_[i].holes = true;
    else
      sight_[i] = sight;
    if (!blind) needed = {std::min(needed.first, sight.first), std::max(needed.end, sight.end)};
  }
  if (shows_blocked_ || head_.problem.masked_row == MaskedRow::uniform) return all;
  if (needed.end == 0) return {0, 0};
  return {needed.first - needed.first % depth_block, needed.end};
}

template <class T>
void RowBlock<T>::load_given(Rows rows) noexcept {
  for (std::size_t i = rows.first; i < rows.first + rows.count; ++i)
    for (std::size_t j = keys_.first; j < keys_.end; ++j)
      numbers_(i, j) = static_cast<T>(head_.given(rows_.first + i, j));
}

/// Rows within the block.
template <class T>
void RowBlock<T>::score(Rows rows) noexcept {
  if (!head_.keys) return load_given(rows);
  multiply(head_.kernel, head_.queries.row_range(rows_.first + rows.first, rows.count), *head_.keys,
           needed_numbers().row_range(rows.first, rows.count), {0, keys_.first});
  for (std::size_t i = rows.first; i < rows.first + rows.count; ++i) round(seen(i));
}

/// Half precision keeps of every step what it has digits for; other dtypes are T itself.
template <class T>
void RowBlock<T>::round(std::span<T> numbers) const noexcept {
  if (!is_half(head_.problem.dtype)) return;
  for (T& number : numbers) number = static_cast<T>(round_to(head_.problem.dtype, static_cast<double>(number)));
}

template <class T>
Peak<T> RowBlock<T>::times(std::size_t i, T factor) const noexcept {
  const Peak<T> peak = head_.kernel.scale(seen(i).data(), seen(i).size(), factor);
  if (factor == 1 || !is_half(head_.problem.dtype)) return peak;
  round(seen(i));
  return head_.kernel.scale(seen(i).data(), seen(i).size(), 1);
}

/// A value that is not finite is a fault, unless its cell is blocked: then it is NaN, whatever follows, until mask().
template <class T>
void RowBlock<T>::check(Step step, std::size_t i) noexcept {
  if (all_finite<T>(row(i))) return;
  for (std::size_t j = sight_[i].first; j < sight_[i].end; ++j) {
    if (std::isfinite(numbers_(i, j))) continue;
    if (is_blocked(i, j))
      numbers_(i, j) = std::numeric_limits<T>::quiet_NaN();
    else
      note({step, head_.number, rows_.first + i, j});
  }
}

template <class T>
void RowBlock<T>::keep(Step step, std::size_t i, std::size_t first, std::span<const T> numbers) noexcept {
  Matrix<double>& matrix = (*head_.kept)[step];
  if (matrix.empty() || numbers.empty()) return;
  std::transform(numbers.begin(), numbers.end(), &matrix(rows_.first + i, first),
                 [](T number) -> double { return std::isnan(number) ? minus_infinity<T> : number; });
}

/// The scores are looked at alone only where they are kept, or where something is not finite: then they are worked
/// anew.
template <class T>
T RowBlock<T>::scale(std::size_t i) noexcept {
  const T factor = static_cast<T>(head_.problem.scale);
  if (!shows_blocked_) {
    const Peak<T> peak = times(i, factor);
    if (peak.finite) return peak.most;
    score({i, 1});
  }
  check(Step::scores, i);
  keep(Step::scores, i);
  const T most = times(i, factor).most;
  check(Step::scaled_scores, i);
  keep(Step::scaled_scores, i);
  return most;
}

/// A capped score lies between -cap and cap.
template <class T>
T RowBlock<T>::cap(std::size_t i) noexcept {
  head_.kernel.soften(seen(i).data(), seen(i).size(), static_cast<T>(*head_.problem.softcap));
  round(seen(i));
  keep(Step::capped_scores, i);
  return times(i, 1).most;
}

/// ALiBi takes off the head's slope times the distance.
template <class T>
T RowBlock<T>::slope(std::size_t i) noexcept {
  const T slope = static_cast<T>(head_.problem.alibi[head_.number]);
  for (std::size_t j = sight_[i].first; j < sight_[i].end; ++j)
    numbers_(i, j) -= slope * static_cast<T>(head_.problem.distance(rows_.first + i, j));
  round(seen(i));
  check(Step::alibi_scores, i);
  keep(Step::alibi_scores, i);
  return times(i, 1).most;
}

template <class T>
void RowBlock<T>::add(std::size_t i) noexcept {
  for (std::size_t j = sight_[i].first; j < sight_[i].end; ++j)
    numbers_(i, j) += static_cast<T>(head_.problem.mask.added({head_.sequence, head_.number, rows_.first + i, j}));
  round(seen(i));
  check(Step::masked_scores, i);
}

template <class T>
T RowBlock<T>::mask(std::size_t i, T most) noexcept {
  const bool adds = head_.problem.mask.add.given();
  if (adds) add(i);
  if (sight_[i].holes)
    for (std::size_t j = sight_[i].first; j < sight_[i].end; ++j)
      numbers_(i, j) = blocked(i)[j] ? minus_infinity<T> : numbers_(i, j);
  keep(Step::masked_scores, i);
  return adds || sight_[i].holes ? times(i, 1).most : most;
}

/// A query that may see no key gets the softmax of equal scores if its weights are to be uniform, else zeros. A sink is
/// one key more of the others.
template <class T>
T RowBlock<T>::exponentiate(std::size_t i, T most) noexcept {
  const auto [first, end, holes] = sight_[i];
  T* const numbers = &numbers_(i, 0);
  T sum = 0;
  if (is_blind(i)) {
    std::fill(numbers + keys_.first, numbers + keys_.end, T{0});
    if (head_.problem.masked_row == MaskedRow::uniform) {
      sight_[i] = {0, keys_.end, false};
      sum = head_.kernel.exponentials(numbers, keys_.end, 0);
    }
  } else {
    std::fill(numbers + keys_.first, numbers + first, T{0});
    std::fill(numbers + end, numbers + keys_.end, T{0});
    const bool has_sink = !head_.problem.sinks.empty();
    const T sink = has_sink ? static_cast<T>(head_.problem.sinks[head_.number]) : minus_infinity<T>;
    most = std::max(most, sink);
    sum = head_.kernel.exponentials(seen(i).data(), seen(i).size(), most);
    if (has_sink) sum += exponential(sink - most);
  }
  keep(Step::exponentials, i);
  keep(Step::row_sum, i, 0, {&sum, 1});
  return sum;
}

template <class T>
void RowBlock<T>::divide(std::size_t i, T sum) noexcept {
  if (sum != 0) head_.kernel.divide(seen(i).data(), seen(i).size(), sum);
  round(seen(i));
  keep(Step::weights, i);
}

template <class T>
void RowBlock<T>::softmax() noexcept {
  for (std::size_t i = 0; i < rows_.count; ++i) {
    T most = scale(i);
    if (head_.problem.softcap) most = cap(i);
    if (!head_.problem.alibi.empty()) most = slope(i);
    if (masked_) most = mask(i, most);
    divide(i, exponentiate(i, most));
  }
}

template <class T>
void RowBlock<T>::load_weights() noexcept {
  load_given({0, rows_.count});
  for (std::size_t i = 0; i < rows_.count; ++i) {
    check(Step::weights, i);
    keep(Step::weights, i);
  }
}

/// Values are finite, so that a key of weight 0 adds +0, which changes no bit.
template <class T>
void RowBlock<T>::weigh_values() noexcept {
  const MatrixView<T> output = head_.output.row_range(rows_.first, rows_.count);
  multiply<T>(head_.kernel, needed_numbers(), *head_.values, output, {keys_.first, 0});
  for (std::size_t i = 0; i < output.rows; ++i) round({&output(i, 0), output.cols});
  if (const auto fault = first_fault<T>(Step::head_output, output))
    note({fault->step, head_.number, rows_.first + fault->row, fault->col});
}

template class RowBlock<float>;
template class RowBlock<double>;

} // namespace attn
