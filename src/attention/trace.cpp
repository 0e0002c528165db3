#include "attention/trace.h"

#include <cassert>

namespace attn {
namespace {

/// In the order of Step, from Step::scores on.
constexpr Matrix<double> HeadTrace::*matrices[] = {
    &HeadTrace::scores,        &HeadTrace::scaled_scores, &HeadTrace::capped_scores, &HeadTrace::alibi_scores,
    &HeadTrace::masked_scores, &HeadTrace::exponentials,  &HeadTrace::row_sum,       &HeadTrace::weights,
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

Matrix<double>* Trace::whole(Step step) {
  switch (step) {
  case Step::Q:
  case Step::head_Q:
    return &Q;
  case Step::K:
  case Step::head_K:
    return &K;
  case Step::V:
  case Step::head_V:
    return &V;
  case Step::normed_Q:
    return &normed_Q;
  case Step::normed_K:
    return &normed_K;
  case Step::rotated_Q:
    return &rotated_Q;
  case Step::rotated_K:
    return &rotated_K;
  case Step::head_output:
  case Step::concat:
    return &concat;
  case Step::output:
    return &output;
  default:
    return nullptr;
  }
}

} // namespace attn
