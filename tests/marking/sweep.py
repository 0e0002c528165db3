#!/usr/bin/env python3
"""Random problems, each with an answer that was rounded by hand in one of the ways in which people do it.

    tests/marking/sweep.py 2000 7 > lines.jsonl; attn check lines.jsonl --lines --json    2000 lines from seed 7

Each line is a problem with the answer under "expect" and the way in "id"; all of them are right, and no mistake may be
named. Every step is rounded, to decimals of its own or to the same ones; e^s or e^(s - largest), rounded or not; each
product rounded or not; ties away from zero, to even, or as Python's round() has them. Steps that are not shown are
rounded to the same decimals as the others, or not at all.
"""
import itertools
import sys

from answers import written
from attention import solve
from digits import dumped
from problems import Draw, direct, projected
from rounding import TIES, by_hand

STEPS = ("Q", "K", "V", "scores", "scaled_scores", "capped_scores", "masked_scores", "weights", "heads.output", "concat",
         "output")
SHOWN = (" ".join(STEPS), " ".join(STEPS) + " exponentials row_sum", "scores weights output",
         "scaled_scores masked_scores weights heads.output", "weights output", "weights", "output")


class Dice(Draw):
    def below(self, count):
        return int(self.generator.random() * count)

    def one_of(self, choices):
        return choices[self.below(len(choices))]


def masks(dice, n, m):
    return dice.one_of([{}, {}, {"mask": "causal"}, {"mask": {"padding": [1] * (m - 1) + [0]}},
                        {"mask": {"add": [[dice.number() for _ in range(m)] for _ in range(n)]}},
                        {"softcap": 3}, {"scale": 0.5}, {"scale": "1/8"}])


def large_scores(dice, seed):
    """Scores of up to some thirty in size, of either sign, some of them near each other."""
    n, m = 1 + dice.below(3), 2 + dice.below(3)
    middle = dice.one_of([0, 10, 22, 30, -10, -19, -22])
    scores = [[round(middle + dice.number() * dice.one_of([0.5, 1, 4]), 2) for _ in range(m)] for _ in range(n)]
    return {"scores": scores, "scale": dice.one_of([1, 1, 0.5]),
            "V": Draw(seed + 1).matrix(m, 1 + dice.below(3))} | (
                {"mask": "causal"} if n <= m and dice.below(4) == 0 else {})


def problem(dice, seed):
    kind = dice.below(6)
    n, m = 1 + dice.below(4), 2 + dice.below(3)
    if kind == 0:
        return large_scores(dice, seed)
    if kind == 1:
        return direct(seed, n=n, m=m, d_k=1 + dice.below(3), d_v=1 + dice.below(3), **masks(dice, n, m))
    if kind == 2:
        return direct(seed, n=n, m=m, heads=2, d_v=1 + dice.below(2), **masks(dice, n, m))
    if kind == 3:
        return projected(seed, n=m, d_model=2 + dice.below(3), heads=2, d_v=2, d_out=dice.one_of([None, 3]),
                         biases=dice.one_of(["", "QKVO"]), **masks(dice, m, m))
    if kind == 4:
        return direct(seed, n=2, m=2, past=2, mask="causal")
    return projected(seed, n=m, d_model=2 + dice.below(3), d_k=dice.one_of([2, 3, 4]), **masks(dice, m, m))


def line(seed):
    dice = Dice(seed)
    asked = problem(dice, seed)
    own = dice.below(2) == 0
    decimals = {step: 2 + dice.below(4) for step in STEPS} if own else 2 + dice.below(4)
    show = SHOWN[dice.below(2)] if own else dice.one_of(SHOWN)
    if own:
        decimals["concat"] = decimals["heads.output"]
    rounds_hidden = own or dice.below(2) == 0
    worked = decimals if rounds_hidden else {step: decimals for step in show.split()}
    exponentials, plain, products = (dice.below(2) == 0 for _ in range(3))
    if not rounds_hidden and "weights" not in show:
        exponentials = False
    if products and not own:
        products = decimals
    ties = dice.one_of(list(TIES))
    (steps,) = solve(asked, by_hand(worked, exponentials, plain, products, ties))
    shown_decimals = decimals if own else {step: decimals for step in show.split()}
    shown_decimals |= {"exponentials": shown_decimals.get("weights"), "row_sum": shown_decimals.get("weights")}
    answer = written(steps, show.split(), shown_decimals)
    if not any(answer.values()):
        return None
    if any(total == [0] for head in steps["heads"] for total in head.get("row_sum", [])):
        return None  # every e^s of a row vanished: people see that, and take another form
    way = f"{seed}: {'own' if own else decimals} {'hidden' if rounds_hidden else 'shown'} " \
          f"{'e' if exponentials else '-'}{'p' if plain else 's'}{'*' if products else '-'} {ties}"
    return {"id": way} | asked | {"expect": answer}


def lines(count, first=1):
    return itertools.islice(filter(None, map(line, itertools.count(first * 100000))), count)


def main(count, first=1):
    for made in lines(count, first):
        print(dumped(made))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
