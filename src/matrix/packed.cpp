#include "matrix/packed.h"

#include <algorithm>

namespace attn {

template <class T>
Packed<T>::Packed(const Kernel<T>& kernel, MatrixView<const T> b, Copy copy)
    : b_(b), nr_(kernel.nr), in_place_(b.col_step == 1 && copy == Copy::where_needed ? b.cols / nr_ : 0) {
  const std::size_t panels = (b.cols + nr_ - 1) / nr_;
  copied_ = Matrix<T>((panels - in_place_) * b.rows, nr_);
  for (std::size_t number = in_place_; number < panels; ++number) {
    const std::size_t first = number * nr_;
    const MatrixView<const T> from = b.col_range(first, std::min(nr_, b.cols - first));
    const MatrixView<T> to = copied_.view().row_range((number - in_place_) * b.rows, b.rows);
    if (from.col_step == 1)
      for (std::size_t p = 0; p < from.rows; ++p) std::copy_n(&from(p, 0), from.cols, &to(p, 0));
    else
      for (std::size_t j = 0; j < from.cols; ++j)
        for (std::size_t p = 0; p < from.rows; ++p) to(p, j) = from(p, j);
  }
}

template <class T>
typename Packed<T>::Panel Packed<T>::panel(std::size_t number) const {
  if (number < in_place_) return {b_.data + number * nr_, b_.row_step};
  return {copied_.data() + (number - in_place_) * b_.rows * nr_, nr_};
}

template class Packed<float>;
template class Packed<double>;

} // namespace attn
