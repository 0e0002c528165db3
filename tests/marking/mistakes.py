"""The table of known mistakes: for each name the ways in which a student makes it.

A way is a dict of rules that take the place of methods of Attention; a rule gets the Attention first. A mistake that
cannot be made in a problem (no mask, no second head, a product that does not exist) yields no way or is stopped by
ShapesDiffer. The label of a way says where it happens; a plant picks its way by the label.

Five mistakes are patterns of the answer (any cell, any wrong number, any order), which no list of ways exhausts: see
patterns.py.
"""
from decimal import Decimal
from itertools import permutations

from attention import BLOCKED, Attention, ShapesDiffer, each, is_square, solve, transposed

MISTAKES = {}


def mistake(ways):
    MISTAKES[ways.__name__] = ways
    return ways


def heads_of(problem):
    return range(problem.get("heads", 1))


def queries_of(problem):
    return range(len(solve(problem)[0]["heads"][0]["weights"]))


def keys_of(problem):
    return range(len(solve(problem)[0]["heads"][0]["weights"][0]))


def mask_of(problem):
    mask = problem.get("mask", "none")
    return {"causal": {"causal": True}, "none": {}}.get(mask, mask) if isinstance(mask, str) else mask


def is_causal(problem):
    return bool(mask_of(problem).get("causal"))


def starts_with_scores(problem):
    return "scores" in problem or "weights" in problem


def row_label(h, i):
    return f"head {h + 1}, query {i + 1}"


def square_transposed(matrix):
    if matrix is None or not is_square(matrix):
        raise ShapesDiffer
    return transposed(matrix)


# Projections --------------------------------------------------------------------------------------------------------

@mistake
def weights_matrix_transposed(problem):
    """X·Wᵀ in place of X·W, in one projection or in all three."""
    for letters in ("Q", "K", "V", "QKV"):
        def weight_matrix(a, letter, letters=letters):
            w = Attention.weight_matrix(a, letter)
            return square_transposed(w) if letter in letters else w
        if "X" in problem:
            yield letters, {"weight_matrix": weight_matrix}


@mistake
def values_not_projected(problem):
    """V is X itself, without W_V and b_V."""
    def projected(a, letter):
        return a.source(letter) if letter == "V" else Attention.projected(a, letter)
    if "W_V" in problem:
        yield "", {"projected": projected}


@mistake
def bias_left_out(problem):
    """One bias, or every one."""
    given = [letter for letter in "QKVO" if "b_" + letter in problem]
    for letters in given + ["".join(given)] * (len(given) > 1):
        def bias(a, letter, letters=letters):
            return None if letter in letters else Attention.bias(a, letter)
        yield letters, {"bias": bias}


@mistake
def past_after_new(problem):
    """The cached keys and values are set after the new ones."""
    if "past" in problem:
        yield "", {"with_past": lambda a, letter, new: new + a.cached(letter)}


@mistake
def queries_and_keys_swapped(problem):
    """K·Qᵀ: the projections swapped, or the factors of the product."""
    swap = {"Q": "K", "K": "Q", "V": "V"}

    def projected(a, letter):
        return a.projection(swap[letter], a.source(letter))

    def product(a, h, q, k):
        if len(q) != len(k):
            raise ShapesDiffer
        return Attention.product(a, h, k, q)
    if "W_Q" in problem and "W_K" in problem:
        yield "projections", {"projected": projected}
    if not starts_with_scores(problem):
        yield "product", {"product": product}


@mistake
def keys_and_values_swapped(problem):
    """Q·Vᵀ and A·K: the projections swapped, or the factors of the two products."""
    swap = {"Q": "Q", "K": "V", "V": "K"}

    def projected(a, letter):
        return Attention.projected(a, swap[letter])

    def head_of(a, letter, h):
        return Attention.head_of(a, swap[letter], h)
    if not starts_with_scores(problem) and ("V" in problem or "X" in problem):
        yield "products", {"head_of": head_of}
        if "W_K" in problem:
            yield "projections", {"projected": projected}


# Heads --------------------------------------------------------------------------------------------------------------

@mistake
def heads_interleaved(problem):
    """Head h takes every H-th column from h on; outputs side by side, or put back as they were taken."""
    def columns(a, matrix, count, h):
        return [row[h::count] for row in matrix]

    def joined(a, outputs):
        return [[x for column in zip(*rows) for x in column] for rows in zip(*outputs)]
    if problem.get("heads", 1) > 1 and not starts_with_scores(problem):
        yield "side by side", {"columns": columns}
        yield "put back", {"columns": columns, "joined": joined}


def entries_summed(matrices):
    return [[sum(cells) for cells in zip(*rows)] for rows in zip(*matrices)]


@mistake
def heads_summed(problem):
    """The heads' outputs are added where they belong side by side."""
    if problem.get("heads", 1) > 1:
        yield "", {"joined": lambda a, outputs: entries_summed(outputs)}


@mistake
def heads_averaged(problem):
    """The mean of the heads' outputs where they belong side by side."""
    if problem.get("heads", 1) > 1:
        yield "", {"joined": lambda a, outputs: each(lambda x: x / a.heads, entries_summed(outputs))}


@mistake
def key_heads_tiled(problem):
    """Query head h uses key head h mod G; neighbours should share."""
    if problem.get("kv_heads", problem.get("heads", 1)) != problem.get("heads", 1):
        yield "", {"key_head": lambda a, h: h % a.kv_heads}


@mistake
def weights_averaged_over_heads(problem):
    """Every head gets the mean of all heads' weights, as some libraries return them."""
    def shared_weights(a, of_heads):
        return [each(lambda x: x / a.heads, entries_summed(of_heads))] * a.heads
    if problem.get("heads", 1) > 1:
        yield "", {"shared_weights": shared_weights}


# Scores -------------------------------------------------------------------------------------------------------------

@mistake
def scores_not_transposed(problem):
    """Q·K."""
    def product(a, h, q, k):
        if len(k) != len(k[0]):
            raise ShapesDiffer
        return a.matmul("scores", q, k)
    if not starts_with_scores(problem):
        yield "", {"product": product}


@mistake
def wrong_query_row(problem):
    """One row of scores is worked with another query."""
    if starts_with_scores(problem):
        return
    n = queries_of(problem)
    for h in heads_of(problem):
        for i, other in permutations(n, 2):
            def product(a, head, q, k, at=h, i=i, other=other):
                q = q[:i] + [q[other]] + q[i + 1:] if head == at else q
                return Attention.product(a, head, q, k)
            yield f"{row_label(h, i)} as {other + 1}", {"product": product}


def has_own_scale(problem):
    return "scale" in problem or "weights" in problem


@mistake
def no_scale(problem):
    if "weights" not in problem and problem.get("scale") not in (1, "none"):
        yield "", {"scaled": lambda a, h, scores: scores}


@mistake
def scale_by_d_k(problem):
    """Divided by d_k, not by its root."""
    if not has_own_scale(problem):
        yield "", {"scale": lambda a: 1 / Decimal(a.d_k())}


@mistake
def scale_by_d_model(problem):
    """Divided by the root of the width of X."""
    if not has_own_scale(problem) and "X" in problem:
        yield "", {"scale": lambda a: 1 / Decimal(len(a.problem["X"][0])).sqrt()}


@mistake
def scale_left_out_in_one_row(problem):
    if "weights" in problem or len(queries_of(problem)) < 2:
        return
    for h in heads_of(problem):
        for i in queries_of(problem):
            def scaled(a, head, scores, at=h, row=i):
                right = Attention.scaled(a, head, scores)
                return right[:row] + [scores[row]] + right[row + 1:] if head == at else right
            yield row_label(h, i), {"scaled": scaled}


@mistake
def scores_counted_twice(problem):
    """The scaled scores enter doubled: as scaled scores, as masked scores, or unseen in the softmax."""
    def doubled(step):
        def rule(a, h, scores):
            return getattr(Attention, step)(a, h, each(lambda s: 2 * s, scores))
        return rule
    if "weights" not in problem:
        yield "scaled", {"scaled": doubled("scaled")}
        yield "softmax", {"softmax": doubled("softmax")}
        if mask_of(problem):
            yield "masked", {"masked": doubled("masked")}


@mistake
def softcap_left_out(problem):
    if "softcap" in problem:
        yield "", {"capped": lambda a, h, scores: scores}


@mistake
def softcap_after_mask(problem):
    """c·tanh of the masked scores: blocked cells get -c and take part. Masked scores are what enters the softmax."""
    def masked(a, h, scores):
        cap = -Decimal(str(a.problem["softcap"]))
        late = Attention.masked(a, h, a.steps["heads"][h]["scaled_scores"])
        capped = Attention.capped(a, h, late)
        return [[cap if s is BLOCKED else s for s in row] for row in capped]
    if "softcap" in problem and mask_of(problem):
        yield "", {"masked": masked}


# The mask -----------------------------------------------------------------------------------------------------------

@mistake
def mask_ignored(problem):
    if mask_of(problem):
        yield "", {"masked": lambda a, h, scores: scores}


@mistake
def mask_inverted(problem):
    """What may be seen is blocked, and the other way round."""
    if mask_of(problem):
        yield "", {"allowed": lambda a, h, i, j: not Attention.allowed(a, h, i, j),
                   "added": lambda a, h, i, j: Decimal(0)}


@mistake
def mask_after_softmax(problem):
    """Softmax over all keys, then zeros where blocked: rows sum to less than 1."""
    def softmax(a, h, scores):
        head = a.steps["heads"][h]
        whole = Attention.softmax(a, h, head.get("capped_scores", head["scaled_scores"]))
        return [[Decimal(0) if s is BLOCKED else w for s, w in zip(*rows)] for rows in zip(scores, whole)]
    if mask_of(problem):
        yield "", {"softmax": softmax}


@mistake
def mask_as_zero_score(problem):
    """A blocked score is 0 and so takes part with e^0."""
    def masked(a, h, scores):
        return [[Decimal(0) if s is BLOCKED else s for s in row] for row in Attention.masked(a, h, scores)]
    if mask_of(problem):
        yield "", {"masked": masked}


@mistake
def causal_excludes_self(problem):
    if is_causal(problem):
        yield "", {"causally": lambda a, i, j: j < a.position(i)}


@mistake
def causal_upside_down(problem):
    """A query sees itself and what comes after it."""
    if is_causal(problem):
        yield "", {"causally": lambda a, i, j: j >= a.position(i)}


@mistake
def causal_ignores_past(problem):
    """Query i sees the first i + 1 keys although cached ones come before."""
    if is_causal(problem) and "past" in problem:
        yield "", {"causally": lambda a, i, j: j <= i}


@mistake
def padding_ignored(problem):
    if "padding" in mask_of(problem) or "lengths" in mask_of(problem):
        yield "", {"is_real_key": lambda a, j: True}


# Softmax ------------------------------------------------------------------------------------------------------------

@mistake
def softmax_over_columns(problem):
    def softmax(a, h, scores):
        return transposed(Attention.softmax(a, h, transposed(scores)))
    if "weights" not in problem:
        yield "", {"softmax": softmax}


@mistake
def softmax_over_everything(problem):
    """One sum for the whole matrix."""
    def softmax(a, h, scores):
        (flat,) = Attention.softmax(a, h, [sum(scores, [])])
        width = len(scores[0])
        return [flat[k:k + width] for k in range(0, len(flat), width)]
    if "weights" not in problem:
        yield "", {"softmax": softmax}


@mistake
def softmax_left_out(problem):
    """The scores serve as weights; blocked ones as 0."""
    if "weights" not in problem:
        yield "", {"softmax": lambda a, h, scores: [[s or Decimal(0) for s in row] for row in scores]}


@mistake
def denominator_incomplete(problem):
    """One term is missing in the sum: in one row, or the same term in every row."""
    if "weights" in problem:
        return
    rows = [row_label(h, i) for h in heads_of(problem) for i in queries_of(problem)]
    for where in rows + ["every row"]:
        for k in keys_of(problem):
            def row_sum(a, h, i, exponentials, where=where, k=k):
                left_out = exponentials[k] if where in (row_label(h, i), "every row") else 0
                return sum(exponentials) - left_out
            yield f"{where} without {k + 1}", {"row_sum": row_sum}


@mistake
def row_not_normalised(problem):
    """Weights are the exponentials, not divided by their sum: e^s or e^(s - largest), in one row or in all."""
    if "weights" in problem:
        return
    forms = {"e^s": lambda s: s.exp(), "e^(s - largest)": None}
    rows = [row_label(h, i) for h in heads_of(problem) for i in queries_of(problem)]
    for form, plain in forms.items():
        for where in rows + ["every row"]:
            def softmax(a, h, scores, where=where, plain=plain):
                right = Attention.softmax(a, h, scores)
                bare = [[Decimal(0) if s is BLOCKED else plain(s) for s in row] for row in scores] if plain \
                    else [a.exponentials(row) for row in scores]
                return [bare[i] if where in (row_label(h, i), "every row") else right[i] for i in range(len(right))]
            yield f"{where}, {form}", {"softmax": softmax}


# Output -------------------------------------------------------------------------------------------------------------

@mistake
def attention_transposed(problem):
    """Aᵀ·V."""
    def mixed(a, h, weights, v):
        return Attention.mixed(a, h, transposed(weights), v)
    if "V" in problem or "X" in problem:
        yield "", {"mixed": mixed}


@mistake
def output_projection_left_out(problem):
    if "W_O" in problem:
        yield "", {"finished": lambda a, concat: concat}


@mistake
def output_projection_transposed(problem):
    def weight_matrix(a, letter):
        w = Attention.weight_matrix(a, letter)
        return square_transposed(w) if letter == "O" else w
    if "W_O" in problem:
        yield "", {"weight_matrix": weight_matrix}


def ways(name, problem):
    """(label, steps of every sequence) of each way in which the mistake can be made in this problem."""
    for label, rules in MISTAKES[name](problem):
        try:
            yield label, solve(problem, rules)
        except (ShapesDiffer, ValueError):
            continue
