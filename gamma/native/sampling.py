"""Random continua that resemble an observed one: what annotators would agree on by chance."""

import math
from typing import NamedTuple

import numpy as np

from gamma.native.compilation import entry, kernel
from gamma.native.problem import Batch, Floats, Ints, Units, Words

# SplitMix64 (Steele, Lea and Flood 2014).
STEP = np.uint64(0x9E3779B97F4A7C15)
FIRST, SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
S11, S27, S30, S31 = np.uint64(11), np.uint64(27), np.uint64(30), np.uint64(31)
SMALLEST = 2.0**-54
LN2 = 0.6931471805599453
# Wichura (1988), algorithm AS 241: numerators and denominators, highest powers first.
MIDDLE = (
    (2509.0809287301226727, 33430.575583588128105, 67265.770927008700853, 45921.953931549871457),
    (13731.693765509461125, 1971.5909503065514427, 133.14166789178437745, 3.387132872796366608),
    (5226.495278852854561, 28729.085735721942674, 39307.89580009271061, 21213.794301586595867),
    (5394.1960214247511077, 687.1870074920579083, 42.313330701600911252, 1.0),
)
TAIL = (
    (7.7454501427834140764e-4, 0.0227238449892691845833, 0.24178072517745061177),
    (1.27045825245236838258, 3.64784832476320460504, 5.7694972214606914055),
    (4.6303378461565452959, 1.42343711074968357734),
    (1.05075007164441684324e-9, 5.475938084995344946e-4, 0.0151986665636164571966),
    (0.14810397642748007459, 0.68976733498510000455, 1.6763848301838038494),
    (2.05319162663775882187, 1.0),
)
FAR = (
    (2.01033439929228813265e-7, 2.71155556874348757815e-5, 0.0012426609473880784386),
    (0.026532189526576123093, 0.29656057182848504891, 1.7848265399172913358),
    (5.4637849111641143699, 6.6579046435011037772),
    (2.04426310338993978564e-15, 1.4215117583164458887e-7, 1.8463183175100546818e-5),
    (7.868691311456132591e-4, 0.0148753612908506148525, 0.13692988092273580531),
    (0.59983220655588793769, 1.0),
)


def _flat(rows: tuple[tuple[float, ...], ...]) -> Floats:
    return np.array([value for row in rows for value in row])


MIDDLE_POWERS, TAIL_POWERS, FAR_POWERS = _flat(MIDDLE), _flat(TAIL), _flat(FAR)


@kernel
def uniform(state: Words) -> float:
    """Return a number from 0 up to, and without, 1."""
    state[0] += STEP
    z = state[0]
    z = (z ^ (z >> S30)) * FIRST
    z = (z ^ (z >> S27)) * SECOND
    return float((z ^ (z >> S31)) >> S11) * 2.0**-53


@kernel
def normal(state: Words, mean: float, deviation: float) -> float:
    """Return a number of the normal distribution, by the inverse of its distribution function."""
    p = uniform(state) + SMALLEST
    q = p - 0.5
    if abs(q) <= 0.425:
        return mean + deviation * q * _ratio(MIDDLE_POWERS, 0.180625 - q * q)
    r = math.sqrt(-_logarithm(p if q < 0.0 else 1.0 - p))
    far = _ratio(TAIL_POWERS, r - 1.6) if r <= 5.0 else _ratio(FAR_POWERS, r - 5.0)
    return mean - deviation * far if q < 0.0 else mean + deviation * far


@kernel
def _ratio(powers: Floats, x: float) -> float:
    above, below = 0.0, 0.0
    for k in range(8):
        above = above * x + powers[k]
        below = below * x + powers[8 + k]
    return above / below


@kernel
def _logarithm(x: float) -> float:
    """Return the natural logarithm of a positive number, by halving and the series of artanh."""
    mantissa, exponent = math.frexp(x)
    if mantissa < 0.7071067811865476:
        mantissa, exponent = 2.0 * mantissa, exponent - 1
    s = (mantissa - 1.0) / (mantissa + 1.0)
    total, square = 0.0, s * s
    for k in range(25, 0, -2):
        total = total * square + 1.0 / k
    return 2.0 * s * total + exponent * LN2


@entry
def draw(state: Words, uniforms: Floats, normals: Floats) -> None:
    """Fill one array with uniform numbers, then one with standard normal ones."""
    for i in range(len(uniforms)):
        uniforms[i] = uniform(state)
    for i in range(len(normals)):
        normals[i] = normal(state, 0.0, 1.0)


# A length below this is drawn again, as pygamma does; not for ever, as pygamma would.
SHORTEST = 1e-6
MOST_RETRIES = 1000


class Habits(NamedTuple):
    """How annotators annotate: units each, gaps between units, lengths, shares of categories."""

    annotators: int
    counts: tuple[float, float]
    gaps: tuple[float, float]
    lengths: tuple[float, float]
    cumulated: Floats


@entry
def habits_of(units: Units, annotators: int, kinds: int, left: float) -> Habits:
    """Return how so many annotators annotate with so many categories; places count from `left`."""
    return _habits(units, annotators, kinds, left)


@kernel
def _habits(units: Units, annotators: int, kinds: int, left: float) -> Habits:
    size = len(units.starts)
    counts, shares = np.zeros(annotators), np.zeros(kinds)
    gaps, lengths, used = np.zeros(2 * size + 1), np.empty(size), 1
    for i in range(size):
        counts[units.annotators[i]] += 1.0
        shares[units.categories[i]] += 1.0
        lengths[i] = units.ends[i] - units.starts[i]
        if i > 0 and units.annotators[i] == units.annotators[i - 1]:
            gaps[used] = units.starts[i] - units.ends[i - 1]
            used += 1
        elif units.starts[i] + left > 0.0:
            # The way from 0 to the first unit of an annotator is a gap like the others.
            gaps[used] = units.starts[i] + left
            used += 1
    below = 0.0
    for k in range(kinds):
        below += shares[k] / size
        shares[k] = below
    for k in range(kinds):
        shares[k] /= below
    return Habits(
        annotators,
        _mean_and_deviation(counts),
        _mean_and_deviation(gaps[:used]),
        _mean_and_deviation(lengths),
        shares,
    )


@kernel
def _mean_and_deviation(values: Floats) -> tuple[float, float]:
    mean, square = 0.0, 0.0
    for value in values:
        mean += value
    mean /= len(values)
    for value in values:
        square += (value - mean) ** 2
    return mean, math.sqrt(square / len(values))


@entry
def sample_habits(
    units: Units, annotators: int, kinds: int, left: float, samples: int, state: Words
) -> Batch:
    """Draw continua whose annotators have the habits of these.

    The draws follow pygamma's default sampler one by one: a number of units for each annotator, cut
    off towards zero and without its sign; for each unit a gap, which may be negative, a length and a
    category. Only the first annotator has at least one unit. Equal units of an annotator are one.
    """
    habits = _habits(units, annotators, kinds, left)
    expected = int(annotators * (habits.counts[0] + habits.counts[1]))
    drawn, bounds, at = _room(samples * (expected + 2) + 16), np.zeros(samples + 1, np.int64), 0
    for sample in range(samples):
        for annotator in range(annotators):
            count = abs(int(normal(state, habits.counts[0], habits.counts[1])))
            if at == bounds[sample]:
                count = max(1, count)
            point, first = 0.0, at
            for _ in range(count):
                if at == len(drawn.starts):
                    drawn = _doubled(drawn)
                start = point + normal(state, habits.gaps[0], habits.gaps[1])
                end = start + _length(habits, state, start)
                drawn.starts[at], drawn.ends[at] = start, end
                drawn.categories[at] = _category(habits.cumulated, uniform(state))
                drawn.annotators[at] = annotator
                point = end
                at += not _is_there(drawn, first, at)
        bounds[sample + 1] = at
    return Batch(drawn, bounds)


@kernel
def _length(habits: Habits, state: Words, start: float) -> float:
    for _ in range(MOST_RETRIES):
        length = abs(normal(state, habits.lengths[0], habits.lengths[1]))
        # As it will be seen: far from 0 the sum may swallow what is short.
        if (start + length) - start >= SHORTEST:
            return length
    return max(SHORTEST, abs(start) * 1e-9)


@kernel
def _category(cumulated: Floats, draw: float) -> int:
    for k in range(len(cumulated)):
        if draw < cumulated[k]:
            return k
    return len(cumulated) - 1


@kernel
def _is_there(units: Units, first: int, at: int) -> bool:
    for i in range(first, at):
        if (
            units.starts[i] == units.starts[at]
            and units.ends[i] == units.ends[at]
            and units.categories[i] == units.categories[at]
        ):
            return True
    return False


@kernel
def _room(size: int) -> Units:
    return Units(np.empty(size), np.empty(size), np.empty(size, np.int64), np.empty(size, np.int64))


@kernel
def _doubled(units: Units) -> Units:
    larger = _room(2 * len(units.starts))
    for i in range(len(units.starts)):
        larger.starts[i], larger.ends[i] = units.starts[i], units.ends[i]
        larger.categories[i] = units.categories[i]
        larger.annotators[i] = units.annotators[i]
    return larger


@entry
def sample_shifts(
    units: Units, first: Ints, right: float, spacing: float, samples: int, state: Words
) -> Batch:
    """Draw continua in which each annotator is one of the observed, shifted around the continuum.

    Shifts are whole and, as long as there is room, at least `spacing` apart; units that would start
    beyond the `right` end come in again from the left (Mathet et al. 2015, section 5.2).
    """
    annotators = len(first) - 1
    drawn, bounds, at = _room(samples * len(units.starts) + 16), np.zeros(samples + 1, np.int64), 0
    lefts, rights = np.empty(2 * annotators + 2), np.empty(2 * annotators + 2)
    for sample in range(samples):
        while at == bounds[sample]:
            free = 1
            lefts[0], rights[0] = 0.0, right
            for annotator in range(annotators):
                if free > 0:
                    shift = _place(lefts, rights, free, state)
                    free = _without(lefts, rights, free, shift - spacing, shift + spacing)
                else:
                    shift = right * uniform(state)
                model = int(annotators * uniform(state))
                for i in range(first[model], first[model + 1]):
                    if at == len(drawn.starts):
                        drawn = _doubled(drawn)
                    by = shift if units.starts[i] + shift <= right else shift - right
                    drawn.starts[at], drawn.ends[at] = units.starts[i] + by, units.ends[i] + by
                    drawn.categories[at], drawn.annotators[at] = units.categories[i], annotator
                    at += 1
        bounds[sample + 1] = at
    return Batch(drawn, bounds)


@kernel
def _place(lefts: Floats, rights: Floats, free: int, state: Words) -> float:
    """Return a whole number from the free stretches, each as likely as it is long."""
    length = 0.0
    for k in range(free):
        length += rights[k] - lefts[k]
    cumulated = np.empty(free)
    before = 0.0
    for k in range(free):
        before += (rights[k] - lefts[k]) / length
        cumulated[k] = before
    k = _category(cumulated, uniform(state))
    return float(int(lefts[k] + (rights[k] - lefts[k]) * uniform(state)))


@kernel
def _without(lefts: Floats, rights: Floats, free: int, begin: float, end: float) -> int:
    """Take a stretch out of the free ones; return how many are left, in reversed order."""
    others, more = np.empty((2, 2 * free)), 0
    for k in range(free - 1, -1, -1):
        if lefts[k] < begin:
            others[0, more], others[1, more] = lefts[k], min(rights[k], begin)
            more += 1
        if rights[k] > end:
            others[0, more], others[1, more] = max(lefts[k], end), rights[k]
            more += 1
    for k in range(more):
        lefts[k], rights[k] = others[0, k], others[1, k]
    return more
