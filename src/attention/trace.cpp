#include "attention/trace.h"

#include <cassert>

namespace attn {
namespace {

/// In the order of Step, from Step::scores on.
constexpr Matrix<double> HeadTrace::*matrices[] = {
    &HeadTrace::scores,       &HeadTrace::scaled_scores, &HeadTrace::capped_scores, &HeadTrace::masked_scores,
    &HeadTrace::exponentials, &HeadTrace::row_sum,       &HeadTrace::weights,
};

auto matrix_of(Step step) {
  assert(HeadTrace::holds(step));
  return matrices[static_cast<std::size_t>(step) - static_cast<std::size_t>(Step::scores)];
}

} // namespace

Matrix<double>& HeadTrace::operator[](Step step) {
  return this->*matrix_of(step);
}
const Matrix<double>& HeadTrace::operator[](Step step) const {
  return this->*matrix_of(step);
}

} // namespace attn
