#include "matrix/packed.h"

#include "matrix/part.h"

#include <algorithm>

namespace attn {
namespace {

/// `from` with contiguous rows.
template <class T>
void copy_rows(MatrixView<const T> from, MatrixView<T> to) {
  for (std::size_t p = 0; p < from.rows; ++p) std::copy_n(&from(p, 0), from.cols, &to(p, 0));
}

/// The rows of a transpose, which lie in columns: four columns side by side, so that each line written is a whole one.
template <class T>
void copy_columns(MatrixView<const T> from, MatrixView<T> to) {
  constexpr std::size_t side = 4;
  std::size_t j = 0;
  for (; j + side <= from.cols; j += side) {
    const T *a = &from(0, j), *b = &from(0, j + 1), *c = &from(0, j + 2), *d = &from(0, j + 3);
    for (std::size_t p = 0; p < from.rows; ++p) {
      const std::size_t at = p * from.row_step;
      const T four[side] = {a[at], b[at], c[at], d[at]};
      std::copy_n(four, side, &to(p, j));
    }
  }
  for (; j < from.cols; ++j)
    for (std::size_t p = 0; p < from.rows; ++p) to(p, j) = from(p, j);
}

/// 0 in the columns from `first` on.
template <class T>
void fill_columns(MatrixView<T> numbers, std::size_t first) {
  for (std::size_t p = 0; p < numbers.rows; ++p) std::fill_n(&numbers(p, first), numbers.cols - first, T{0});
}

} // namespace

template <class T>
Packed<T>::Packed(const Kernel<T>& kernel, MatrixView<const T> b, Copy copy)
    : b_(b), nr_(kernel.nr), in_place_(b.col_step == 1 && copy == Copy::where_needed ? b.cols / nr_ : 0) {
  const std::size_t panels = parts_of(b.cols, nr_);
  copied_ = Matrix<T>::unfilled((panels - in_place_) * b.rows, nr_);
  for (std::size_t number = in_place_; b.rows > 0 && number < panels; ++number) {
    const std::size_t first = number * nr_;
    const MatrixView<const T> from = b.col_range(first, std::min(nr_, b.cols - first));
    const MatrixView<T> to = copied_.view().row_range((number - in_place_) * b.rows, b.rows);
    from.col_step == 1 ? copy_rows(from, to) : copy_columns(from, to);
    if (from.cols < nr_) fill_columns(to, from.cols);
  }
}

template class Packed<float>;
template class Packed<double>;

} // namespace attn
