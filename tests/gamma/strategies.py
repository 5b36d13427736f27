"""What hypothesis draws: continua of every shape, with ties, overlaps and annotators without units."""

import random

from hypothesis import strategies as st

from gamma.continuum import Continuum
from gamma.gamma import SAMPLERS
from tests.gamma.continua import LABELS, NAMES, contest_like
from text.spans import Span

TWO_TO_FIVE = st.integers(2, 5)
# More than so many units per annotator, and pygamma needs seconds.
MOST_UNITS = {2: 8, 3: 6, 4: 4, 5: 3}


@st.composite
def spans(draw, most_start: int = 40):
    start = draw(st.integers(0, most_start))
    return Span(start, start + draw(st.integers(1, 12)), draw(st.sampled_from(LABELS[:3])))


@st.composite
def continua(draw, annotators=TWO_TO_FIVE, most_units=None, most_start: int = 40):
    """Annotators who may have nothing to do with each other."""
    count = draw(annotators)
    most = most_units or MOST_UNITS[count]
    units = st.lists(spans(most_start), max_size=most)
    drawn = Continuum.of({name: draw(units) for name in NAMES[:count]})
    return drawn if drawn.size else Continuum.of({**_as_dict(drawn), NAMES[0]: [draw(spans())]})


@st.composite
def contest_lines(draw, annotators=TWO_TO_FIVE):
    """Annotators who mark the same units with slips."""
    count, seed = draw(annotators), draw(st.integers(0, 10**9))
    units = draw(st.integers(1, MOST_UNITS[count]))
    noise = draw(st.sampled_from([0.1, 0.2, 0.4]))
    drawn = contest_like(random.Random(seed), count, units, noise=noise)
    return drawn if drawn.size else Continuum.of({**_as_dict(drawn), NAMES[0]: [draw(spans())]})


@st.composite
def sampled_lines(draw):
    """What our own sampler draws from such a line, moved to the right of 0."""
    observed = draw(contest_lines())
    batch = SAMPLERS["statistical"](observed, seed=draw(st.integers(0, 10**6))).draw(1)
    units, end = batch.units, batch.bounds[1]
    left = min(0.0, float(units.starts[:end].min()))
    drawn: dict[str, list[Span]] = {name: [] for name in observed.annotators}
    for i in range(end):
        name = observed.annotators[units.annotators[i]]
        label = observed.categories[units.categories[i]]
        drawn[name].append(Span(units.starts[i] - left, units.ends[i] - left, label))
    return Continuum.of(drawn)


def _as_dict(continuum: Continuum) -> dict[str, tuple[Span, ...]]:
    return dict(zip(continuum.annotators, continuum.units, strict=True))
