"""Whether the lines say what they claim; each check yields its complaints."""
from decimal import Decimal
from itertools import product

from answers import matrices, true_matrix, wrong_steps
from attention import solve
from digits import HAIR, NOTHING, Text, decimals_of, is_right, slack, wrong_cells
from mistakes import MISTAKES, ways
from patterns import FITS
from rounding import PLAIN, by_hand

STEP_ORDER = ("Q", "K", "V", "scores", "scaled_scores", "capped_scores", "masked_scores", "exponentials", "row_sum",
              "weights", "output", "concat")


class NothingWrong(Exception):
    """An answer that ought to be wrong is right."""


# Planted answers ----------------------------------------------------------------------------------------------------

def first_wrong(problem, answer):
    """(path, head, step, matrix, true matrix) of the first matrix that is wrong."""
    truth = solve(problem)
    wrong = dict(wrong_steps(answer, truth))
    if not wrong:
        raise NothingWrong
    path, h, step, given = next(entry for entry in matrices(answer) if entry[0] in wrong)
    return path, h, step, given, true_matrix(truth, path, h, step)


def equivalents(problem, answer):
    """Names of all mistakes that give the numbers of the first wrong matrix."""
    path, h, step, given, true = first_wrong(problem, answer)
    found = {name for name, fits in FITS.items() if fits(step, given, true)}
    for name in MISTAKES:
        others = (true_matrix(steps, path, h, step) for _, steps in ways(name, problem))
        if any(other is not None and wrong_cells(given, other) == [] for other in others):
            found.add(name)
    return found


def rank(path):
    """Place of a step when one step of all heads is read before the next step."""
    return len(STEP_ORDER) if path == ".output" else STEP_ORDER.index(path.rsplit(".", 1)[1])


def is_clear(given, true):
    """Whether some cell is off by more than any rounding could make it."""
    if wrong_cells(given, true) is None:
        return True
    return any(isinstance(text, Text) != (t is not None) or
               text is not None and abs(Decimal(text) - t) > 20 * Decimal(1).scaleb(-min(6, decimals_of(text)))
               for row, right in zip(given, true) for text, t in zip(row, right))


def check_planted(line):
    path, _, _, given, true = first_wrong(line["problem"], line["answer"])
    earliest = min((p for p, _ in wrong_steps(line["answer"], solve(line["problem"]))), key=rank)
    if earliest != path:
        yield f"first wrong step is {path} or {earliest}, as one reads it"
    if not is_clear(given, true):
        yield f"{path} differs too little from the truth"
    expected = {line["mistake"], *line["also"]}
    if (found := equivalents(line["problem"], line["answer"])) != expected:
        yield f"{path} is reproduced by {sorted(found)}, not by {sorted(expected)}"


# Right answers ------------------------------------------------------------------------------------------------------

def check_right(line):
    """By its digits, with the exponentials in either form; by hand, at least no row of the table gives it.

    In random answers a row gives the same numbers by chance now and then; that they are right lies in their making.
    """
    if line["id"].startswith("sweep-"):
        return
    wrong = [wrong_steps(line["answer"], solve(line["problem"], rules)) for rules in ({}, PLAIN)]
    if not line["id"].startswith("hand-"):
        if all(wrong):
            yield f"wrong by its digits: {wrong[0]}"
    elif wrong[0] and (found := equivalents(line["problem"], line["answer"]) - FITS.keys()):
        yield f"looks like {sorted(found)}"


# Verdicts -----------------------------------------------------------------------------------------------------------

def cells(answer):
    """(path, i, j, head, step, matrix) of every cell."""
    for path, h, step, matrix in matrices(answer):
        for i, row in enumerate(matrix):
            for j in range(len(row)):
                yield f"{path}[{i}][{j}]", i, j, h, step, matrix


def has_shape_of(matrix, true):
    return [len(row) for row in matrix] == [len(row) for row in true]


def is_confirmed(text, true, matrix, truth, options):
    """Whether the true value confirms an entry, under options that replace the digits."""
    given = dict(zip(options[::2], options[1::2]))
    if not isinstance(text, Text) or true is None or not given.keys() - {"--lenient"}:
        return is_right(value_of(text), true, matrix, slack(matrix, truth))
    if "--decimals" in given:
        allowed = Decimal(1).scaleb(-int(given["--decimals"])) / 2
    elif "--sigfigs" in given:
        allowed = Decimal(1).scaleb(true.adjusted() + 1 - int(given["--sigfigs"])) / 2
    else:
        allowed = Decimal(given.get("--atol", 0)) + Decimal(given.get("--rtol", 0)) * abs(true)
    return abs(Decimal(text) - true) <= allowed * (1 + HAIR) + NOTHING


def value_of(text):
    """A fraction as the long number that it is; everything else as it stands."""
    if isinstance(text, str) and "/" in text:
        top, bottom = text.split("/")
        return Text(Decimal(top) / Decimal(bottom))
    return text


def off_cells(line):
    truth = solve(line["problem"])
    for path, i, j, h, step, matrix in cells(line["answer"]):
        true = true_matrix(truth, path, h, step)
        if not has_shape_of(matrix, true):
            yield path.partition("[")[0] if h is None else path[:path.index("[", path.index(step))]
        elif not is_confirmed(matrix[i][j], true[i][j], matrix, true, line["options"]):
            yield path


def fresh_steps(line):
    """Each step worked from the answer's own last given one, as written."""
    given = {(step, h): matrix for _, h, step, matrix in matrices(line["answer"])}
    fresh = {}

    def noted(a, step, matrix, h):
        fresh[step, h] = matrix
        own = given.get((step, h))
        readable = own and has_shape_of(own, matrix) and all(isinstance(t, Text) for row in own for t in row)
        return [[None if m is None else Decimal(t) for t, m in zip(*rows)] for rows in zip(own, matrix)] \
            if readable else matrix
    solve(line["problem"], {"noted": noted})
    return fresh


def hand_steps(line):
    """The chain rounded step by step, in every form, each step to the decimals in which it was written.

    A step of whole numbers claims to be exact: it is not rounded.
    """
    decimals = {"heads.output" if step == "output" and h is not None else step:
                max((decimals_of(t) for row in matrix for t in row if isinstance(t, Text)), default=0) or None
                for _, h, step, matrix in matrices(line["answer"])}
    if "--decimals" in line["options"]:
        decimals = int(line["options"][-1])
    for form in product((False, True), repeat=3):
        yield solve(line["problem"], by_hand(decimals, *form))


def check_verdict(line):
    off, counted = dict(line["off"]), {"rounded_by_hand"}
    if "--lenient" in line["options"]:
        counted |= {"cut_off", "nudged", "last_digit"}
    found = list(dict.fromkeys(off_cells(line)))
    if found != list(off):
        yield f"off are {found}"
    number = len(list(cells(line["answer"])))
    names_a_matrix = any("[" not in path.rpartition(".")[2] for path in off)
    lost = number if names_a_matrix else sum(word not in counted for word in off.values())
    if (line["given"], line["right"]) != (number, number - lost):
        yield f"{number - lost} of {number} right"
    for path, i, j, h, step, matrix in cells(line["answer"]):
        if path in off and isinstance(matrix[i][j], Text):
            yield from check_word(line, off[path], path, i, j, h, step, matrix)


def check_word(line, word, path, i, j, h, step, matrix):
    text = matrix[i][j]
    by_hand_too = any(Decimal(text) == true_matrix(steps, path, h, step)[i][j] for steps in hand_steps(line))
    if by_hand_too != (word == "rounded_by_hand"):
        yield f"{path} is {'' if by_hand_too else 'not '}rounded by hand"
    fresh = fresh_steps(line)[step, h]
    follows = is_confirmed(text, fresh[i][j], matrix, fresh, line["options"])
    if word == "carried" and follows == line["exact_before"]:
        yield f"{path} {'follows' if follows else 'does not follow'} as written"
    if word == "wrong" and follows and line["passes"]:
        yield f"{path} follows"


def check_passing(line):
    """A step that hands nothing on is reproduced by no known mistake."""
    if not line["passes"] and (found := equivalents(line["problem"], line["answer"])):
        yield f"is {sorted(found)}"
