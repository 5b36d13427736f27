"""Invented corpora to split: the same for the same seed."""

from collections import Counter
from random import Random

from gold.splits.domain.samples import Sample

NAMES = tuple(f"C{number:02}" for number in range(25))


def corpus(size, *, seed=0, categories=8, empty=0.3, missing=0.2, documents=None):
    """Return samples with skewed categories, of which some are empty or lack their gamma."""
    source = Random(seed)
    weights = [0.75**rank for rank in range(categories)]
    samples = []
    for number in range(size):
        counts = Counter()
        if source.random() >= empty:
            drawn = 1 + int(source.expovariate(1.0))
            counts.update(source.choices(NAMES[:categories], weights, k=drawn))
        annotators = source.choice([1, 1, 2, 3, 5, 8])
        has_gamma = counts and annotators > 1 and source.random() >= missing
        samples.append(
            Sample(
                id=str(number),
                categories=dict(counts),
                gamma=1 - abs(source.gauss(0, 0.4)) if has_gamma else None,
                annotators=annotators,
                groups=(f"d{source.randrange(documents)}",) if documents else (),
            )
        )
    return samples
