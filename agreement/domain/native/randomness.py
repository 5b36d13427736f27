"""Random numbers that are the same on every machine, in every thread and in every version.

Only additions, multiplications, divisions, shifts and square roots are used, all of which IEEE 754 and
integers define to the last bit; the logarithm of a mathematics library would not be.
"""

import math

import numpy as np

from agreement.domain.native.arrays import Floats, Words
from agreement.domain.native.compilation import entry, kernel

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
