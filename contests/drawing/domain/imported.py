"""Annotations that came with imported files: names made into keys, labels mapped, versions weighed."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from uuid import UUID, uuid5

from text.spans import Span
from text.tokens import key_of

Spans = tuple[Span, ...]

_NAMESPACE = UUID("0c9a4f0e-52f5-5d5b-8a53-6f1b2f4f7a0d")


def answer_id(*, contest: int, member: int, document: str, line: int) -> UUID:
    """Return the id of the answer that a member gave on a line: the same whenever it is imported."""
    return uuid5(_NAMESPACE, f"{contest}|{member}|{line}|{document}")


def are_fit(spans: Iterable[Span], *, text_length: int) -> bool:
    """Return whether the spans lie in the text and apart from each other."""
    ordered = sorted(spans)
    inside = all(span.end <= text_length for span in ordered)
    return inside and all(left.end <= right.start for left, right in pairwise(ordered))


def relabel(spans: Iterable[Span], labels: Mapping[str, str]) -> Spans:
    """Return the spans with the labels they are mapped to; those without one are left out."""
    return tuple(
        Span(span.start, span.end, labels[span.label])
        for span in sorted(spans)
        if labels.get(span.label)
    )


def most_frequent(versions: Sequence[Spans]) -> Spans:
    """Return what is said most often about a text; of equally frequent ones, the first in order."""
    counts = Counter(versions)
    return max(counts, key=lambda version: counts[version])


def placeholder_email(name: str) -> str:
    """Return the address, which nobody has, of the account that stands for a name in a file."""
    plain = unicodedata.normalize("NFKD", name.casefold()).encode("ascii", "ignore").decode()
    slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40]
    return f"{slug or 'annotator'}-{key_of(name)[:8]}@imported.invalid"
