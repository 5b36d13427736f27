"""Whether a supercategory's colour can be read and told apart, by day and by night.

Contrast is WCAG 2.2's (1.4.3 and 1.4.11); mixing and distance are in Oklab (Ottosson 2020), as the
style sheet mixes. The numbers of the style sheet stand here again; a test compares them with it.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from math import dist

Triple = tuple[float, float, float]

# What .unit and .unit__label of components.css do with a supercategory's colour.
UNIT_TINT = 0.17
LABEL_SHARE = 0.45
TEXT_CONTRAST = 4.5
SHAPE_CONTRAST = 3.0
# Below this distance in Oklab people mix two colours up where they do not stand side by side.
LEAST_DISTANCE = 0.07

# Checked by test: each can be read in both schemes and told from all others.
PALETTE = (
    "#0f83c9", "#c2571a", "#4f8a10", "#d03a6a", "#8a5cd1", "#1f8a70", "#9a7400", "#b04ab8",
    "#4a63d8", "#7a7a85", "#2e728d", "#955a50", "#b66f94", "#686d44", "#88578c", "#2699aa",
    "#e94937", "#0fa626", "#8081c4", "#b17a5e", "#7d925c", "#da489e", "#017b37", "#ad3f7f",
)  # fmt: skip


class Part(StrEnum):
    """What is drawn in a supercategory's colour."""

    LABEL = "label"
    UNDERLINE = "underline"


@dataclass(frozen=True)
class Scheme:
    """The paper and the ink of one colour scheme."""

    name: str
    surface: str
    ink: str


LIGHT = Scheme("light", surface="#fffefc", ink="#23211c")
DARK = Scheme("dark", surface="#201e1a", ink="#ece8df")
SCHEMES = (LIGHT, DARK)


@dataclass(frozen=True)
class Reading:
    """The contrast of one part in one scheme, and what it must be."""

    part: Part
    scheme: str
    ratio: float
    needed: float

    @property
    def is_enough(self) -> bool:
        return self.ratio >= self.needed


def contrast(one: str, other: str) -> float:
    """Return WCAG's contrast ratio of two colours, from 1 to 21."""
    return _ratio(_linear(one), _linear(other))


def mix(colour: str, share: float, other: str) -> str:
    """Return CSS's color-mix(in oklab, colour share, other)."""
    pairs = zip(_oklab(colour), _oklab(other), strict=True)
    lightness, a, b = (share * one + (1 - share) * two for one, two in pairs)
    return _hex(_from_oklab((lightness, a, b)))


def distance(one: str, other: str) -> float:
    """Return how far apart two colours look: about 0.02 is just noticeable, black to white is 1."""
    return dist(_oklab(one), _oklab(other))


def readings(colour: str) -> Iterator[Reading]:
    """Yield the contrasts that a supercategory of this colour would have."""
    for scheme in SCHEMES:
        yield from _in_scheme(colour, scheme)


def is_legible(colour: str) -> bool:
    """Return whether everything drawn in this colour has contrast enough in both schemes."""
    return all(reading.is_enough for reading in readings(colour))


def _in_scheme(colour: str, scheme: Scheme) -> Iterator[Reading]:
    paper = mix(colour, UNIT_TINT, scheme.surface)
    label = mix(colour, LABEL_SHARE, scheme.ink)
    yield Reading(Part.LABEL, scheme.name, contrast(label, paper), TEXT_CONTRAST)
    yield Reading(Part.UNDERLINE, scheme.name, contrast(colour, scheme.surface), SHAPE_CONTRAST)


@lru_cache(maxsize=256)
def nearest_legible(colour: str) -> str:
    """Return the legible colour that looks most like this one."""
    nearest_first = sorted(_variations(colour), key=lambda each: (distance(colour, each), each))
    return next(each for each in nearest_first if is_legible(each))


def _variations(colour: str) -> set[str]:
    """Return the colour and its hue in every lightness, from its own strength down to grey."""
    _, a, b = _oklab(colour)
    return {colour} | {
        _hex(_from_oklab((lightness / 200, a * share / 10, b * share / 10)))
        for lightness in range(201)
        for share in range(11)
    }


@dataclass(frozen=True)
class Judgement:
    """What speaks for and against a colour beside those of the other supercategories."""

    colour: str
    readings: tuple[Reading, ...]
    # The colour itself where it is legible.
    nearest: str
    close: tuple[str, ...]

    @property
    def is_legible(self) -> bool:
        return self.nearest == self.colour


def judge(colour: str, others: Iterable[str]) -> Judgement:
    """Return how legible a colour is, and with which of the others it would be mixed up."""
    close = tuple(too_close(colour, others))
    return Judgement(colour, tuple(readings(colour)), nearest_legible(colour), close)


def too_close(colour: str, others: Iterable[str]) -> list[str]:
    """Return those of the others that people would mix up with this colour, the closest first."""
    near = [(distance(colour, other), other) for other in others]
    return [other for gap, other in sorted(near) if gap < LEAST_DISTANCE]


def free_colours(taken: Collection[str]) -> list[str]:
    """Return the palette's colours that look like none of those taken."""
    return [colour for colour in PALETTE if not too_close(colour, taken)]


def next_colour(taken: Collection[str]) -> str:
    """Return the first free colour of the palette, else the one furthest from all taken."""
    free = free_colours(taken)
    if free:
        return free[0]
    return max(PALETTE, key=lambda each: min(distance(each, other) for other in taken))


def _channels(colour: str) -> Triple:
    red, green, blue = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return red, green, blue


def _linear(colour: str) -> Triple:
    red, green, blue = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in _channels(colour)
    )
    return red, green, blue


def _ratio(one: Triple, other: Triple) -> float:
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(linear: Triple) -> float:
    red, green, blue = linear
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@lru_cache(maxsize=4096)
def _oklab(colour: str) -> Triple:
    red, green, blue = _linear(colour)
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    medium = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def _from_oklab(lab: Triple) -> Triple:
    """Return linear red, green and blue, which may lie outside what a screen can show."""
    lightness, a, b = lab
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    )


def _hex(linear: Triple) -> str:
    return "#" + "".join(f"{round(255 * _encoded(value)):02x}" for value in linear)


def _encoded(value: float) -> float:
    clipped = min(1.0, max(0.0, value))
    return clipped * 12.92 if clipped <= 0.0031308 else 1.055 * clipped ** (1 / 2.4) - 0.055
