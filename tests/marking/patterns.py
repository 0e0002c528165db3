"""Mistakes that are patterns of the answer: how one is planted, and how it is recognised.

FITS holds for each name a function of (step, matrix as given, true matrix) that tells whether the pattern explains the
whole matrix.
"""
from decimal import Decimal
from itertools import permutations

from attention import Attention, solve, transposed
from digits import Text, fixed, tolerance, wrong_cells

# Planted ------------------------------------------------------------------------------------------------------------

def noting(step, head, change):
    """Rules under which a step is written down as `change` makes it, and the later ones go on from there."""
    def noted(a, name, matrix, h):
        return change(matrix) if name == step and h == head else matrix
    return {"noted": noted}


def cell(step, head, i, j, change):
    """One number of a step is another one: `change` is the text that stands there, or a function of the true one."""
    def changed(matrix):
        matrix = [list(row) for row in matrix]
        matrix[i][j] = change(matrix[i][j]) if callable(change) else Decimal(change)
        return matrix
    return noting(step, head, changed)


def digits_swapped(decimals):
    """The last two digits exchanged, as when copying."""
    def change(x):
        text = fixed(decimals)(x)
        return Decimal(text[:-2] + text[-1] + text[-2])
    return change


def shown(problem, places, change):
    """The true steps, those at `places` (step, head) shown as `change` makes them; nothing goes on from there."""
    (steps,) = solve(problem)
    for step, h in places:
        place = steps if h is None else steps["heads"][h]
        place[step] = change(place[step])
    return [steps]


def rows_ordered(step, head, order):
    return noting(step, head, lambda matrix: [matrix[i] for i in order])


def one_exponential(head, i, j, factor):
    """e^x of one cell is too large by a factor; the sum is made from it."""
    def exponentials(a, row):
        e = Attention.exponentials(a, row)
        scores = a.steps["heads"][head]
        here = scores.get("masked_scores", scores["scaled_scores"])[i]
        return e[:j] + [e[j] * Decimal(factor)] + e[j + 1:] if row == here else e
    return {"exponentials": exponentials}


# Recognised ---------------------------------------------------------------------------------------------------------

def differing(given, true):
    """Cells of `given` that are not right; none where the shape is another one."""
    return wrong_cells(given, true) or []


def reproduces(given, matrix):
    return wrong_cells(given, matrix) == []


def is_one_cell(step, given, true):
    return len(differing(given, true)) == 1


def is_sign_slip(step, given, true):
    cells = differing(given, true)
    if len(cells) != 1:
        return False
    ((i, j),) = cells
    return reproduces(given, [[-t if (k, l) == (i, j) and t is not None else t for l, t in enumerate(row)]
                              for k, row in enumerate(true)])


def is_transposed(step, given, true):
    return reproduces(given, transposed(true))


def is_reordered(step, given, true):
    return len(given) == len(true) and any(reproduces(given, [true[i] for i in order])
                                           for order in permutations(range(len(true))))


def is_one_exponential(step, given, true):
    """One row of weights keeps its ratios in all cells but one, and sums to 1; or the exponentials show it."""
    if step == "exponentials":
        return is_one_cell(step, given, true)
    rows = {i for i, _ in differing(given, true)}
    if step != "weights" or len(rows) != 1:
        return False
    (i,) = rows
    return any(keeps_ratios(given, i, true[i], k) for k in range(len(true[i])) if true[i][k])


def keeps_ratios(given, i, true, k):
    """Whether row i of `given` is f·true outside cell k and 1 - f·(1 - true) in it, for one f and by its digits."""
    low, high = Decimal("-Infinity"), Decimal("Infinity")
    for j, (text, t) in enumerate(zip(given[i], true)):
        if not isinstance(text, Text) or (t == 0 and Decimal(text) != 0):
            return False
        value, unit = Decimal(text), tolerance(text, given)
        rest, value = (1 - t, 1 - value) if j == k else (t, value)
        if rest:
            low, high = max(low, (value - unit) / rest), min(high, (value + unit) / rest)
    return low <= high and high > 0


FITS = {
    "sign_slip": is_sign_slip,
    "one_cell": is_one_cell,
    "answer_transposed": is_transposed,
    "rows_in_other_order": is_reordered,
    "exponential_wrong": is_one_exponential,
}
