"""The right answers: in full, rounded from the exact values, step by step as on paper, and as programs print."""
from answers import written
from attention import solve
from digits import shortest, significant, trimmed
from problems import direct, projected
from rounding import PLAIN, SINGLE, by_hand
from sweep import lines

WHOLE = "Q K V scores scaled_scores capped_scores masked_scores weights heads.output concat output"
UPPER = [[1, 1, 0], [0, 1, 1], [1, 0, 1]]

PROBLEMS = {
    "X alone": {"X": [[1, 0, 2], [0, 1, 1], [1, 1, 0]]},
    "one head": projected(201),
    "causal": projected(202, n=4, d_model=2, mask="causal"),
    "two heads with W_O and biases": projected(203, heads=2, d_v=2, d_out=3, biases="QKVO"),
    "per head": projected(204, heads=2, d_k=3, d_v=1, per_head=True),
    "out_in": projected(205, d_model=3, d_k=3, d_v=3, layout="out_in"),
    "grouped queries": direct(206, heads=4, kv_heads=2, d_v=1),
    "cross-attention": projected(207, n=2, m=4, heads=2, d_v=1),
    "keep": direct(208, n=3, m=3, mask={"keep": UPPER}),
    "padding and causal": direct(209, n=4, m=4, mask={"causal": True, "padding": [1, 1, 0, 1]}),
    "add": direct(210, mask={"add": [[0.5, "-inf", -1], [0, 1.5, -0.5]]}),
    "softcap": direct(211, n=3, m=3, softcap=2, mask="causal"),
    "past": direct(212, n=2, m=2, past=2, mask="causal"),
    "bottom-right": direct(213, n=2, m=4, mask={"causal": "bottom-right"}),
    "window": direct(214, n=4, m=4, mask={"window": {"left": 1, "right": 1}}),
    "a blind query": direct(215, n=2, m=3, mask={"keep": [[0, 0, 0], [1, 1, 0]]}),
    "a padding query": direct(216, n=3, m=3, mask={"queries": [1, 1, 0]}),
    "own scale": direct(217, scale="1/8"),
    "negative scale": direct(218, scale=-0.5),
    "from scores": {"scores": [[6, 4, 1], [2, 5, 3]], "d_k": 9, "V": [[1, 2], [3, 5], [-2, 4]]},
    "from weights": {"weights": [[0.5, 0.25, 0.25], [0.1, 0.2, 0.7]],
                     "V": [[1, 2], [3, 5], [-2, 4]], "W_O": [[2], [-1]]},
    "no values": {"Q": [[1, 2], [0, -1]], "K": [[2, 1], [1, 1], [0, 3]]},
    "batch": projected(219, n=3, mask={"lengths": [2, 3]}),
    "whole numbers": {"X": [[1, 0], [0, 2]], "W_Q": [[1, 2], [0, 1]], "W_K": [[2, 0], [1, 1]],
                      "W_V": [[3, 1], [1, -2]]},
    "hundreds": {"Q": [[1, 0], [0, 1], [1, 1]], "K": [[1, 0], [0, 1]], "V": [[100, 250], [300, -700]]},
    "equal keys": {"Q": [[0, 1]], "K": [[1, 2], [3, 2], [-1, 2]], "V": [[1, 4], [2, 4], [3, 4]]},
    "three of four": projected(220, n=3, d_model=4, heads=3, d_k=1, d_v=1, mask="causal"),
}
PROBLEMS["batch"]["X"] = [PROBLEMS["batch"]["X"], [[0.5, 1.2, -0.3], [1.1, 0.4, 0.9], [-0.6, 0.7, 0.2]]]

RIGHTS = []


def right(group, kind, name, digits, show=WHOLE, rules=None, short=False):
    """Appends one line: the steps of a problem, worked under `rules`, as `digits` writes them."""
    parts = [written(one, show.split(), digits) for one in solve(PROBLEMS[name], rules)]
    answer = parts[0] if len(parts) == 1 else {"batch": parts}
    if short:
        answer = answer.pop("heads")[0] | answer
    number = sum(line["id"].startswith(group + "-") for line in RIGHTS) + 1
    RIGHTS.append({"id": f"{group}-{number}", "kind": kind, "problem": PROBLEMS[name], "answer": answer})


# Exact values -------------------------------------------------------------------------------------------------------

for name in PROBLEMS:
    right("full", "full precision", name, None)
right("full", "full precision, every step", "causal", None, WHOLE + " exponentials row_sum heads.Q heads.K heads.V")
right("full", "full precision, e^s as the exponentials", "one head", None, "exponentials row_sum weights", PLAIN)
right("full", "full precision, short form", "from scores", None, "scaled_scores weights output", short=True)

for decimals, names in {2: ("one head", "grouped queries", "past", "hundreds"),
                        3: ("causal", "two heads with W_O and biases", "add", "batch"),
                        4: ("per head", "keep", "softcap", "whole numbers", "cross-attention"),
                        5: ("out_in", "a blind query", "from weights", "negative scale")}.items():
    for name in names:
        right("rounded", f"exact values rounded to {decimals} decimals", name, decimals)
right("rounded", "only the output, rounded to 1 decimal", "one head", 1, "output")
right("rounded", "only the weights, rounded to 2 decimals, short form", "own scale", 2, "weights", short=True)
right("rounded", "other decimals in each step", "one head",
      {"Q": 2, "K": 2, "V": 1, "scores": 4, "scaled_scores": 3, "weights": 2, "heads.output": 3, "output": 4},
      "Q K V scores scaled_scores weights heads.output output")

# As programs print --------------------------------------------------------------------------------------------------

for digits, names in {8: ("one head", "causal", "two heads with W_O and biases"),
                      9: ("grouped queries", "softcap", "past")}.items():
    for name in names:
        right("float32", f"worked in float32, {digits} significant digits", name, significant(digits), rules=SINGLE)
right("float32", "worked in float32, 8 decimals", "keep", 8, rules=SINGLE)

for decimals, name in ((3, "whole numbers"), (4, "hundreds"), (2, "equal keys"), (3, "padding and causal"),
                       (4, "from weights")):
    right("trimmed", f"rounded to {decimals} decimals by a writer that drops trailing zeros", name, trimmed(decimals))

EXACT_STEPS = {"X alone": "Q K V scores", "whole numbers": "Q K V scores", "hundreds": "Q K V scores",
               "from scores": "V scores", "equal keys": "scores"}
for name, show in EXACT_STEPS.items():
    right("whole", "whole numbers, which claim to be exact", name, shortest, show)

# Rounded by hand ----------------------------------------------------------------------------------------------------

def hand(name, decimals, exponentials_rounded=True, plain=True, products_rounded=False, show=WHOLE):
    words = [f"{decimals} decimals" if isinstance(decimals, int) else "other decimals in each step",
             "e^s" if plain else "e^(s - largest)", "rounded" if exponentials_rounded else "not rounded"]
    right("hand", f"rounded step by step, {words[0]}, {words[1]} {words[2]}" + ", each product rounded" *
          products_rounded, name, decimals, show, by_hand(decimals, exponentials_rounded, plain, products_rounded))


MIXED = {"Q": 2, "K": 2, "V": 2, "scores": 2, "scaled_scores": 3, "masked_scores": 3, "weights": 4, "heads.output": 3,
         "concat": 3, "output": 3}
FINE_THEN_COARSE = MIXED | {"scores": 4, "scaled_scores": 4, "masked_scores": 4, "weights": 2, "heads.output": 2,
                            "concat": 2, "output": 2}
hand("one head", 2)
hand("one head", 3, exponentials_rounded=False)
hand("hundreds", 4)
hand("hundreds", 3, plain=False)
hand("hundreds", 2, products_rounded=True)
hand("causal", 3)
hand("causal", 2, plain=False)
hand("two heads with W_O and biases", 2)
hand("two heads with W_O and biases", 3, exponentials_rounded=False)
hand("two heads with W_O and biases", 4, products_rounded=True)
hand("grouped queries", 2, exponentials_rounded=False)
hand("keep", 2, plain=False, products_rounded=True)
hand("past", 2)
hand("softcap", 3)
hand("add", 3, plain=False)
hand("cross-attention", 2, exponentials_rounded=False, products_rounded=True)
hand("per head", MIXED)
hand("causal", MIXED, exponentials_rounded=False)
hand("one head", FINE_THEN_COARSE, plain=False)
hand("hundreds", {"Q": 1, "K": 1, "V": 1, "scores": 1, "scaled_scores": 2, "weights": 3, "heads.output": 2,
                  "concat": 2, "output": 1})
hand("own scale", 2, show=WHOLE + " exponentials row_sum")
hand("negative scale", 3, plain=False, show=WHOLE + " exponentials row_sum")
hand("batch", 2)

# And in every way at random -----------------------------------------------------------------------------------------

for made in lines(120):
    way, answer = made.pop("id"), made.pop("expect")
    RIGHTS.append({"id": "sweep-" + way.partition(":")[0], "kind": "rounded step by step: " + way.partition(": ")[2],
                   "problem": made, "answer": answer})
