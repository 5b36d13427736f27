"""How much work a gamma is, before anyone computes it: to cut many of them into batches."""

from collections.abc import Iterable

# Fitted to lines like those of a contest, of 2 to 8 annotators and up to 140 units, with 30 samples each:
# right to a factor of two and a half there, in microseconds of one processor of the year 2024.
EACH_CALL = 50.0
EACH_SAMPLE = 2.0
EACH_UNIT = 0.26
# Pairs of units are weighed, and the search goes through the annotators.
EACH_SQUARE = 0.0033
# Of more annotators nothing is foretold: those who agree may cost seconds, and memory without end.
MOST_ANNOTATORS = 8


def estimate_work(annotators: int, units: int, *, samples: int = 30) -> float:
    """Estimate how much work the gamma of so many annotators and units, all together, is.

    Only ratios mean something. Nothing to compare is next to no work.

    >>> estimate_work(3, 9) < estimate_work(3, 90) < estimate_work(8, 90)
    True
    """
    if annotators < 2 or units < 1:
        return EACH_CALL
    each = EACH_SAMPLE + EACH_UNIT * units + EACH_SQUARE * (annotators * units) ** 2
    return EACH_CALL + (samples + 1) * each


def cut_by_work(works: Iterable[float], *, most: float) -> list[range]:
    """Cut a list into stretches of at most so much work each, given that of its items one by one.

    What is more work than that for itself is a stretch of its own.

    >>> cut_by_work([1, 1, 1, 9, 1], most=2)
    [range(0, 2), range(2, 3), range(3, 4), range(4, 5)]
    """
    stretches: list[range] = []
    begin, sum_so_far, end = 0, 0.0, 0
    for end, work in enumerate(works, start=1):
        if begin < end - 1 and sum_so_far + work > most:
            stretches.append(range(begin, end - 1))
            begin, sum_so_far = end - 1, 0.0
        sum_so_far += work
    return [*stretches, range(begin, end)] if end else []
