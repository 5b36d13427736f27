"""Drawing lines for a contest, evenly by document type, and reading imported annotations."""

import re
import unicodedata
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from random import Random
from typing import NamedTuple, TypeVar
from uuid import UUID, uuid5

from text.spans import Span
from text.tokens import key_of

T = TypeVar("T", bound=Hashable)


class Reason(StrEnum):
    """Why a text is left out; the first reason that applies counts."""

    TYPE = "type"
    BLANK = "blank"
    SHORT = "short"
    LONG = "long"
    FREQUENT = "frequent"


class Line(NamedTuple):
    """One line of a corpus with its document and number."""

    digest: bytes
    text: str
    document_type: str
    document: str
    line: int


class Profile(NamedTuple):
    """The properties that decide whether a text is drawn; the type is that of its first document."""

    document_type: str
    length: int
    times: int
    is_blank: bool


@dataclass(frozen=True)
class Criteria:
    """The manager's limits for a draw; None means no limit."""

    size: int
    min_length: int = 1
    max_length: int | None = None
    # More frequent texts are boilerplate.
    most_times: int | None = None
    types: AbstractSet[str] | None = None
    takes_blank: bool = False

    def reason_against(self, text: Profile) -> Reason | None:
        """Return why this text is left out, or None."""
        tests = (
            (Reason.TYPE, self.types is not None and text.document_type not in self.types),
            (Reason.BLANK, text.is_blank and not self.takes_blank),
            (Reason.SHORT, text.length < self.min_length),
            (Reason.LONG, self.max_length is not None and text.length > self.max_length),
            (Reason.FREQUENT, self.most_times is not None and text.times > self.most_times),
        )
        return next((reason for reason, applies in tests if applies), None)


@dataclass(frozen=True)
class Survey:
    """The numbers of lines and texts, of texts left out by reason, and of texts to draw."""

    lines: int
    texts: int
    left_out: Mapping[Reason, int]
    # Of the suitable texts: already in the contest, and available by type.
    known: int
    available: Mapping[str, int]
    drawn: Mapping[str, int]


def is_blank(text: str) -> bool:
    """Return whether a line has no letter and no digit, such as a ruler."""
    return not any(letter.isalnum() for letter in text)


def profile_texts(lines: Iterable[Line]) -> dict[bytes, Profile]:
    """Return the profile of each distinct text by digest, for lines in any order."""
    first: dict[bytes, tuple[str, int, Profile]] = {}
    for line in lines:
        known = first.get(line.digest)
        if known is None:
            profile = Profile(line.document_type, len(line.text), 1, is_blank(line.text))
            first[line.digest] = (line.document, line.line, profile)
            continue
        document, number, profile = known
        profile = profile._replace(times=profile.times + 1)
        if (line.document, line.line) < (document, number):
            document, number = line.document, line.line
            profile = profile._replace(document_type=line.document_type)
        first[line.digest] = (document, number, profile)
    return {digest: profile for digest, (_, _, profile) in first.items()}


def survey(
    texts: Mapping[Profile, int], *, criteria: Criteria, known: Mapping[Profile, int]
) -> Survey:
    """Return the survey of a draw from the numbers of all and of known texts per profile."""
    left_out: Counter[Reason] = Counter()
    available: Counter[str] = Counter()
    already = 0
    for profile, count in texts.items():
        reason = criteria.reason_against(profile)
        if reason is not None:
            left_out[reason] += count
            continue
        already += known.get(profile, 0)
        available[profile.document_type] += count - known.get(profile, 0)
    return Survey(
        lines=sum(profile.times * count for profile, count in texts.items()),
        texts=sum(texts.values()),
        left_out=left_out,
        known=already,
        available=available,
        drawn=share_evenly(available, size=criteria.size),
    )


def draw_texts(
    texts: Mapping[bytes, Profile], *, criteria: Criteria, known: AbstractSet[bytes], seed: int
) -> list[bytes]:
    """Return the digests of the drawn texts in random order, determined by the texts and the seed."""
    candidates: dict[str, list[bytes]] = {}
    for digest in sorted(texts.keys() - known):
        profile = texts[digest]
        if criteria.reason_against(profile) is None:
            candidates.setdefault(profile.document_type, []).append(digest)
    return draw_evenly(dict(sorted(candidates.items())), size=criteria.size, seed=seed)


def share_evenly(available: Mapping[str, int], *, size: int) -> dict[str, int]:
    """Return how many `draw_evenly` takes of each type."""
    level = _full_rounds(available.values(), size)
    shares = {kind: min(available[kind], level) for kind in sorted(available)}
    rest = size - sum(shares.values())
    # In the incomplete last round, the first types in the alphabet get one more.
    unspent = [kind for kind in shares if available[kind] > level]
    return shares | dict.fromkeys(unspent[:rest], level + 1)


def _full_rounds(counts: Iterable[int], size: int) -> int:
    """Return the number of complete rounds that take one of each type, skipping exhausted types."""
    scarcest_first = sorted(counts)
    rest = size
    for spent, count in enumerate(scarcest_first):
        share = rest // (len(scarcest_first) - spent)
        if count > share:
            return share
        rest -= count
    return scarcest_first[-1] if scarcest_first else 0


def draw_evenly(candidates: Mapping[str, Sequence[T]], *, size: int, seed: int) -> list[T]:
    """Return `size` candidates in random order, the same number of each type as far as possible.

    The shortage of one type is shared equally by the others.
    """
    source = Random(seed)  # noqa: S311
    shuffled = {kind: source.sample(list(items), len(items)) for kind, items in candidates.items()}
    drawn: list[T] = []
    while len(drawn) < size and any(shuffled.values()):
        for kind in sorted(kind for kind, items in shuffled.items() if items):
            if len(drawn) < size:
                drawn.append(shuffled[kind].pop())
    source.shuffle(drawn)
    return drawn


Spans = tuple[Span, ...]

_NAMESPACE = UUID("0c9a4f0e-52f5-5d5b-8a53-6f1b2f4f7a0d")


def answer_id(*, contest: int, member: int, document: str, line: int) -> UUID:
    """Return the id of a member's imported answer on a line, the same at every import."""
    return uuid5(_NAMESPACE, f"{contest}|{member}|{line}|{document}")


def are_fit(spans: Iterable[Span], *, text_length: int) -> bool:
    """Return whether the spans are within the text and do not overlap."""
    ordered = sorted(spans)
    inside = all(span.end <= text_length for span in ordered)
    return inside and all(left.end <= right.start for left, right in pairwise(ordered))


def relabel(spans: Iterable[Span], labels: Mapping[str, str]) -> Spans:
    """Return the spans with mapped labels, without spans whose label has no mapping."""
    return tuple(
        Span(span.start, span.end, labels[span.label])
        for span in sorted(spans)
        if labels.get(span.label)
    )


def most_frequent(versions: Sequence[Spans]) -> Spans:
    """Return the most frequent version, the first of several equally frequent ones."""
    counts = Counter(versions)
    return max(counts, key=lambda version: counts[version])


def placeholder_email(name: str) -> str:
    """Return the invalid e-mail address of the placeholder account for a name in a file."""
    plain = unicodedata.normalize("NFKD", name.casefold()).encode("ascii", "ignore").decode()
    slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40]
    return f"{slug or 'annotator'}-{key_of(name)[:8]}@imported.invalid"
