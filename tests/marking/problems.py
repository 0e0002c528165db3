"""Small problems of varied kind, each from a seed: numbers of one decimal, none of them 0, no two neighbours alike.

Sizes are chosen so that mistakes part: n and m, d_k and d_model, d_k and d_v differ where nothing else asks for
equality. random.random() alone is used of the library's generator, as only it is promised never to change.
"""
import random


class Draw:
    def __init__(self, seed, largest=20):
        self.generator = random.Random(seed)
        self.largest = largest

    def number(self):
        """A multiple of 0.1 from -largest/10 to largest/10, not 0."""
        size = 1 + int(self.generator.random() * self.largest)
        sign = -1 if self.generator.random() < 0.4 else 1
        return sign * size / 10

    def vector(self, width):
        return [self.number() for _ in range(width)]

    def matrix(self, rows, cols):
        return [self.vector(cols) for _ in range(rows)]

    def matrices(self, count, rows, cols):
        return [self.matrix(rows, cols) for _ in range(count)]


def projected(seed, n=3, d_model=3, d_k=2, d_v=2, m=None, heads=1, kv_heads=None, d_out=None, biases="", per_head=False,
              **further):
    """X (and, with m, a context of m rows) with weights, and what `further` adds as it is."""
    draw, groups = Draw(seed, 15), kv_heads or heads
    problem = {"X": draw.matrix(n, d_model)}
    if m:
        problem["context"] = draw.matrix(m, d_model)
    for letter, count, width in (("Q", heads, d_k), ("K", groups, d_k), ("V", groups, d_v)):
        problem["W_" + letter] = draw.matrices(count, d_model, width) if per_head else \
            draw.matrix(d_model, count * width)
        if letter in biases:
            problem["b_" + letter] = draw.vector(count * width)
    if d_out:
        problem["W_O"] = draw.matrix(heads * d_v, d_out)
    if "O" in biases:
        problem["b_O"] = draw.vector(d_out or heads * d_v)
    return counted(problem, heads, kv_heads, further)


def direct(seed, n=2, m=3, d_k=2, d_v=3, heads=1, kv_heads=None, d_out=None, past=0, per_head=False, **further):
    """Q, K and V themselves; `past` cached keys come before the m new ones."""
    draw, groups = Draw(seed), kv_heads or heads

    def rows(count, height, width):
        return draw.matrices(count, height, width) if per_head else draw.matrix(height, count * width)
    problem = {"Q": rows(heads, n, d_k), "K": rows(groups, m, d_k), "V": rows(groups, m, d_v)}
    if past:
        problem["past"] = {"K": draw.matrix(past, groups * d_k), "V": draw.matrix(past, groups * d_v)}
    if d_out:
        problem["W_O"] = draw.matrix(heads * d_v, d_out)
    return counted(problem, heads, kv_heads, further)


def counted(problem, heads, kv_heads, further):
    if heads > 1:
        problem["heads"] = heads
    if kv_heads:
        problem["kv_heads"] = kv_heads
    return problem | further
