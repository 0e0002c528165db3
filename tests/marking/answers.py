"""Answers as they stand in a file: which steps are shown, under which keys, with which digits."""
from digits import fixed, shortest, wrong_cells

TOP = ("Q", "K", "V", "concat", "output")
IN_HEADS = ("Q", "K", "V", "scores", "scaled_scores", "capped_scores", "masked_scores", "exponentials", "row_sum",
            "weights", "output")


def writer(digits):
    """How a number is written: so many decimals, in full (None), or a function of its own."""
    return digits if callable(digits) else shortest if digits is None else fixed(digits)


def written(steps, show, digits):
    """An answer that shows the steps named in `show` (a head's own output is heads.output).

    `digits` serves all steps, or is a dict from the name of a step to its own.
    """
    def text(name, matrix):
        write = writer(digits[name] if isinstance(digits, dict) else digits)
        rows = [[None if x is None else write(x) for x in row] for row in matrix]
        return [row[0] for row in rows] if name == "row_sum" else rows
    answer = {name: text(name, steps[name]) for name in "QKV" if name in show and name in steps}
    heads = [{key: text(name, head[key]) for name, key in in_heads(show) if key in head} for head in steps["heads"]]
    if any(heads):
        answer["heads"] = heads
    return answer | {name: text(name, steps[name]) for name in TOP[3:] if name in show and name in steps}


def in_heads(show):
    """(name in `show`, key under "heads") of the steps that belong to a head, in order."""
    return [(name, key) for key in IN_HEADS for name in ("heads." + key, key) if name in show and name not in TOP]


def matrices(answer):
    """(path, head or None, key, matrix) of everything an answer shows, in the order in which it stands there."""
    for key, value in answer.items():
        if key == "heads":
            for h, head in enumerate(value):
                for step, matrix in head.items():
                    yield f".heads[{h}].{step}", h, step, as_rows(matrix)
        elif key == "batch":
            for b, entry in enumerate(value):
                for path, head, step, matrix in matrices(entry):
                    yield f".batch[{b}]{path}", (b, head), step, matrix
        elif key in TOP:
            yield "." + key, None, key, as_rows(value)
        else:
            yield f".heads[0].{key}", 0, key, as_rows(value)


def as_rows(matrix):
    """A list of numbers, as row_sum is written, has one number in each row."""
    return [row if isinstance(row, list) else [row] for row in matrix]


def true_matrix(truth, path, h, step):
    """The same step in what solve() gives."""
    if path.startswith(".batch"):
        b, h = h
        return (truth[b] if h is None else truth[b]["heads"][h])[step]
    return (truth[0] if h is None else truth[0]["heads"][h]).get(step)


def wrong_steps(answer, truth):
    """(path, wrong cells) of each matrix that is not right; the cells are None where its shape is another one."""
    found = []
    for path, h, step, matrix in matrices(answer):
        cells = wrong_cells(matrix, true_matrix(truth, path, h, step))
        if cells is None or cells:
            found.append((path, cells))
    return found
