"""The planted answers: which mistake, in which problem, what of it the student shows, and with how many digits.

`also` names the mistakes of the table that give the same numbers in the first wrong step; plant.py finds them again by
itself and refuses the list if they differ.
"""
import operator

from answers import written
from attention import solve, transposed
from mistakes import ways
from patterns import cell, digits_swapped, one_exponential, rows_ordered, shown
from problems import direct, projected

WHOLE = "Q K V scores scaled_scores capped_scores masked_scores weights heads.output concat output"
FROM_SCORES = "scores scaled_scores weights heads.output output"
UPPER = [[1, 1, 0], [0, 1, 1], [1, 0, 1]]

PLANTS = []


def plant(mistake, problem, show, digits=4, way=None, rules=None, steps=None, also=(), short=False):
    """Appends one line. The way is the first unless its label is given; `rules` or `steps` are those of one plant.

    With `short` what belongs to the one head stands at the top level.
    """
    steps = steps or (solve(problem, rules) if rules else picked(mistake, problem, way))
    parts = [written(one, show.split(), digits) for one in steps]
    answer = parts[0] if len(parts) == 1 else {"batch": parts}
    if short:
        answer = answer.pop("heads")[0] | answer
    count = sum(p["mistake"] == mistake for p in PLANTS) + 1
    PLANTS.append({"id": f"{mistake}-{count}", "mistake": mistake, "also": list(also), "problem": problem,
                   "answer": answer})


def picked(mistake, problem, way):
    found = dict(ways(mistake, problem))
    return found[way] if way is not None else next(iter(found.values()))


# Scale --------------------------------------------------------------------------------------------------------------

plant("no_scale", direct(1), FROM_SCORES)
plant("no_scale", projected(2, d_model=2, d_k=3, mask="causal"), "Q K V scores masked_scores weights output", 3)
plant("no_scale", projected(3, heads=2, d_k=3, d_v=1), "output", 5)
plant("no_scale", {"scores": [[6, 4, 1], [2, 5, 3]], "d_k": 9, "V": [[1, 2], [3, 5], [-2, 4]]}, "weights output", None,
      short=True)

plant("scale_by_d_k", direct(4, d_k=3), FROM_SCORES)
plant("scale_by_d_k", projected(5, heads=2, per_head=True, biases="QKV"), WHOLE, 3)
plant("scale_by_d_k", direct(6, n=3, heads=2, d_k=3, d_v=1, d_out=2), "output", None)

plant("scale_by_d_model", projected(7), "Q K V scores scaled_scores weights output")
plant("scale_by_d_model", projected(8, heads=2, d_v=1, mask="causal"), "scores masked_scores weights output", 5)
plant("scale_by_d_model", projected(9, d_model=3, d_k=2, m=2), "output", 6)

plant("scale_left_out_in_one_row", direct(10, n=3, m=4), FROM_SCORES, way="head 1, query 2")
plant("scale_left_out_in_one_row", projected(11, n=3, mask="causal"), "scores masked_scores weights output", 3,
      way="head 1, query 3")
plant("scale_left_out_in_one_row", direct(12, n=2, m=3, heads=2, d_v=2), "weights concat output", 6,
      way="head 2, query 1")

plant("scores_counted_twice", direct(13, n=3, m=3, mask="causal"), "scores scaled_scores masked_scores weights output",
      way="masked")
plant("scores_counted_twice", direct(14, d_k=3), "scores scaled_scores weights heads.output", 5, way="softmax")
plant("scores_counted_twice", projected(15, heads=2, d_k=3, kv_heads=1), WHOLE, None, way="scaled")

# Scores -------------------------------------------------------------------------------------------------------------

plant("scores_not_transposed", direct(16, n=2, m=3, d_k=3, d_v=2), FROM_SCORES)
plant("scores_not_transposed", projected(17, n=2, d_model=3, d_k=2, d_v=3), "Q K V scores weights output", 3)
plant("scores_not_transposed", projected(18, n=3, d_model=2, d_k=3, d_v=1), "output", 5)

plant("queries_and_keys_swapped", projected(19, n=3), "Q K V scores weights output", way="projections")
plant("queries_and_keys_swapped", direct(20, n=3, m=3), "scores scaled_scores weights output", 3, way="product",
      also=["answer_transposed"])
plant("queries_and_keys_swapped", projected(21, n=3, heads=2, mask="causal"), "masked_scores weights concat output", 5,
      way="projections")
plant("queries_and_keys_swapped", projected(22, n=3, m=3), "output", None, way="product")

plant("wrong_query_row", direct(23, n=3, m=3, mask="causal"), "scores masked_scores weights output",
      way="head 1, query 3 as 1")
plant("wrong_query_row", projected(24, n=3, m=4, d_v=1), "Q K V scaled_scores weights output", 6,
      way="head 1, query 2 as 3")
plant("wrong_query_row", direct(25, n=3, m=3, heads=2, kv_heads=1), "weights heads.output", None,
      way="head 2, query 1 as 2")

plant("softcap_left_out", direct(26, softcap=1.5), "scores scaled_scores capped_scores weights output")
plant("softcap_left_out", projected(27, softcap=2, mask="causal"), "Q K V scores masked_scores weights output", 3)
plant("softcap_left_out", direct(28, heads=2, d_v=1, softcap=0.5), "output", 6)

plant("softcap_after_mask", direct(29, n=3, m=3, softcap=2, mask="causal"),
      "scores scaled_scores masked_scores weights output")
plant("softcap_after_mask", direct(30, softcap=1.5, mask={"add": [[0.5, "-inf", -1], [1.5, 1, -0.5]]}),
      "weights output", 5)
plant("softcap_after_mask", projected(31, softcap=1, mask={"keep": UPPER}), "output", None)

# Projections --------------------------------------------------------------------------------------------------------

plant("weights_matrix_transposed", projected(32, d_model=3, d_k=3, d_v=3), WHOLE, way="Q")
plant("weights_matrix_transposed", projected(33, d_model=2, d_k=2, m=4), WHOLE, 3, way="K")
plant("weights_matrix_transposed", projected(34, d_model=4, heads=2, biases="V"), "V weights heads.output output", None,
      way="V")
plant("weights_matrix_transposed", projected(35, d_model=3, d_k=3, d_v=2, layout="in_out"), "scores weights output", 5,
      way="K")
plant("weights_matrix_transposed", projected(36, d_model=2, d_v=2, mask="causal"), "output", 6, way="V")
plant("weights_matrix_transposed", projected(37, d_model=2, d_k=2, d_v=2), WHOLE, 4, way="QKV")

plant("values_not_projected", projected(38, d_v=3), "Q K V scores weights output")
plant("values_not_projected", projected(39, d_model=4, heads=2, d_v=2, m=2), "weights heads.output output", 3)
plant("values_not_projected", projected(40, d_model=2, biases="V", mask="causal"), "output", None)

plant("keys_and_values_swapped", projected(41), "Q K V scores weights output", way="projections")
plant("keys_and_values_swapped", direct(42, d_v=2), FROM_SCORES, 3, way="products")
plant("keys_and_values_swapped", projected(43, heads=2, mask="causal"), "output", 6, way="products")

plant("bias_left_out", projected(44, biases="QKV"), WHOLE, way="QKV")
plant("bias_left_out", projected(45, biases="QKV", heads=2, per_head=True), WHOLE, 3, way="Q")
plant("bias_left_out", projected(46, biases="K", m=2), "K scores weights output", 5, way="K")
plant("bias_left_out", projected(47, biases="QVO", d_out=3), "output", None, way="V")
plant("bias_left_out", projected(48, biases="O", heads=2, d_out=2), "concat output", 4, way="O")
plant("bias_left_out", projected(49, biases="O", d_out=3), "output", 6, way="O")

plant("past_after_new", direct(50, n=1, m=1, past=2), "K V scores scaled_scores weights output",
      also=["rows_in_other_order"])
plant("past_after_new", direct(51, n=2, m=2, past=1, mask="causal"), "scores masked_scores weights output", 3)
plant("past_after_new", direct(52, n=2, m=2, past=2, mask="causal"), "output", None)

# The mask -----------------------------------------------------------------------------------------------------------

plant("mask_ignored", direct(53, n=3, m=3, mask="causal"), "scores scaled_scores masked_scores weights output")
plant("mask_ignored", direct(54, n=3, m=3, mask={"causal": True, "padding": [1, 1, 0]}), "weights output", 3,
      short=True)
plant("mask_ignored", projected(55, heads=2, mask={"keep": UPPER}), "output", 5)

plant("mask_inverted", direct(56, n=3, m=3, mask={"keep": UPPER}), "scores scaled_scores masked_scores weights output")
plant("mask_inverted", direct(57, n=2, m=4, mask={"block": [[1, 0, 0, 1], [0, 0, 1, 0]]}), "weights output", 5)
plant("mask_inverted", projected(58, n=3, m=4, heads=2, mask={"padding": [1, 0, 1, 0]}), "output", None)

plant("mask_after_softmax", direct(59, n=3, m=3, mask="causal"), "scores scaled_scores weights output")
plant("mask_after_softmax", projected(60, mask={"keep": UPPER}), "masked_scores weights heads.output output", 3)
plant("mask_after_softmax", direct(61, n=3, m=3, heads=2, d_v=1, mask="causal"), "output", 6)

plant("mask_as_zero_score", direct(62, n=3, m=3, mask="causal"), "scores scaled_scores masked_scores weights output")
plant("mask_as_zero_score", direct(63, n=2, m=4, mask={"padding": [1, 1, 0, 0]}), "weights output", 3)
plant("mask_as_zero_score", projected(64, mask={"keep": UPPER}), "output", None)

plant("causal_excludes_self", direct(65, n=3, m=3, past=2, mask="causal"), "scores masked_scores weights output")
plant("causal_excludes_self", projected(66, mask="causal"), "scaled_scores masked_scores weights output", 3)
plant("causal_excludes_self", direct(67, n=2, m=4, mask={"causal": "bottom-right"}), "output", 6)

plant("causal_upside_down", direct(68, n=3, m=3, mask="causal"), "scaled_scores masked_scores weights output")
plant("causal_upside_down", projected(69, heads=2, mask={"causal": True}), "weights concat output", 3)
plant("causal_upside_down", direct(70, n=3, m=3, mask="causal"), "output", None)

plant("causal_ignores_past", direct(71, n=2, m=2, past=2, mask="causal"), "scores masked_scores weights output")
plant("causal_ignores_past", direct(72, n=2, m=2, past=3, mask="causal"), "weights output", 3)
plant("causal_ignores_past", direct(73, n=2, m=2, past=2, heads=2, d_v=1, mask="causal"), "output", 5)

plant("padding_ignored", direct(74, n=4, m=4, mask={"causal": True, "padding": [1, 0, 1, 1]}),
      "scaled_scores masked_scores weights output")
plant("padding_ignored", direct(75, n=2, m=4, mask={"padding": [1, 1, 0, 1]}), "weights output", 3,
      also=["mask_ignored"])
plant("padding_ignored", direct(76, n=3, m=3, mask={"keep": UPPER, "padding": [0, 1, 1]}), "output", None)
BATCH = projected(77, n=4, mask={"causal": True, "lengths": [2, 4]})
BATCH["X"] = [BATCH["X"], [[0.5, 1.2, -0.3], [1.1, 0.4, 0.9], [-0.6, 0.7, 0.2], [0.3, -1.4, 0.8]]]
plant("padding_ignored", BATCH, "Q K V masked_scores weights output", 4)

# Softmax ------------------------------------------------------------------------------------------------------------

plant("softmax_over_columns", direct(78), FROM_SCORES)
plant("softmax_over_columns", projected(79, mask="causal"), "scores masked_scores weights output", 3)
plant("softmax_over_columns", projected(80, heads=2, m=2), "output", None)

plant("softmax_over_everything", direct(81), FROM_SCORES)
plant("softmax_over_everything", projected(82, mask="causal"), "masked_scores weights output", 5)
plant("softmax_over_everything", direct(83, heads=2, d_v=2, d_out=2), "output", None)

plant("softmax_left_out", direct(84), "scores scaled_scores weights output", short=True)
plant("softmax_left_out", projected(85, mask="causal"), "masked_scores weights output", 3)
plant("softmax_left_out", projected(86, heads=2, d_k=3, d_v=1), "output", None)

plant("exponential_wrong", direct(87, n=2, m=3), FROM_SCORES, rules=one_exponential(0, 1, 2, "1.3"))
plant("exponential_wrong", projected(88, mask="causal"), "masked_scores weights output", 3,
      rules=one_exponential(0, 2, 0, "0.6"))
plant("exponential_wrong", direct(89, n=2, m=4), "scaled_scores exponentials row_sum weights output", 5,
      rules=one_exponential(0, 0, 1, "1.8"), also=["one_cell"])

plant("denominator_incomplete", direct(90, n=2, m=4), FROM_SCORES, way="head 1, query 2 without 4")
plant("denominator_incomplete", direct(91, n=3, m=3), "weights output", 3, way="every row without 1")
plant("denominator_incomplete", projected(92, m=3, heads=2), "weights concat output", None,
      way="head 1, query 1 without 2")

plant("row_not_normalised", direct(93, n=2, m=3), FROM_SCORES, way="head 1, query 1, e^s")
plant("row_not_normalised", direct(94, n=2, m=4, heads=2, d_v=1), "weights output", 3,
      way="every row, e^(s - largest)")
plant("row_not_normalised", projected(95, mask="causal"), "masked_scores weights output", 5, way="every row, e^s")
plant("row_not_normalised", projected(96, m=4), "scores weights output", None, way="head 1, query 3, e^(s - largest)")

# Heads --------------------------------------------------------------------------------------------------------------

plant("heads_interleaved", direct(97, heads=2, d_v=2), FROM_SCORES + " concat")
plant("heads_interleaved", projected(98, heads=2, d_v=2, mask="causal"), WHOLE, 3, way="put back")
plant("heads_interleaved", direct(99, n=2, m=3, heads=4, kv_heads=2), "weights heads.output output", None)
plant("heads_interleaved", direct(100, n=2, m=3, heads=2, d_v=2), "output", 5)

plant("heads_averaged", direct(101, heads=2, d_v=2), "weights heads.output concat output")
plant("heads_averaged", projected(102, heads=3, d_k=1, d_v=2), "output", 3)

plant("heads_averaged", direct(133, heads=4, kv_heads=2, d_v=1, mask={"add": [[0.5, 0, "-inf"], [0, 1, -1]]}),
      "concat output", None)

plant("heads_summed", direct(103, heads=2, d_v=2), "weights heads.output concat output")
plant("heads_summed", projected(104, heads=3, d_k=1, d_v=2), "output", 3)
plant("heads_summed", projected(134, heads=2, kv_heads=1, d_v=3, mask="causal"), "heads.output output", None)

plant("key_heads_tiled", direct(105, heads=4, kv_heads=2, d_v=1), FROM_SCORES + " concat")
plant("key_heads_tiled", projected(106, n=2, heads=4, kv_heads=2, per_head=True), "weights heads.output concat output",
      3)
plant("key_heads_tiled", direct(107, heads=4, kv_heads=2, d_k=3, d_v=1), "output", None)

plant("weights_averaged_over_heads", direct(108, heads=2, d_v=2), FROM_SCORES + " concat")
plant("weights_averaged_over_heads", projected(109, heads=3, d_v=1, mask="causal"), "weights output", 3)
plant("weights_averaged_over_heads", direct(110, heads=2, d_v=1), "output", None)

# Output -------------------------------------------------------------------------------------------------------------

plant("attention_transposed", direct(111, n=3, m=3), FROM_SCORES)
plant("attention_transposed", projected(112, heads=2, d_v=1, mask="causal"), "weights heads.output output", 3)
plant("attention_transposed", projected(113), "output", None)

plant("output_projection_left_out", projected(114, heads=2, d_v=1, d_out=2), "weights concat output")
plant("output_projection_left_out", direct(115, d_out=3), "output", 3)
plant("output_projection_left_out", direct(116, d_v=3, d_out=2), "heads.output output", 5)

plant("output_projection_transposed", projected(117, heads=2, d_v=1, d_out=2), "weights concat output")
plant("output_projection_transposed", direct(118, d_out=3, b_O=[0.5, -1, 0.2]), "output", None)
plant("output_projection_transposed", projected(135, heads=2, d_v=2, d_out=4, per_head=True), "output", 3)

# Patterns of the answer ---------------------------------------------------------------------------------------------

plant("answer_transposed", DIRECT := direct(119, n=2, m=3, d_v=3), "scaled_scores weights output",
      steps=shown(DIRECT, [("output", None)], transposed))
plant("answer_transposed", DIRECT := direct(120, n=3, m=3), "scores weights output", 3,
      steps=shown(DIRECT, [("weights", 0)], transposed))
plant("answer_transposed", DIRECT := direct(121, n=2, m=3, d_v=2), "output", None,
      steps=shown(DIRECT, [("output", None)], transposed))
plant("answer_transposed", DIRECT := projected(122, n=2, d_k=3), "Q K V scores weights output", 5,
      steps=shown(DIRECT, [(key, None) for key in ("Q", "K", "V", "output")] + [("scores", 0), ("weights", 0)],
                  transposed))

plant("rows_in_other_order", direct(123, n=3, m=3), "scaled_scores weights output",
      rules=rows_ordered("weights", 0, (1, 2, 0)))
plant("rows_in_other_order", projected(124, n=4), "output", 3, rules=rows_ordered("output", None, (3, 2, 1, 0)))
plant("rows_in_other_order", projected(125, n=3, m=4), "Q K V scores weights output", 5,
      rules=rows_ordered("K", None, (2, 0, 3, 1)))

plant("sign_slip", direct(126, n=2, m=3), FROM_SCORES, rules=cell("scores", 0, 1, 2, operator.neg), also=["one_cell"])
plant("sign_slip", projected(127, mask="causal"), "Q K V scores masked_scores weights output", 3,
      rules=cell("K", None, 1, 0, operator.neg), also=["one_cell"])
plant("sign_slip", direct(128, n=2, m=3, d_v=3), "output", None, rules=cell("output", None, 0, 1, operator.neg),
      also=["one_cell"])

plant("one_cell", direct(129, n=2, m=3, d_k=3), FROM_SCORES, rules=cell("scaled_scores", 0, 0, 1, digits_swapped(4)))
plant("one_cell", projected(130, n=3, m=4), "Q K V scores weights output", 3,
      rules=cell("weights", 0, 1, 2, digits_swapped(3)))
plant("one_cell", projected(131, heads=2, d_v=2), "weights concat output", None,
      rules=cell("output", None, 1, 3, lambda x: x * 10))
plant("one_cell", direct(132, n=3, m=3, mask="causal"), "scores masked_scores weights output", 5,
      rules=cell("scores", 0, 2, 0, lambda x: x + 1))
