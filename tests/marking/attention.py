"""Attention as man/attn-problem.5 lays it down, worked for one sequence in decimal arithmetic.

Thirty digits and an exponential that is rounded correctly: the same numbers on every machine, and ties fall where
people see them. Every rule is a small method; what a student does instead is handed in as `replaced`, a dict from the
name of the method to a function that takes the Attention itself first. Matrices are lists of rows; None is a blocked
cell.
"""
import functools
from decimal import Decimal, getcontext
from fractions import Fraction

getcontext().prec = 30

BLOCKED = None


class ShapesDiffer(Exception):
    """This product does not exist; a student cannot have made that mistake here."""


def number(value):
    """A number of the problem: as its decimals say, or a fraction as text."""
    if isinstance(value, str) and "/" in value:
        fraction = Fraction(value)
        return Decimal(fraction.numerator) / Decimal(fraction.denominator)
    return Decimal(str(value))


def numbers(rows):
    return [[number(x) for x in row] for row in rows]


def levels(value):
    return 1 + levels(value[0]) if isinstance(value, list) else 0


def transposed(matrix):
    return [list(column) for column in zip(*matrix)]


def is_square(matrix):
    return len(matrix) == len(matrix[0])


def side_by_side(matrices):
    return [sum((list(part) for part in parts), []) for parts in zip(*matrices)]


def each(function, matrix):
    """`function` of every cell that is not blocked."""
    return [[BLOCKED if x is BLOCKED else function(x) for x in row] for row in matrix]


def tanh(x):
    a, b = x.exp(), (-x).exp()
    return (a - b) / (a + b)


class Attention:
    def __init__(self, problem, replaced=None):
        self.problem = problem
        self.heads = problem.get("heads", 1)
        self.kv_heads = problem.get("kv_heads", self.heads)
        mask = problem.get("mask", "none")
        self.mask = {"causal": {"causal": True}, "none": {}}.get(mask, mask) if isinstance(mask, str) else mask
        self.past = len(problem["past"]["K"]) if "past" in problem else 0
        for name, rule in (replaced or {}).items():
            setattr(self, name, functools.partial(rule, self))

    # The chain ------------------------------------------------------------------------------------------------------

    def work(self):
        """All steps, under the keys of the result; `row_sum` is a matrix of one column."""
        self.steps = {"heads": [{} for _ in range(self.heads)]}
        for letter in self.letters():
            self.note(letter, self.with_past(letter, self.projected(letter)))
        for h in range(self.heads):
            self.work_scores(h)
            self.work_weights(h)
        for h, weights in enumerate(self.shared_weights([head["weights"] for head in self.steps["heads"]])):
            self.note("weights", weights, h)
        if "V" in self.steps:
            self.work_output()
        return self.steps

    def work_scores(self, h):
        if "scores" in self.problem:
            self.note("scores", numbers(self.given_head("scores", h)), h)
        elif "weights" not in self.problem:
            q, k = (self.note(letter, self.head_of(letter, h), h) for letter in "QK")
            self.note("scores", self.product(h, q, k), h)

    def work_weights(self, h):
        head = self.steps["heads"][h]
        if "weights" in self.problem:
            head["weights"] = numbers(self.given_head("weights", h))
            return
        self.keys_count = len(head["scores"][0])
        self.queries_count = len(head["scores"])
        last = self.note("scaled_scores", self.scaled(h, head["scores"]), h)
        if "softcap" in self.problem:
            last = self.note("capped_scores", self.capped(h, last), h)
        if self.mask:
            last = self.note("masked_scores", self.masked(h, last), h)
        head["weights"] = self.softmax(h, last)

    def work_output(self):
        outputs = []
        for h, head in enumerate(self.steps["heads"]):
            v = self.note("V", self.head_of("V", h), h)
            outputs.append(self.note("output", self.mixed(h, head["weights"], v), h))
        self.note("concat", self.joined(outputs))
        self.note("output", self.finished(self.steps["concat"]))

    def note(self, step, matrix, h=None):
        """A finished step; later steps go on from what was noted."""
        place = self.steps if h is None else self.steps["heads"][h]
        place[step] = self.noted(step, matrix, h)
        return place[step]

    def noted(self, step, matrix, h):
        return matrix

    # Projections ----------------------------------------------------------------------------------------------------

    def letters(self):
        if "scores" in self.problem or "weights" in self.problem:
            return [letter for letter in "V" if letter in self.problem]
        return [letter for letter in "QKV" if letter in self.problem or "X" in self.problem]

    def source(self, letter):
        """The rows that are projected, or that stand there as Q, K or V."""
        if letter in self.problem:
            given = self.problem[letter]
            return numbers(side_by_side(given) if levels(given) == 3 else given)
        p = self.problem
        return numbers({"Q": p["X"], "K": p.get("context", p["X"]),
                        "V": p.get("context_V", p.get("context", p["X"]))}[letter])

    def weight_matrix(self, letter):
        """In by out, heads side by side (W_O: stacked); None: identity."""
        given = self.problem.get("W_" + letter, "identity")
        if given == "identity":
            return None
        parts = [numbers(part) for part in (given if levels(given) == 3 else [given])]
        if self.problem.get("layout") == "out_in":
            parts = [transposed(part) for part in parts]
        return sum(parts, []) if letter == "O" else side_by_side(parts)

    def bias(self, letter):
        given = self.problem.get("b_" + letter)
        if given is None:
            return None
        return [number(x) for x in (sum(given, []) if levels(given) == 2 else given)]

    def projected(self, letter):
        return self.projection(letter, self.source(letter))

    def projection(self, letter, x):
        w, b = self.weight_matrix(letter), self.bias(letter)
        y = x if w is None else self.matmul("output" if letter == "O" else letter, x, w)
        return y if b is None else [[c + d for c, d in zip(row, b, strict=True)] for row in y]

    def with_past(self, letter, new):
        return self.cached(letter) + new

    def cached(self, letter):
        return numbers(self.problem["past"][letter]) if self.past and letter in "KV" else []

    # Heads ----------------------------------------------------------------------------------------------------------

    def head_of(self, letter, h):
        if letter == "Q":
            return self.columns(self.steps["Q"], self.heads, h)
        return self.columns(self.steps[letter], self.kv_heads, self.key_head(h))

    def columns(self, matrix, count, h):
        width = len(matrix[0]) // count
        return [row[h * width:(h + 1) * width] for row in matrix]

    def key_head(self, h):
        return h // (self.heads // self.kv_heads)

    def given_head(self, key, h):
        given = self.problem[key]
        return given[h] if levels(given) == 3 else given

    def joined(self, outputs):
        return side_by_side(outputs)

    def finished(self, concat):
        return self.projection("O", concat)

    # Scores ---------------------------------------------------------------------------------------------------------

    def matmul(self, step, a, b):
        if len(a[0]) != len(b):
            raise ShapesDiffer
        return [[self.total(self.term(step, self.times(x, y)) for x, y in zip(row, column)) for column in zip(*b)]
                for row in a]

    def times(self, x, y):
        return x * y

    def total(self, terms):
        return sum(terms)

    def term(self, step, value):
        """One product of a sum."""
        return value

    def product(self, h, q, k):
        return self.matmul("scores", q, transposed(k))

    def d_k(self):
        return self.problem.get("d_k") or len(self.steps["Q"][0]) // self.heads

    def scale(self):
        given = self.problem.get("scale")
        if given is None:
            return 1 / Decimal(self.d_k()).sqrt()
        return Decimal(1) if given == "none" else number(given)

    def scaled(self, h, scores):
        return each(lambda s: s * self.scale(), scores)

    def capped(self, h, scores):
        cap = number(self.problem["softcap"])
        return each(lambda s: cap * tanh(s / cap), scores)

    # The mask -------------------------------------------------------------------------------------------------------

    def masked(self, h, scores):
        return [[s + self.added(h, i, j) if self.allowed(h, i, j) else BLOCKED for j, s in enumerate(row)]
                for i, row in enumerate(scores)]

    def allowed(self, h, i, j):
        mask = self.mask
        return (self.causally(i, j) and self.within_window(i, j)
                and self.grid("keep", h, i, j, 1) == 1 and self.grid("block", h, i, j, 0) == 0
                and self.grid("add", h, i, j, 0) != "-inf" and self.is_real_key(j)
                and mask.get("queries", [1] * (i + 1))[i] == 1)

    def position(self, i):
        """Where query i stands among the keys."""
        bottom_right = self.mask.get("causal") == "bottom-right"
        return i + (self.keys_count - self.queries_count if bottom_right else self.past)

    def causally(self, i, j):
        return not self.mask.get("causal") or j <= self.position(i)

    def within_window(self, i, j):
        window = self.mask.get("window", {})
        far = j - self.position(i)
        return -far <= window.get("left", 99) and far <= window.get("right", 99)

    def grid(self, part, h, i, j, without):
        given = self.mask.get(part)
        if given is None:
            return without
        return (given[h] if levels(given) == 3 else given)[i][j]

    def is_real_key(self, j):
        return self.mask.get("padding", [1] * (j + 1))[j] == 1

    def added(self, h, i, j):
        return number(self.grid("add", h, i, j, 0))

    # Softmax and what follows ---------------------------------------------------------------------------------------

    def softmax(self, h, scores):
        e = self.note("exponentials", [self.exponentials(row) for row in scores], h)
        sums = self.note("row_sum", [[self.row_sum(h, i, row)] for i, row in enumerate(e)], h)
        return [self.shares(row, total) for row, (total,) in zip(e, sums)]

    def exponentials(self, row):
        """e^(s - largest), 0 where blocked."""
        largest = max((s for s in row if s is not BLOCKED), default=0)
        return [Decimal(0) if s is BLOCKED else (s - largest).exp() for s in row]

    def row_sum(self, h, i, exponentials):
        return sum(exponentials)

    def shares(self, exponentials, total):
        """A query that may see no key gets zeros."""
        return [e / total if total else Decimal(0) for e in exponentials]

    def shared_weights(self, of_heads):
        return of_heads

    def mixed(self, h, weights, v):
        return self.matmul("heads.output", weights, v)


def sequences(problem):
    """The problem of each sequence: itself, or the entries of a batch of X."""
    if "X" not in problem or levels(problem["X"]) == 2:
        return [problem]
    return [sequence(problem, b) for b in range(len(problem["X"]))]


def sequence(problem, b):
    one = dict(problem, X=problem["X"][b])
    mask = dict(problem.get("mask", {}))
    if "lengths" in mask:
        mask["padding"] = [int(j < mask["lengths"][b]) for j in range(len(one["X"]))]
        del mask["lengths"]
    if mask:
        one["mask"] = mask
    return one


def solve(problem, replaced=None):
    """The steps of every sequence."""
    return [Attention(one, replaced).work() for one in sequences(problem)]
