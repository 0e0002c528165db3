#!/usr/bin/env python3
"""Writes the three files that marking is held to, and checks that they say what they claim.

    tests/marking/plant.py            writes planted.jsonl, right.jsonl and verdicts.jsonl beside itself
    tests/marking/plant.py --check    only compares: exit 1 if a file would change

They are made without the program under test: attention is worked here once more, by the manual's rules, in decimal
arithmetic of the standard library, so that the files come out the same byte for byte on every machine.

planted.jsonl   One wrong answer a line, one known mistake in each, carried on as a student would:
    {"id":"no_scale-1","mistake":"no_scale","also":[],"step":".heads[0].scaled_scores","problem":{…},"answer":{…}}
    step      path of the first matrix of the answer that is wrong; everything before it is right
    also      other names that give the same numbers in that matrix; a marker may name them too, and no third one
right.jsonl     One right answer a line; nothing in it is wrong and no mistake may be named:
    {"id":"hand-3","kind":"rounded step by step, 3 decimals, e^s rounded","problem":{…},"answer":{…}}
verdicts.jsonl  Single rules of marking, thought out by hand:
    {"id":"tie-both-ways","rule":"…","problem":{…},"answer":{…},"options":["--decimals","4"],
     "off":[[".heads[0].weights[0][1]","wrong"]],"right":3,"given":4,"all_right":false}
    off       every cell that full precision does not confirm to the digits written, with its verdict; a path that
              names a whole matrix stands for all its cells
    right     cells that are right: by their digits, rounded_by_hand, and under --lenient cut_off, nudged, last_digit.
              A carried cell earns its marks and is counted in `off` alone
    given     cells of the answer

Where things are: attention.py the chain · mistakes.py the table of mistakes · problems.py, answers.py, digits.py what is
asked, shown and written · plants.py, rights.py, verdicts.py the lines of the three files.

Checked on every run: each planted answer is right before its first wrong step and clearly wrong there, whichever of
heads and steps is read first; every way of making every other mistake is worked on the same problem, and those that
give the same numbers are exactly the names in `also`.
"""
import sys
from decimal import Decimal
from pathlib import Path

from answers import matrices, true_matrix, wrong_steps
from attention import solve
from digits import Text, decimals_of, dumped, wrong_cells
from mistakes import FITS, MISTAKES, ways
from plants import PLANTS

NAMES = sorted(MISTAKES.keys() | FITS.keys())


def first_wrong(line):
    """Path, head, step and cells of the first wrong matrix."""
    truth = solve(line["problem"])
    path = wrong_steps(line["answer"], truth)[0][0]
    return next(entry for entry in matrices(line["answer"]) if entry[0] == path), truth


def equivalents(line):
    """Names of all mistakes that give the numbers of the first wrong matrix."""
    (path, h, step, given), truth = first_wrong(line)
    true = true_matrix(truth, path, h, step)
    found = {name for name, fits in FITS.items() if fits(step, given, true)}
    for name in MISTAKES:
        for _, steps in ways(name, line["problem"]):
            other = true_matrix(steps, path, h, step)
            if other is not None and wrong_cells(given, other) == []:
                found.add(name)
    return found


def order_of(path):
    """Rank of a step when all heads of one step are read before the next step."""
    order = ["Q", "K", "V", "scores", "scaled_scores", "capped_scores", "masked_scores", "exponentials", "row_sum",
             "weights", "output", "concat"]
    return len(order) if path == ".output" else order.index(path.rsplit(".", 1)[1])


def is_clear(given, true):
    """Whether some cell is off by more than any rounding could make it."""
    if wrong_cells(given, true) is None:
        return True
    return any(isinstance(text, Text) != (t is not None) or
               text is not None and abs(Decimal(text) - t) > 20 * Decimal(1).scaleb(-min(6, decimals_of(text)))
               for row, right in zip(given, true) for text, t in zip(row, right))


def check_planted(line):
    """Complaints about one planted answer."""
    (path, h, step, given), truth = first_wrong(line)
    wrong = [p for p, _ in wrong_steps(line["answer"], truth)]
    if min(wrong, key=order_of) != path:
        yield f"first wrong step is {path} or {min(wrong, key=order_of)}, as one reads it"
    if not is_clear(given, true_matrix(truth, path, h, step)):
        yield f"{path} differs too little from the truth"
    expected = {line["mistake"], *line["also"]}
    if (found := equivalents(line)) != expected:
        yield f"{path} is reproduced by {sorted(found)}, not {sorted(expected)}"


def planted_line(line):
    (path, *_), _ = first_wrong(line)
    return {"id": line["id"], "mistake": line["mistake"], "also": line["also"], "step": path,
            "problem": line["problem"], "answer": line["answer"]}


def main():
    complaints = [f"{line['id']}: {complaint}" for line in PLANTS for complaint in check_planted(line)]
    print("\n".join(complaints))


if __name__ == "__main__":
    main()
