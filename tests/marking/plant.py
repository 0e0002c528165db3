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

Where things are: attention.py the chain, rounding.py the chain by hand, sweep.py random answers rounded by hand ·
mistakes.py, patterns.py the known mistakes · problems.py, answers.py, digits.py what is asked, shown and written ·
plants.py, rights.py, verdicts.py the lines of the three files · checks.py.

Checked on every run: each planted answer is right before its first wrong step and clearly wrong there, whichever of
heads and steps is read first; every way of making every other mistake is worked on the same problem, and those that
give the same numbers are exactly the names in `also`.
"""
import sys
from pathlib import Path

from checks import NothingWrong, check_passing, check_planted, check_right, check_verdict, first_wrong
from digits import dumped
from plants import PLANTS
from rights import RIGHTS
from verdicts import VERDICTS

HERE = Path(__file__).parent
CHECKS = ((PLANTS, check_planted), (RIGHTS, check_right), (VERDICTS, check_verdict), (VERDICTS, check_passing))


def planted_line(plant):
    step = first_wrong(plant["problem"], plant["answer"])[0]
    return {"id": plant["id"], "mistake": plant["mistake"], "also": plant["also"], "step": step,
            "problem": plant["problem"], "answer": plant["answer"]}


def verdict_line(verdict):
    return {key: value for key, value in verdict.items() if key not in ("passes", "exact_before")}


def contents():
    """Text of each file."""
    files = {"planted.jsonl": map(planted_line, PLANTS), "right.jsonl": RIGHTS,
             "verdicts.jsonl": map(verdict_line, VERDICTS)}
    return {name: "".join(dumped(line) + "\n" for line in lines) for name, lines in files.items()}


def complaints(line, check):
    try:
        return [f"{line['id']}: {complaint}" for complaint in check(line)]
    except NothingWrong:
        return [f"{line['id']}: nothing in it is wrong"]


def stale():
    """Complaints about files that differ from what would be written."""
    return [f"{name} is not what plant.py writes" for name, text in contents().items()
            if (HERE / name).read_text(encoding="utf-8") != text]


def write():
    for name, text in contents().items():
        (HERE / name).write_text(text, encoding="utf-8")
    return []


def main(arguments):
    faults = [complaint for lines, check in CHECKS for line in lines for complaint in complaints(line, check)]
    if not faults:
        faults = stale() if "--check" in arguments else write()
    print("\n".join(faults) or "every line says what it claims")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
