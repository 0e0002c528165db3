"""How numbers are written in an answer, and when a written number is right by its own digits."""
import json
import re
import struct
from decimal import ROUND_HALF_UP, Decimal

HAIR = Decimal("1e-9")       # relative to the tolerance: a tie counts both ways
EXACT = Decimal("1e-9")      # what a whole number may be off
NOTHING = Decimal("1e-12")   # what stands for an exact 0


class Text(str):
    """A number exactly as it stands in the answer: 0.40 stays 0.40."""


# Writing ------------------------------------------------------------------------------------------------------------

def rounded(value, decimals):
    """Half away from zero, a value within 1e-9 (relative) of a tie being a tie."""
    unit = Decimal(1).scaleb(-decimals)
    nudge = min(abs(value) * Decimal("1e-9"), unit / 1000)
    return (abs(value) + nudge).quantize(unit, ROUND_HALF_UP).copy_sign(value) + 0


def fixed(decimals):
    """So many decimals: 0.4000."""
    return lambda value: Text(f"{rounded(value, decimals):.{decimals}f}")


def shortest(value):
    """Full precision, the shortest text of the double; whole numbers without a point."""
    return Text(repr(float(value) + 0.0).removesuffix(".0"))


def trimmed(decimals):
    """As a JSON writer that knows numbers, not texts: 0.4 for 0.4000, 2 for 2.0000."""
    return lambda value: shortest(rounded(value, decimals))


def significant(digits):
    """So many significant digits, whole numbers as 1.0: how frameworks print float32."""
    def write(value):
        text = f"{float32(value):.{digits}g}"
        return Text(text if re.search(r"[.e]", text) else text + ".0")
    return write


def float32(value):
    return struct.unpack("f", struct.pack("f", float(value)))[0] + 0.0


def dumped(value):
    """JSON, with every Text as it is."""
    if isinstance(value, Text):
        return str(value)
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(key)}:{dumped(entry)}" for key, entry in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(dumped, value)) + "]"
    return json.dumps(value)


# Reading ------------------------------------------------------------------------------------------------------------

def is_whole(text):
    return not re.search(r"[.eE]", text)


def decimals_of(text):
    """Digits after the point, an exponent counted in."""
    mantissa, _, exponent = text.lower().partition("e")
    return max(0, len(mantissa.partition(".")[2]) - int(exponent or 0))


def significant_of(text):
    digits = text.lower().partition("e")[0].replace(".", "").lstrip("-0")
    return len(digits)


def slack(matrix, truth):
    """What a matrix that was printed from float32 may be off on top."""
    texts = [t for row in matrix for t in row if isinstance(t, Text)]
    if max((significant_of(t) for t in texts), default=0) < 7:
        return Decimal(0)
    return 8 * Decimal(2) ** -24 * max(abs(x) for row in truth for x in row if x is not None)


def is_right(text, true, matrix, extra=Decimal(0)):
    """Whether one entry of `matrix` is right by the digits that were written."""
    if true is None or text is None:
        return true is None and text in (None, "-inf")
    if not isinstance(text, Text):
        return False
    off = abs(Decimal(text) - true)
    if abs(true) < Decimal("1e-25"):  # thirty digits: an exact 0
        return off < NOTHING
    return off <= tolerance(text, matrix) * (1 + HAIR) + extra


def tolerance(text, matrix):
    decimals = decimals_of(text)
    if is_whole(text):
        decimals = max(decimals_of(t) for row in matrix for t in row if isinstance(t, Text))
        if decimals == 0:
            return EXACT
    return Decimal(1).scaleb(-decimals) / 2


def wrong_cells(matrix, truth):
    """Places of the cells that are not right; None: the shape is another one."""
    if [len(row) for row in matrix] != [len(row) for row in truth]:
        return None
    extra = slack(matrix, truth)
    return [(i, j) for i, row in enumerate(matrix) for j, text in enumerate(row)
            if not is_right(text, truth[i][j], matrix, extra)]
