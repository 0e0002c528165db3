#pragma once
// Mistakes that are another way of working one step. Each is a Replacement::work; the comment says its inputs.

#include "attention/stage.h"

#include <span>

namespace attn::wrong_work {

using Inputs = std::span<const View>;

Matrix<double> scores_swapped(const Setting&, Inputs Q_K);        ///< K·Qᵀ
Matrix<double> scores_not_transposed(const Setting&, Inputs Q_K); ///< Q·K
Matrix<double> masked_with_zero(const Setting&, Inputs scores);   ///< a blocked score is 0
Matrix<double> masked_then_capped(const Setting&, Inputs scaled); ///< a blocked score is -c
Matrix<double> doubled(const Setting&, Inputs scores);
Matrix<double> exponentials_of_doubled(const Setting&, Inputs scores);
Matrix<double> exponentials_of_scores_added_again(const Setting&, Inputs masked_and_scores);
Matrix<double> softmax_over_columns(const Setting&, Inputs scores);
Matrix<double> softmax_over_everything(const Setting&, Inputs scores);
Matrix<double> softmax_left_out(const Setting&, Inputs scores);     ///< a blocked score is the weight 0
Matrix<double> undivided(const Setting&, Inputs scores);            ///< e^s - row maximum, not divided by its sum
Matrix<double> undivided_plain(const Setting&, Inputs scores);      ///< e^s
Matrix<double> masked_after_softmax(const Setting&, Inputs scores); ///< the scores before the mask
Matrix<double> weights_mean(const Setting&, Inputs weights);        ///< of all heads
Matrix<double> output_of_mean(const Setting&, Inputs weights_V);    ///< of all heads
Matrix<double> attention_transposed(const Setting&, Inputs weights_V);
Matrix<double> heads_summed(const Setting&, Inputs outputs);       ///< of all heads
Matrix<double> heads_averaged(const Setting&, Inputs outputs);     ///< of all heads
Matrix<double> concat_interleaved(const Setting&, Inputs outputs); ///< of all heads
Matrix<double> Q_interleaved(const Setting&, Inputs Q);            ///< every H-th column
Matrix<double> K_interleaved(const Setting&, Inputs K);            ///< every G-th column; also of V
Matrix<double> K_tiled(const Setting&, Inputs K);                  ///< key head h mod G; also of V
Matrix<double> K_past_after_new(const Setting&, Inputs none);
Matrix<double> V_past_after_new(const Setting&, Inputs none);

} // namespace attn::wrong_work
