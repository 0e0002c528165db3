"""The chain as people and float32 work it: rules for Attention that round what is noted."""
from decimal import ROUND_HALF_EVEN, Decimal

from attention import BLOCKED, each
from digits import float32, rounded


def exponentials_of_scores(a, row):
    """e^s, without taking off the largest score first."""
    return [Decimal(0) if s is BLOCKED else s.exp() for s in row]


PLAIN = {"exponentials": exponentials_of_scores}

SINGLE = {
    "noted": lambda a, step, matrix, h: each(lambda x: Decimal(float32(x)), matrix),
    "term": lambda a, step, value: Decimal(float32(value)),
}


def decimals_of_step(decimals, step, h):
    """Decimals to which a step is rounded; None: not at all.

    `decimals` serves every step, or is a dict from the names of steps. The exponentials and their sum take those of the
    weights, a concatenation those of the heads' outputs.
    """
    if isinstance(decimals, int):
        return decimals
    name = {"output": "output" if h is None else "heads.output", "exponentials": "weights", "row_sum": "weights",
            "concat": "heads.output"}.get(step, step)
    return decimals.get(name)


def to_even(value, decimals):
    """A tie goes to the even digit, as some schools and numpy have it."""
    return value.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_EVEN) + 0


def as_stored(value, decimals):
    """Python's round(): of the binary number, which rarely is the tie that its digits show."""
    return Decimal(str(round(float(value), decimals) + 0.0))


TIES = {"away": rounded, "even": to_even, "as stored": as_stored}


def by_hand(decimals, exponentials_rounded, plain, products_rounded, ties="away"):
    """Every step is rounded before the next one uses it.

    `products_rounded` to the decimals of their step (True), to so many, or not at all (False).
    """
    round_to = TIES[ties]

    def rounder(step, h):
        places = decimals_of_step(decimals, step, h)
        return (lambda x: x) if places is None else lambda x: round_to(x, places)

    def noted(a, step, matrix, h):
        if step in ("exponentials", "row_sum") and not exponentials_rounded:
            return matrix
        return each(rounder(step, h), matrix)

    def term(a, step, value):
        places = decimals_of_step(decimals, step, None) if products_rounded is True else products_rounded
        return value if places in (False, None) else round_to(value, places)

    def times(a, x, y):
        return Decimal(float(x) * float(y)) if ties == "as stored" else x * y

    def total(a, terms):
        return Decimal(sum(map(float, terms))) if ties == "as stored" else sum(terms)
    return {"noted": noted, "term": term, "times": times, "total": total} | (PLAIN if plain else {})
