"""Drawing lines for a contest: which may be drawn, and the same number from every document type."""

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
    """Why a text is left out; the first that applies counts."""

    TYPE = "type"
    BLANK = "blank"
    SHORT = "short"
    LONG = "long"
    FREQUENT = "frequent"


class Line(NamedTuple):
    """One line of a corpus with its place."""

    digest: bytes
    text: str
    document_type: str
    document: str
    line: int


class Profile(NamedTuple):
    """What decides whether a text is drawn; its type is that of the first document it stands in."""

    document_type: str
    length: int
    times: int
    is_blank: bool


@dataclass(frozen=True)
class Criteria:
    """What a manager wants drawn; None sets no limit."""

    size: int
    min_length: int = 1
    max_length: int | None = None
    # A text that stands more often than this is boilerplate.
    most_times: int | None = None
    types: AbstractSet[str] | None = None
    takes_blank: bool = False

    def reason_against(self, text: Profile) -> Reason | None:
        """Return why this text is left out, or nothing where it may be drawn."""
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
    """How many lines and texts there are, why some are left out, and what will be drawn."""

    lines: int
    texts: int
    left_out: Mapping[Reason, int]
    # Of those that could be drawn: already in the contest, and available by type.
    known: int
    available: Mapping[str, int]
    drawn: Mapping[str, int]


def is_blank(text: str) -> bool:
    """Return whether a line has no letter and no digit: rulers, dots, lonely dashes."""
    return not any(letter.isalnum() for letter in text)


def profile_texts(lines: Iterable[Line]) -> dict[bytes, Profile]:
    """Return the profile of each different text, by digest; the order of the lines does not matter."""
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
    """Return what a draw would find, from the numbers of texts of each profile, all and known."""
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
    """Return the digests of the drawn texts in random order: a function of the texts and the seed."""
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
    # The last round ends in the middle: the first in the alphabet get one more.
    unspent = [kind for kind in shares if available[kind] > level]
    return shares | dict.fromkeys(unspent[:rest], level + 1)


def _full_rounds(counts: Iterable[int], size: int) -> int:
    """Return how many times one of each type can be taken, passing over those that are spent."""
    scarcest_first = sorted(counts)
    rest = size
    for spent, count in enumerate(scarcest_first):
        share = rest // (len(scarcest_first) - spent)
        if count > share:
            return share
        rest -= count
    return scarcest_first[-1] if scarcest_first else 0


def draw_evenly(candidates: Mapping[str, Sequence[T]], *, size: int, seed: int) -> list[T]:
    """Return `size` candidates in random order, equally many of each type as far as there are enough.

    What one type lacks is taken from the others, again equally.
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
