#!/usr/bin/env python3
"""Writes positions.jsonl: answers in which a step of rotary positions, QK-norm, ALiBi or sinks went wrong, one known
mistake in each, in the form of planted.jsonl (plant.py says what its lines hold).

    tests/marking/positions.py            writes the file beside itself
    tests/marking/positions.py --check    only compares: exit 1 if it would change

Attention is worked here once more, in doubles, as the models that the manual names write it.
"""
import json
import math
import random
import sys
from pathlib import Path

FILE = Path(__file__).parent / "positions.jsonl"


def product(a, b):
    return [[math.fsum(x * y for x, y in zip(row, column)) for column in zip(*b)] for row in a]


def normed(row, eps):
    size = math.sqrt(sum(x * x for x in row) / len(row) + eps)
    return [x / size for x in row]


def turned(row, position, base, interleaved):
    half, made = len(row) // 2, list(row)
    for pair in range(half):
        first, second = (2 * pair, 2 * pair + 1) if interleaved else (pair, pair + half)
        angle = position * base ** (-2 * pair / len(row))
        cos, sin = math.cos(angle), math.sin(angle)
        made[first], made[second] = row[first] * cos - row[second] * sin, row[second] * cos + row[first] * sin
    return made


def softmax(row, sink):
    all_scores = row + ([sink] if sink is not None else [])
    total = sum(math.exp(s) for s in all_scores)
    return [math.exp(s) / total for s in row]


def solve(p, wrong=None):
    """The steps of one causal head; `wrong` is the mistake that is made."""
    Q, K, cached = p["Q"], p["K"], p.get("past", {}).get("K", [])
    steps = {}
    if "qk_norm" in p and wrong != "qk_norm_left_out":
        Q, K = ([normed(row, p["qk_norm"]["eps"]) for row in rows] for rows in (Q, K))
        steps["normed_Q"], steps["normed_K"] = Q, cached + K
    if "rope" in p and wrong != "rope_left_out":
        rope = p["rope"]
        first = 0 if wrong == "rope_from_zero" else rope.get("offset", len(cached))
        pairs = rope["interleaved"] != (wrong == "rope_other_pairs")
        Q, K = ([turned(row, first + i, rope["base"], pairs) for i, row in enumerate(rows)] for rows in (Q, K))
        steps["rotated_Q"], steps["rotated_K"] = Q, cached + K
    K = cached + K
    steps["scores"] = product(Q, list(zip(*K)))
    scores = steps["scaled_scores"] = [[s / math.sqrt(len(Q[0])) for s in row] for row in steps["scores"]]
    if "alibi" in p and wrong != "alibi_left_out":
        scores = steps["alibi_scores"] = [
            [s - p["alibi"][0] * abs(i + len(cached) - j) for j, s in enumerate(row)] for i, row in enumerate(scores)]
    steps["masked_scores"] = [[s if j <= i + len(cached) else None for j, s in enumerate(row)]
                              for i, row in enumerate(scores)]
    sink = p["sinks"][0] if "sinks" in p and wrong != "sinks_left_out" else None
    weights = [softmax([s for s in row if s is not None], sink) for row in steps["masked_scores"]]
    steps["weights"] = [row + [0.0] * (len(K) - len(row)) for row in weights]
    return steps


def drawn(seed, n=3, cached=0, **settings):
    draw = random.Random(seed)
    rows = lambda count: [[draw.randint(-20, 20) / 10 for _ in range(4)] for _ in range(count)]
    problem = {"Q": rows(n), "K": rows(n), "mask": "causal", **settings}
    return problem | ({"past": {"K": rows(cached)}} if cached else {})


def rounded(matrix, decimals):
    return [[None if x is None else round(x, decimals) + 0.0 for x in row] for row in matrix]


def rope(**other):
    return {"base": 10000, "interleaved": False, **other}


PLANTS = [
    ("qk_norm_left_out", "scores", drawn(1, qk_norm={"eps": 1e-6}), "scores weights"),
    ("qk_norm_left_out", "weights", drawn(2, qk_norm={"eps": 0.5}, rope=rope()), "weights"),
    ("rope_left_out", "scores", drawn(3, rope=rope()), "scores scaled_scores weights"),
    ("rope_left_out", "weights", drawn(4, cached=2, rope=rope()), "weights"),
    ("rope_other_pairs", "rotated_Q", drawn(5, rope=rope()), "rotated_Q rotated_K scores weights"),
    ("rope_other_pairs", "weights", drawn(6, rope=rope(base=100, interleaved=True)), "weights"),
    ("rope_from_zero", "rotated_Q", drawn(7, rope=rope(offset=5)), "rotated_Q rotated_K"),
    ("rope_from_zero", "weights", drawn(8, cached=2, rope=rope()), "weights"),
    ("alibi_left_out", "masked_scores", drawn(9, alibi=[0.5]), "masked_scores weights"),
    ("alibi_left_out", "weights", drawn(10, alibi=[0.25], sinks=[0.5]), "scores weights"),
    ("sinks_left_out", "weights", drawn(11, sinks=[1.5]), "scores masked_scores weights"),
    ("sinks_left_out", "weights", drawn(12, sinks=[-1], rope=rope()), "weights"),
]


def line(number, mistake, first, problem, shown):
    right, wrong = solve(problem), solve(problem, mistake)
    for step in shown.split():
        assert (rounded(wrong[step], 3) != rounded(right.get(step, []), 3)) or step != first
    answer = {step: rounded(wrong[step], 5) for step in shown.split()}
    return json.dumps({"id": f"{mistake}-{number}", "mistake": mistake, "also": [], "step": f".heads[0].{first}",
                       "problem": problem, "answer": {"heads": [answer]}}, separators=(",", ":"))


TEXT = "".join(line(1 + i % 2, *plant) + "\n" for i, plant in enumerate(PLANTS))
if "--check" not in sys.argv[1:]:
    FILE.write_text(TEXT, encoding="utf-8")
elif FILE.read_text(encoding="utf-8") != TEXT:
    sys.exit("positions.jsonl is not what positions.py writes")
