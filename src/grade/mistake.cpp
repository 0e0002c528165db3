#include "grade/mistake.h"

#include "grade/mistake_change.h"
#include "grade/mistake_pattern.h"
#include "grade/mistake_work.h"

#include "attention/project.h"

#include <algorithm>
#include <iterator>

namespace attn {
namespace {

/// Where a way of working makes no sense it is not tried.
namespace possible {

bool scores(const Problem& problem) {
  return problem.start != Start::weights;
}
bool square_scores(const Problem& problem) {
  return has_queries(problem) && problem.shape.n == problem.shape.keys();
}
bool Q_times_K(const Problem& problem) {
  return has_queries(problem) && problem.shape.d_k == problem.shape.keys();
}
bool keys_as_values(const Problem& problem) {
  return has_queries(problem) && problem.has_values() && problem.shape.d_k == problem.shape.d_v;
}
bool mask(const Problem& problem) {
  return scores(problem) && problem.mask.given();
}
bool softcap_and_mask(const Problem& problem) {
  return mask(problem) && problem.softcap.has_value() && problem.alibi.empty();
}
bool A_transposed(const Problem& problem) {
  return problem.has_values() && problem.shape.n == problem.shape.keys();
}
bool heads(const Problem& problem) {
  return problem.shape.heads > 1;
}
bool heads_with_values(const Problem& problem) {
  return heads(problem) && problem.has_values();
}
bool heads_with_queries(const Problem& problem) {
  return heads_with_values(problem) && has_queries(problem);
}
/// What is d_v wide goes through no W_O of H·d_v rows.
bool heads_without_W_O(const Problem& problem) {
  return heads_with_values(problem) && problem.project_O.identity && problem.project_O.b.empty();
}
/// The output is as wide as one head.
bool heads_as_wide_as_output(const Problem& problem) {
  return heads_with_values(problem) && problem.shape.d_out == problem.shape.d_v;
}
bool shared_key_heads(const Problem& problem) {
  return has_queries(problem) && problem.shape.kv_heads > 1 && problem.shape.kv_heads < problem.shape.heads;
}
bool past(const Problem& problem) {
  return problem.shape.past > 0;
}

} // namespace possible

using enum Step;

const ChangedProblem no_scale{scaled_scores, change::no_scale},
    negated{scaled_scores, change::scores_negated, "all scores"};

ReplacedWork replaced(bool (*is_possible)(const Problem&), Replacement work) {
  return {is_possible, {std::move(work)}};
}

/// In the scores and their scale.
std::vector<Mistake> in_scores() {
  return {
      {"no_scale", "The scores were not scaled. Divide them by the square root of d_k before the softmax.", {no_scale}},
      {"scale_by_d_k",
       "The scores were divided by d_k itself. Divide by its square root.",
       {ChangedProblem{scaled_scores, change::scale_by_d_k}}},
      {"scale_by_d_model",
       "The scores were divided by the square root of d_model, the width of X. Take d_k, the width of one head's key.",
       {ChangedProblem{scaled_scores, change::scale_by_d_model}}},
      {"scores_counted_twice",
       "The scores went in twice: every one is doubled. Use them once, and only add the mask to them.",
       {ChangedProblem{scaled_scores, change::scale_twofold},
        replaced(possible::mask, {masked_scores, {masked_scores}, wrong_work::doubled}),
        replaced(possible::scores, {exponentials, {masked_scores}, wrong_work::exponentials_of_doubled}),
        replaced(possible::mask,
                 {exponentials, {masked_scores, alibi_scores}, wrong_work::exponentials_of_scores_added_again})}},
      {"softcap_left_out",
       "The softcap was left out. Bend the scaled scores with c·tanh(s/c) before the mask.",
       {ChangedProblem{capped_scores, change::softcap_left_out}}},
      {"queries_and_keys_swapped",
       "Queries and keys changed places. A row belongs to a query and a column to a key: Q·Kᵀ.",
       {ChangedProblem{Q, change::queries_and_keys_swapped},
        replaced(possible::square_scores, {scores, {rotated_Q, rotated_K}, wrong_work::scores_swapped})}},
      {"scores_not_transposed",
       "Q was multiplied by K as it stands. Turn K first: each score is a row of Q times a row of K.",
       {replaced(possible::Q_times_K, {scores, {rotated_Q, rotated_K}, wrong_work::scores_not_transposed})}},
  };
}

/// In the mask, and in its place in the chain.
std::vector<Mistake> in_mask() {
  return {
      {"mask_ignored",
       "The mask was left out. Set blocked scores to minus infinity before the softmax, so that their weight is 0.",
       {ChangedProblem{masked_scores, change::mask_ignored},
        ChangedProblem{masked_scores, change::causal_ignored, "causal"}}},
      {"padding_ignored",
       "Padding was treated as real keys. Block the padded keys for every query.",
       {ChangedProblem{masked_scores, change::padding_ignored}}},
      {"mask_inverted",
       "The mask is the wrong way round: what may be seen was blocked. Keep those cells and block the others.",
       {ChangedProblem{masked_scores, change::mask_inverted},
        ChangedProblem{masked_scores, change::padding_inverted, "padding"},
        ChangedProblem{masked_scores, change::keep_inverted, "keep"}}},
      {"causal_upside_down",
       "The causal mask is upside down: queries saw what comes after them. Block the keys after the query's own.",
       {ChangedProblem{masked_scores, change::causal_upside_down}}},
      {"causal_excludes_self",
       "Queries were not allowed to see their own position. A causal mask blocks only the keys after it.",
       {ChangedProblem{masked_scores, change::causal_excludes_self}}},
      {"causal_ignores_past",
       "The causal mask forgot the keys that come before the first query. Each query sees all of those as well.",
       {ChangedProblem{masked_scores, change::causal_ignores_past}}},
      {"mask_as_zero_score",
       "Blocked scores were set to 0, and e^0 = 1 still counts. Set them to minus infinity.",
       {replaced(possible::mask, {masked_scores, {alibi_scores}, wrong_work::masked_with_zero})}},
      {"mask_after_softmax",
       "The mask came after the softmax, so rows no longer sum to 1. Mask the scores first, then take the softmax.",
       {replaced(possible::mask, {weights, {alibi_scores}, wrong_work::masked_after_softmax})}},
      {"softcap_after_mask",
       "The softcap came after the mask and made blocked scores finite again. Cap first, then mask.",
       {replaced(possible::softcap_and_mask, {masked_scores, {scaled_scores}, wrong_work::masked_then_capped})}},
  };
}

/// In what is done to queries, keys and scores for their positions, and in sinks.
std::vector<Mistake> in_positions() {
  return {
      {"qk_norm_left_out",
       "QK-norm was left out. Divide each query and key by the root of its mean square first.",
       {ChangedProblem{normed_Q, change::qk_norm_left_out}}},
      {"rope_left_out",
       "Rotary positions were left out. Turn each query and key by its position before the scores.",
       {ChangedProblem{rotated_Q, change::rope_left_out}}},
      {"rope_other_pairs",
       "Coordinates were paired the other way. See whether a pair is two neighbours or one of each half.",
       {ChangedProblem{rotated_Q, change::rope_other_pairs}}},
      {"rope_from_zero",
       "Positions were counted from 0. Count on from those that come before: the offset, or the cached keys.",
       {ChangedProblem{rotated_Q, change::rope_from_zero}}},
      {"alibi_left_out",
       "ALiBi was left out. Take the slope of the head times the distance off every score.",
       {ChangedProblem{alibi_scores, change::alibi_left_out}}},
      {"sinks_left_out",
       "The sink was left out. Add its exponential to the sum under the fraction.",
       {ChangedProblem{row_sum, change::sinks_left_out}}},
  };
}

/// In the softmax.
std::vector<Mistake> in_softmax() {
  return {
      {"softmax_over_columns",
       "The softmax went down the columns. Take it along each row, over the keys, so that each row sums to 1.",
       {replaced(possible::scores, {weights, {masked_scores}, wrong_work::softmax_over_columns})}},
      {"softmax_over_everything",
       "The softmax was taken over the whole matrix at once. Take it for each row by itself.",
       {replaced(possible::scores, {weights, {masked_scores}, wrong_work::softmax_over_everything})}},
      {"softmax_left_out",
       "The scores themselves served as weights. Take the softmax of each row first.",
       {replaced(possible::scores, {weights, {masked_scores}, wrong_work::softmax_left_out})}},
  };
}

/// In the values' way to the output.
std::vector<Mistake> in_output() {
  return {
      {"attention_transposed",
       "The weights were transposed before they met V. The output is A·V: each row of weights mixes the rows of V.",
       {replaced(possible::A_transposed, {head_output, {weights, head_V}, wrong_work::attention_transposed})}},
      {"output_projection_left_out",
       "The output projection is missing. Multiply the heads, side by side, by W_O.",
       {ChangedProblem{output, change::W_O_left_out}, ChangedProblem{output, change::W_O_left_out_bias_kept}}},
      {"output_projection_transposed",
       "W_O was transposed. Multiply by it as the problem gives it.",
       {ChangedProblem{output, change::W_O_transposed}}},
  };
}

/// In what queries, keys and values are made of.
std::vector<Mistake> in_projections() {
  return {
      {"weights_matrix_transposed",
       "The weight matrix was transposed. Multiply X by it as the problem gives it.",
       {ChangedProblem{Q, change::W_Q_transposed, "W_Q"}, ChangedProblem{K, change::W_K_transposed, "W_K"},
        ChangedProblem{V, change::W_V_transposed, "W_V"},
        ChangedProblem{Q, change::all_transposed, "W_Q, W_K and W_V"}}},
      {"values_not_projected",
       "The rows of X served as values. Project them first: V = X·W_V.",
       {ChangedProblem{V, change::values_not_projected}}},
      {"keys_and_values_swapped",
       "Keys and values changed places. Scores come from K, and the weights mix the rows of V.",
       {ChangedProblem{K, change::keys_and_values_swapped},
        ReplacedWork{possible::keys_as_values,
                     {{scores, {rotated_Q, head_V}, stage(scores).work},
                      {head_output, {weights, head_K}, stage(head_output).work}}},
        replaced(possible::keys_as_values, {head_output, {weights, head_K}, stage(head_output).work})}},
      {"bias_left_out",
       "A bias was left out. Add it to every row after the product.",
       {ChangedProblem{Q, change::b_Q_left_out, "b_Q"}, ChangedProblem{K, change::b_K_left_out, "b_K"},
        ChangedProblem{V, change::b_V_left_out, "b_V"}, ChangedProblem{output, change::b_O_left_out, "b_O"},
        ChangedProblem{Q, change::all_biases_left_out, "all biases"}}},
      {"past_after_new",
       "The cached keys and values were set after the new ones. They come first.",
       {ReplacedWork{possible::past, {{K, {}, wrong_work::K_past_after_new}, {V, {}, wrong_work::V_past_after_new}}}}},
  };
}

/// In how heads are cut and joined.
std::vector<Mistake> in_heads() {
  const Replacement Q_interleaved{head_Q, {Q}, wrong_work::Q_interleaved};
  const Replacement K_interleaved{head_K, {K}, wrong_work::K_interleaved};
  const Replacement V_interleaved{head_V, {V}, wrong_work::K_interleaved};
  const Replacement K_tiled{head_K, {K}, wrong_work::K_tiled}, V_tiled{head_V, {V}, wrong_work::K_tiled};
  return {
      {"heads_interleaved",
       "The heads were dealt out like cards, every H-th column. A head is one block of neighbouring columns.",
       {ReplacedWork{possible::heads_with_queries, {Q_interleaved, K_interleaved, V_interleaved}},
        ReplacedWork{possible::heads_with_queries,
                     {Q_interleaved,
                      K_interleaved,
                      V_interleaved,
                      {concat, {head_output}, wrong_work::concat_interleaved, true}}},
        replaced(possible::heads_with_values, {concat, {head_output}, wrong_work::concat_interleaved, true})}},
      {"key_heads_tiled",
       "Query heads took key heads in turn. Neighbouring query heads share one: head h uses key head h div (H/G).",
       {ReplacedWork{possible::shared_key_heads, {K_tiled, V_tiled}}}},
      {"heads_averaged",
       "The outputs of the heads were averaged. Set them side by side.",
       {replaced(possible::heads_without_W_O, {concat, {head_output}, wrong_work::heads_averaged, true}),
        replaced(possible::heads_as_wide_as_output, {output, {head_output}, wrong_work::heads_averaged, true})}},
      {"heads_summed",
       "The outputs of the heads were added up. Set them side by side.",
       {replaced(possible::heads_without_W_O, {concat, {head_output}, wrong_work::heads_summed, true}),
        replaced(possible::heads_as_wide_as_output, {output, {head_output}, wrong_work::heads_summed, true})}},
      {"weights_averaged_over_heads",
       "The weights of the heads were averaged. Each head uses its own; libraries average them only for show.",
       {replaced(possible::heads, {weights, {weights}, wrong_work::weights_mean, true}),
        replaced(possible::heads_with_values, {head_output, {weights, head_V}, wrong_work::output_of_mean, true})}},
  };
}

/// In the written numbers themselves, and in single rows.
std::vector<Mistake> in_numbers() {
  return {
      {"answer_transposed",
       "The numbers are right, but rows and columns changed places. Each row belongs to one query.",
       {Pattern{pattern::transposed}}},
      {"rows_in_other_order",
       "The rows are right, but stand in another order. Keep the order of the problem.",
       {Pattern{pattern::rows_in_other_order}}},
      {"wrong_query_row",
       "This row belongs to another query. Work it again with its own.",
       {AnotherQuery{}},
       Surety::method,
       "Row {0} ({1}) is the row of query {2}."},
      {"scale_left_out_in_one_row",
       "In this row the scores were not scaled. Divide them by the square root of d_k like those of the other rows.",
       {ChangedForOneQuery{no_scale}}},
      {"denominator_incomplete",
       "A term is missing in the sum under the fraction. Add up the exponentials of all keys that may be seen.",
       {RowPattern{pattern::denominator_incomplete, false}},
       Surety::method,
       "In row {0} ({1}) the term of key {2} is missing."},
      {"sign_slip",
       "The sign is wrong. Check minus signs when multiplying and copying.",
       {Pattern{pattern::sign_slip}, negated, ChangedForOneQuery{negated}}},
      {"exponential_wrong",
       "One exponential in this row is wrong; the rest follows from it. Work that e^x again.",
       {RowPattern{pattern::exponential_wrong, true}},
       Surety::row},
      {"row_not_normalised",
       "The row does not sum to 1. Divide each exponential by the sum of all exponentials of the row.",
       {RowPattern{pattern::row_not_normalised, false},
        replaced(possible::scores, {weights, {masked_scores}, wrong_work::undivided_plain}),
        replaced(possible::scores, {weights, {masked_scores}, wrong_work::undivided})},
       Surety::row},
      {"one_cell",
       "One number is wrong, all others of the step are right. Work this one again.",
       {Pattern{pattern::one_cell}},
       Surety::cell},
  };
}

using Group = std::vector<Mistake> (*)();
constexpr Group groups[] = {in_scores, in_mask,        in_positions, in_softmax,
                            in_output, in_projections, in_heads,     in_numbers};

std::vector<Mistake> table() {
  std::vector<Mistake> all;
  for (const Group group : groups) std::ranges::move(group(), std::back_inserter(all));
  return all;
}

} // namespace

std::span<const Mistake> mistakes() {
  static const std::vector<Mistake> all = table();
  return all;
}

} // namespace attn
