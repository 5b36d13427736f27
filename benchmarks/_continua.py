"""Invented continua for the benchmark of gamma: lines as people annotate them, with their slips."""

import random

from gamma.continuum import Continuum
from text.spans import Span

NAMES = ("ana", "bob", "carl", "dora", "eve", "fred", "gina", "hugo")
LABELS = ("AGE", "DATE", "NAME", "PLACE", "PHONE")


def line(rng: random.Random, annotators: int, units: int, *, slips: float = 0.2) -> Continuum:
    """Return a line with about so many units, marked by so many people."""
    true: list[Span] = []
    point = 0
    for _ in range(units):
        start = point + rng.randint(1, 15)
        point = start + rng.randint(2, 14)
        true.append(Span(start, point, rng.choice(LABELS)))
    marked = {name: _marked(rng, true, slips) for name in NAMES[:annotators]}
    # Somebody marked something: what nobody marked has no gamma.
    marked[NAMES[0]] = marked[NAMES[0]] or true
    return Continuum.of(marked)


def _marked(rng: random.Random, true: list[Span], slips: float) -> list[Span]:
    spans = []
    for span in true:
        if rng.random() < slips / 2:
            continue
        before = rng.randint(1, 3) if rng.random() < slips else 0
        after = rng.randint(1, 3) if rng.random() < slips else 0
        label = rng.choice(LABELS) if rng.random() < slips else span.label
        spans.append(Span(max(0, span.start - before), span.end + after, label))
    return spans
