"""Single rules of marking, each in the smallest problem that shows it, thought out by hand.

Most are about TWO, whose true values are
    scores  1 0      scaled  0.70710678 0           weights  0.66976155 0.33023845      output  166.047690
            0 1              0          0.70710678           0.33023845 0.66976155              233.952310
or about RAMP, one query with the scores 0, 1, 2: weights 0.09003057 0.24472847 0.66524096.
"""
import json

from digits import Text

TWO = '{"Q":[[1,0],[0,1]],"K":[[1,0],[0,1]],"V":[[100],[300]]}'
TWO_CAUSAL = '{"Q":[[1,0],[0,1]],"K":[[1,0],[0,1]],"mask":"causal"}'
ONE = '{"Q":[[1,0]],"K":[[1,0],[0,1]]}'
RAMP = '{"scores":[[0,1,2]],"scale":1}'
EQUAL = '{"Q":[[1]],"K":[[2],[2],[2]]}'
STEEP = '{"Q":[[1,2],[2,1]],"K":[[1,1],[2,1]],"V":[[100],[300]]}'

VERDICTS = []


def parsed(text):
    """JSON whose numbers keep their digits."""
    return json.loads(text, parse_float=Text, parse_int=Text)


def verdict(name, rule, problem, answer, right, of, off=(), options="", passes=True, exact_before=False):
    """Appends one line; `of` is the number of cells given.

    For the checks of plant.py: with `passes` false the wrong step hands no marks on; `exact_before` says that a carried
    cell follows from right cells at full precision, not from the cells as written.
    """
    all_right = right == of
    VERDICTS.append({"id": name, "rule": rule, "problem": json.loads(problem), "answer": parsed(answer),
                     "options": options.split(), "off": [list(entry) for entry in off], "right": right, "given": of,
                     "all_right": all_right, "passes": passes, "exact_before": exact_before})


def all_of(path, rows, cols, word):
    return [(f"{path}[{i}][{j}]", word) for i in range(rows) for j in range(cols)]


W, S, O = ".heads[0].weights", ".heads[0].scaled_scores", ".output"

# By the digits that were written ------------------------------------------------------------------------------------

verdict("tie-both-ways", "0.125 is 0.13 and 0.12 with two decimals", '{"Q":[[0.25],[0.25]],"K":[[0.5]]}',
        '{"heads":[{"scores":[[0.13],[0.12]]}]}', 2, 2)
verdict("tie-both-ways-below-zero", "-0.125 is -0.13 and -0.12", '{"Q":[[-0.25],[-0.25]],"K":[[0.5]]}',
        '{"heads":[{"scores":[[-0.13],[-0.12]]}]}', 2, 2)
verdict("no-tie", "0.15 and 0.10 are more than half a unit from 0.125", '{"Q":[[0.25],[0.25]],"K":[[0.5]]}',
        '{"heads":[{"scores":[[0.15],[0.10]]}]}', 0, 2, all_of(".heads[0].scores", 2, 1, "wrong"))
verdict("written-zeros-count", "0.4011 is 0.40 and 0.4, and not 0.410", '{"Q":[[0.4011],[0.4011],[0.4011]],"K":[[1]]}',
        '{"heads":[{"scores":[[0.40],[0.4],[0.410]]}]}', 2, 3, [(".heads[0].scores[2][0]", "wrong")])
verdict("exponents-count", "6.698e-1 has four decimals", ONE, '{"heads":[{"weights":[[6.698e-1,3.3024e-1]]}]}', 2, 2)
verdict("whole-claims-exactness", "1 and 0 are not 0.6698 and 0.3302", ONE, '{"heads":[{"weights":[[1,0]]}]}', 0, 2,
        all_of(W, 1, 2, "wrong"))
verdict("whole-that-is-exact", "whole numbers where they are exact", TWO,
        '{"Q":[[1,0],[0,1]],"heads":[{"scores":[[1,0],[0,1]]}]}', 8, 8)
verdict("whole-among-decimals", "0.9975 is 1 beside 0.00, which has two decimals",
        '{"Q":[[6,0],[0,6]],"K":[[1,0],[0,1]],"scale":1}', '{"heads":[{"weights":[[1,0.00],[0.00,1]]}]}', 4, 4)
verdict("whole-among-decimals-off", "1 stands for 1.000 here", TWO, '{"heads":[{"weights":[[1,0.330],[0.330,0.670]]}]}',
        3, 4, [(W + "[0][0]", "wrong")])
verdict("fractions", "1/3 claims to be exact and is", EQUAL, '{"heads":[{"weights":[["1/3",0.333,"1/4"]]}]}', 2, 3,
        [(W + "[0][2]", "wrong")])
verdict("float32-slack", "eight digits: 8·2^-24 of the largest is allowed on top", TWO,
        '{"heads":[{"weights":[[0.66976160,0.33023840],[0.33023840,0.66976160]]}]}', 4, 4)
verdict("float32-slack-ends", "off by 1e-6, three times the slack", TWO,
        '{"heads":[{"weights":[[0.66976260,0.33023840],[0.33023840,0.66976160]]}]}', 3, 4, [(W + "[0][0]", "wrong")])
verdict("six-digits-have-no-slack", "0.669762 is right, 0.669765 is not", TWO,
        '{"heads":[{"weights":[[0.669765,0.330238],[0.330238,0.669762]]}]}', 3, 4, [(W + "[0][0]", "wrong")])

# Exact 0, null and text ---------------------------------------------------------------------------------------------

verdict("zero-takes-tiny", "an exact 0 takes 1e-13", TWO_CAUSAL, '{"heads":[{"weights":[[1,1e-13],[0.3302,0.6698]]}]}',
        4, 4)
verdict("zero-takes-minus-zero", "an exact 0 takes -0.0", TWO_CAUSAL,
        '{"heads":[{"weights":[[1,-0.0],[0.3302,0.6698]]}]}', 4, 4)
verdict("zero-ends", "3e-11 is not 0", TWO_CAUSAL, '{"heads":[{"weights":[[1,3e-11],[0.3302,0.6698]]}]}', 3, 4,
        [(W + "[0][1]", "wrong")])
verdict("null-where-masked", "null is right where the result has null", TWO_CAUSAL,
        '{"heads":[{"masked_scores":[[0.7071,null],[0,0.7071]]}]}', 4, 4)
verdict("null-elsewhere", "null is wrong where the result has a number", TWO_CAUSAL,
        '{"heads":[{"masked_scores":[[0.7071,null],[null,0.7071]]}]}', 3, 4,
        [(".heads[0].masked_scores[1][0]", "wrong")])
verdict("number-where-masked", "a masked score is no number", TWO_CAUSAL,
        '{"heads":[{"masked_scores":[[0.7071,-1000],[0,0.7071]]}]}', 3, 4, [(".heads[0].masked_scores[0][1]", "wrong")])
verdict("minus-infinity", '"-inf" is null', TWO_CAUSAL,
        '{"heads":[{"masked_scores":[[0.7071,"-inf"],[0,0.7071]]}]}', 4, 4)
verdict("text-is-never-right", '"nan" and words cannot be read', TWO,
        '{"heads":[{"weights":[["nan",0.3302],[0.3302,"two thirds"]]}]}', 2, 4,
        [(W + "[0][0]", "unreadable"), (W + "[1][1]", "unreadable")])
verdict("blank", "a blank cannot be read", ONE, '{"heads":[{"weights":[[0.6698,""]]}]}', 1, 2,
        [(W + "[0][1]", "unreadable")])
verdict("shape-flat", "a flat list of the right numbers is no 2 x 2 matrix", TWO,
        '{"heads":[{"weights":[0.6698,0.3302,0.3302,0.6698]}]}', 0, 4, [(W, "wrong")])
verdict("shape-on-its-side", "a column where a row belongs", ONE, '{"heads":[{"weights":[[0.6698],[0.3302]]}]}', 0, 2,
        [(W, "wrong")])

# Forms of an answer -------------------------------------------------------------------------------------------------

verdict("head-not-worked", "a head that is {} gives no cells",
        '{"Q":[[1,0,0,1],[0,1,1,0]],"K":[[1,0,0,1],[0,1,1,0]],"heads":2}',
        '{"heads":[{},{"scores":[[1,0],[0,1]]}]}', 4, 4)
verdict("short-form", "with one head its steps may stand at the top; paths are those of the result", ONE,
        '{"weights":[[0.6698,0.3320]]}', 1, 2, [(W + "[0][1]", "wrong")])
verdict("thirds", "all right is exactly 100 %", '{"Q":[[0]],"K":[[1],[2],[3]],"V":[[3],[6],[9]]}',
        '{"heads":[{"weights":[[0.3333,0.3333,0.3333]],"output":[[6]]}],"output":[[6]]}', 5, 5, options="--decimals 4")

# Options that replace the digits ------------------------------------------------------------------------------------

verdict("decimals-strict", "with four decimals 2 stands for 2.0000 and 0.33 does not for 0.3302",
        '{"Q":[[1,0]],"K":[[1,0],[0,1]],"V":[[2],[2]]}', '{"heads":[{"weights":[[0.67,0.33]]}],"output":[[2]]}', 1, 3,
        all_of(W, 1, 2, "wrong"), "--decimals 4")
verdict("decimals-generous", "0.6719 is within half a unit of the second decimal", ONE,
        '{"heads":[{"weights":[[0.6719,0.3281]]}]}', 2, 2, options="--decimals 2")
verdict("decimals-by-hand", "what rounding every step to four decimals gives: 66.98 + 99.06", TWO,
        '{"heads":[{"weights":[[0.6698,0.3302],[0.3302,0.6698]]}],"output":[[166.04],[233.96]]}', 6, 6,
        all_of(O, 2, 1, "rounded_by_hand"), "--decimals 4")
verdict("sigfigs", "166 has three figures of 166.0477; 230 is not 233.9523", TWO, '{"output":[[166],[230]]}', 1, 2,
        [(O + "[1][0]", "wrong")], "--sigfigs 3")
verdict("rtol", "1.05 of 166 is within a hundredth, 3.95 of 234 is not", TWO, '{"output":[[165],[230]]}', 1, 2,
        [(O + "[1][0]", "wrong")], "--rtol 0.01")
verdict("rtol-is-of-the-truth", "0 is not near 166", TWO, '{"output":[[0],[0]]}', 0, 2, all_of(O, 2, 1, "wrong"),
        "--rtol 0.01")
verdict("atol-and-rtol", "both together: 1 + 1.66 and 1 + 2.34", TWO, '{"output":[[163.5],[231]]}', 2, 2,
        options="--atol 1 --rtol 0.01")

# Carried forward ----------------------------------------------------------------------------------------------------

verdict("carried-as-written", "0.4·100 + 0.6·300 = 220 follows from the wrong row", TWO,
        '{"heads":[{"weights":[[0.6698,0.3302],[0.4000,0.6000]]}],"output":[[166.05],[220.00]]}', 3, 6,
        [(W + "[1][0]", "wrong"), (W + "[1][1]", "wrong"), (O + "[1][0]", "carried")])
verdict("carried-from-exact", "0.330238·100 + 0.60·300: the right cell in full, the wrong one as it is", TWO,
        '{"heads":[{"weights":[[0.67,0.33],[0.33,0.60]]}],"output":[[166.05],[213.02]]}', 4, 6,
        [(W + "[1][1]", "wrong"), (O + "[1][0]", "carried")], exact_before=True)
verdict("carried-within-slack", "0.60 may have been 0.6046: 33.0238 + 181.38", TWO,
        '{"heads":[{"weights":[[0.67,0.33],[0.33,0.60]]}],"output":[[166.05],[214.40]]}', 4, 6,
        [(W + "[1][1]", "wrong"), (O + "[1][0]", "carried")], exact_before=True)
verdict("does-not-follow", "216 is neither 233.95 nor 213 to 214.5", TWO,
        '{"heads":[{"weights":[[0.67,0.33],[0.33,0.60]]}],"output":[[166.05],[216.00]]}', 4, 6,
        [(W + "[1][1]", "wrong"), (O + "[1][0]", "wrong")])
verdict("right-after-wrong", "the output is right although its weights are not", TWO,
        '{"heads":[{"weights":[[0.6698,0.3302],[0.4000,0.6000]]}],"output":[[166.05],[233.95]]}', 4, 6,
        [(W + "[1][0]", "wrong"), (W + "[1][1]", "wrong")])
verdict("zeros-pass-nothing-on", "0·100 + 0·300 = 0 earns nothing", TWO,
        '{"heads":[{"weights":[[0.0000,0.0000],[0.0000,0.0000]]}],"output":[[0.0000],[0.0000]]}', 0, 6,
        all_of(W, 2, 2, "wrong") + all_of(O, 2, 1, "wrong"), passes=False)
verdict("one-number-passes-nothing-on", "a third everywhere: 0.3333·(100 + 300 + 500) earns nothing",
        '{"Q":[[1,0],[0,1]],"K":[[1,0],[0,1],[2,1]],"V":[[100],[300],[500]]}',
        '{"heads":[{"weights":[[0.3333,0.3333,0.3333],[0.3333,0.3333,0.3333]]}],"output":[[299.97],[299.97]]}', 0, 8,
        all_of(W, 2, 3, "wrong") + all_of(O, 2, 1, "wrong"), passes=False)
verdict("random-passes-nothing-on", "no cell right, no mistake that gives it", TWO,
        '{"heads":[{"weights":[[0.9000,0.2000],[0.8000,0.4000]]}],"output":[[150.00],[200.00]]}', 0, 6,
        all_of(W, 2, 2, "wrong") + all_of(O, 2, 1, "wrong"), passes=False)
verdict("known-mistake-passes-on", "no cell right, but not scaled: weights and output follow", STEEP,
        '{"heads":[{"scaled_scores":[[3.0,4.0],[3.0,5.0]],"weights":[[0.2689,0.7311],[0.1192,0.8808]]}],'
        '"output":[[246.22],[276.16]]}', 0, 10,
        all_of(S, 2, 2, "wrong") + all_of(W, 2, 2, "carried") + all_of(O, 2, 1, "carried"))
verdict("own-slip-among-carried", "267.16 for 276.16 is a slip of its own", STEEP,
        '{"heads":[{"scaled_scores":[[3.0,4.0],[3.0,5.0]],"weights":[[0.2689,0.7311],[0.1192,0.8808]]}],'
        '"output":[[246.22],[267.16]]}', 0, 10,
        all_of(S, 2, 2, "wrong") + all_of(W, 2, 2, "carried") + [(O + "[0][0]", "carried"), (O + "[1][0]", "wrong")])
verdict("steps-left-out", "scaling and softmax are worked from the scores as given: 0.1956·100 + 0.8044·300", TWO,
        '{"heads":[{"scores":[[1,0],[0,2]]}],"output":[[166.05],[260.89]]}', 4, 6,
        [(".heads[0].scores[1][1]", "wrong"), (O + "[1][0]", "carried")])
verdict("mask-from-the-problem", "the wrong score is masked: the weights are right", TWO_CAUSAL,
        '{"heads":[{"scores":[[1,5],[0,1]],"weights":[[1,0],[0.3302,0.6698]]}]}', 7, 8,
        [(".heads[0].scores[0][1]", "wrong")])
verdict("unreadable-then-right", "nothing follows from a blank; what is right is right", TWO,
        '{"heads":[{"weights":[[0.6698,""],[0.3302,0.6698]]}],"output":[[166.05],[233.95]]}', 5, 6,
        [(W + "[0][1]", "unreadable")])

# Rounding -----------------------------------------------------------------------------------------------------------

verdict("by-hand", "0.6698·100 + 0.3302·300 = 166.04", TWO,
        '{"heads":[{"weights":[[0.6698,0.3302],[0.3302,0.6698]]}],"output":[[166.0400],[233.9600]]}', 6, 6,
        all_of(O, 2, 1, "rounded_by_hand"))
verdict("by-hand-exponentials", "1, 0.37 and 0.14 of 1.51", RAMP, '{"heads":[{"weights":[[0.09,0.25,0.66]]}]}', 3, 3,
        [(W + "[0][1]", "rounded_by_hand"), (W + "[0][2]", "rounded_by_hand")])
verdict("by-hand-and-a-slip", "the first output is by hand, the second is wrong", TWO,
        '{"heads":[{"weights":[[0.6698,0.3302],[0.3302,0.6698]]}],"output":[[166.0400],[239.3600]]}', 5, 6,
        [(O + "[0][0]", "rounded_by_hand"), (O + "[1][0]", "wrong")])
verdict("cut-off", "0.2447 cut to 0.244", RAMP, '{"heads":[{"weights":[[0.090,0.244,0.665]]}]}', 2, 3,
        [(W + "[0][1]", "cut_off")])
verdict("cut-off-lenient", "0.2447 cut to 0.244", RAMP, '{"heads":[{"weights":[[0.090,0.244,0.665]]}]}', 3, 3,
        [(W + "[0][1]", "cut_off")], "--lenient")
verdict("nudged", "0.34, so that the row sums to 1", EQUAL, '{"heads":[{"weights":[[0.33,0.33,0.34]]}]}', 2, 3,
        [(W + "[0][2]", "nudged")])
verdict("nudged-lenient", "0.34, so that the row sums to 1", EQUAL, '{"heads":[{"weights":[[0.33,0.33,0.34]]}]}', 3, 3,
        [(W + "[0][2]", "nudged")], "--lenient")
verdict("last-digit", "0.246 for 0.245, and the row does not sum to 1", RAMP,
        '{"heads":[{"weights":[[0.090,0.246,0.665]]}]}', 2, 3, [(W + "[0][1]", "last_digit")])
verdict("last-digit-lenient", "0.246 for 0.245", RAMP, '{"heads":[{"weights":[[0.090,0.246,0.665]]}]}', 3, 3,
        [(W + "[0][1]", "last_digit")], "--lenient")
verdict("last-digit-of-output", "166.06 for 166.05", TWO, '{"output":[[166.06],[233.95]]}', 1, 2,
        [(O + "[0][0]", "last_digit")])
verdict("two-units-are-wrong", "0.247 for 0.245", RAMP, '{"heads":[{"weights":[[0.090,0.247,0.665]]}]}', 2, 3,
        [(W + "[0][1]", "wrong")])
