#pragma once
// Mistakes that are another problem solved rightly: another scale, another projection, another mask. Each returns
// whether the problem allows the change.

#include "problem/problem.h"

namespace attn::change {

bool no_scale(Problem& problem);
bool scale_by_d_k(Problem& problem);
bool scale_by_d_model(Problem& problem);
bool scale_twofold(Problem& problem);
bool scores_negated(Problem& problem);
bool softcap_left_out(Problem& problem);
bool qk_norm_left_out(Problem& problem);
bool rope_left_out(Problem& problem);
bool rope_other_pairs(Problem& problem);
bool rope_from_zero(Problem& problem);
bool alibi_left_out(Problem& problem);
bool sinks_left_out(Problem& problem);

bool queries_and_keys_swapped(Problem& problem);
bool keys_and_values_swapped(Problem& problem);
bool W_Q_transposed(Problem& problem);
bool W_K_transposed(Problem& problem);
bool W_V_transposed(Problem& problem);
bool all_transposed(Problem& problem); ///< W_Q, W_K and W_V
bool values_not_projected(Problem& problem);
bool b_Q_left_out(Problem& problem);
bool b_K_left_out(Problem& problem);
bool b_V_left_out(Problem& problem);
bool b_O_left_out(Problem& problem);
bool all_biases_left_out(Problem& problem);
bool W_O_left_out(Problem& problem); ///< and its bias
bool W_O_left_out_bias_kept(Problem& problem);
bool W_O_transposed(Problem& problem);

bool mask_ignored(Problem& problem);
bool causal_ignored(Problem& problem); ///< the other parts are kept
bool padding_ignored(Problem& problem);
bool mask_inverted(Problem& problem);
bool padding_inverted(Problem& problem);
bool keep_inverted(Problem& problem); ///< keep or block
bool causal_excludes_self(Problem& problem);
bool causal_upside_down(Problem& problem);
bool causal_ignores_past(Problem& problem);

} // namespace attn::change
