#pragma once
// Each step alone, by plain loops that sum in the kernel's order: Stage::work of the table (attention/stage.h). In T,
// the dtype of the problem; on inputs of solve() each gives the bits of solve().

#include "attention/stage.h"

#include <span>

namespace attn::work {

using Inputs = std::span<const View>;

template <class T>
Matrix<double> Q(const Setting& setting, Inputs none);
template <class T>
Matrix<double> K(const Setting& setting, Inputs none);
template <class T>
Matrix<double> V(const Setting& setting, Inputs none);
template <class T>
Matrix<double> head_Q(const Setting& setting, Inputs Q);
template <class T>
Matrix<double> head_K(const Setting& setting, Inputs K);
template <class T>
Matrix<double> head_V(const Setting& setting, Inputs V);
template <class T>
Matrix<double> normed_Q(const Setting& setting, Inputs Q);
template <class T>
Matrix<double> normed_K(const Setting& setting, Inputs K);
template <class T>
Matrix<double> rotated_Q(const Setting& setting, Inputs Q);
template <class T>
Matrix<double> rotated_K(const Setting& setting, Inputs K);
template <class T>
Matrix<double> scores(const Setting& setting, Inputs Q_K);
template <class T>
Matrix<double> scaled_scores(const Setting& setting, Inputs scores);
template <class T>
Matrix<double> capped_scores(const Setting& setting, Inputs scores);
template <class T>
Matrix<double> alibi_scores(const Setting& setting, Inputs scores);
template <class T>
Matrix<double> masked_scores(const Setting& setting, Inputs scores);
template <class T>
Matrix<double> exponentials(const Setting& setting, Inputs scores);
template <class T>
Matrix<double> row_sum(const Setting& setting, Inputs exponentials_scores);
template <class T>
Matrix<double> weights(const Setting& setting, Inputs exponentials_sum);
template <class T>
Matrix<double> head_output(const Setting& setting, Inputs weights_V);
template <class T>
Matrix<double> concat(const Setting& setting, Inputs heads);
template <class T>
Matrix<double> output(const Setting& setting, Inputs concat);

/// What the exponentials of row `i` of these scores take off every score: 0, or the largest of the row.
double softmax_shift(const Setting& setting, View scores, std::size_t i);

} // namespace attn::work
