"""Continua for the tests: like those of a contest, and like those that chance draws."""

import random

from gamma.continuum import Continuum
from text.spans import Span

NAMES = ("ana", "bob", "carl", "dora", "eve", "fred", "gina", "hugo")
LABELS = ("AGE", "DATE", "NAME", "PLACE")


def contest_like(
    rng: random.Random, annotators: int, units: int, *, noise: float = 0.2, labels: int = 4
) -> Continuum:
    """Return a line in which each annotator marks the same units with slips of all kinds."""
    true, point = [], 0
    for _ in range(units):
        point += rng.randint(1, 15)
        end = point + rng.randint(2, 14)
        true.append((point, end, rng.choice(LABELS[:labels])))
        point = end
    return Continuum.of(
        {name: _slips(rng, true, point, noise, labels) for name in NAMES[:annotators]}
    )


def _slips(rng, true, length, noise, labels):
    spans = set()
    for start, end, label in true:
        if rng.random() < noise:
            continue
        before = rng.randint(1, 4) if rng.random() < noise else 0
        after = rng.randint(1, 4) if rng.random() < noise else 0
        kind = rng.choice(LABELS[:labels]) if rng.random() < noise else label
        spans.add(Span(max(0, start - before), end + after, kind))
    if rng.random() < noise:
        start = rng.randint(0, length)
        spans.add(Span(start, start + rng.randint(2, 10), rng.choice(LABELS[:labels])))
    return spans


def chance_like(rng: random.Random, annotators: int, units: int, *, labels: int = 3) -> Continuum:
    """Return annotators who have nothing to do with each other; their units may overlap."""
    return Continuum.of(
        {name: _anything(rng, rng.randint(0, 2 * units), labels) for name in NAMES[:annotators]}
    )


def _anything(rng, count, labels):
    spans = set()
    for _ in range(count):
        start = rng.randint(0, 60)
        spans.add(Span(start, start + rng.randint(1, 12), rng.choice(LABELS[:labels])))
    return spans


def long_document(rng: random.Random, annotators: int, units: int, *, gap: int = 20) -> Continuum:
    """Return a document with so many units for each annotator, as far apart as `gap` says."""
    true, point = [], 0
    for _ in range(units):
        point += rng.randint(1, gap)
        end = point + rng.randint(2, 14)
        true.append((point, end, rng.choice(LABELS)))
        point = end
    return Continuum.of(
        {name: _slips(rng, true, point, 0.1, len(LABELS)) for name in NAMES[:annotators]}
    )


def with_a_unit_over_all(document: Continuum) -> Continuum:
    """Return the document with one unit more for each annotator, from its begin to about its end."""
    right = max(span.end for _, span in document)
    return Continuum.of(
        {
            name: [*document[name], Span(0, right - place, "SECTION")]
            for place, name in enumerate(document.annotators)
        }
    )
