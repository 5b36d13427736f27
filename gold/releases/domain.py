"""What a release amounts to, and what its readers should beware of."""

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from statistics import fmean
from typing import Any


def canonical_line(members: Mapping[str, object]) -> str:
    """Return a JSON object in one line, its names in alphabetical order."""
    return json.dumps(
        members, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False
    )


def checksum(lines: Iterable[Mapping[str, object]]) -> str:
    """Return the SHA-256 of the canonical lines, each with its line end.

    >>> checksum([{"b": 1, "a": None}]) == checksum([{"a": None, "b": 1}])
    True
    """
    digest = hashlib.sha256()
    for members in lines:
        digest.update(f"{canonical_line(members)}\n".encode())
    return digest.hexdigest()


Unit = tuple[int, int, str]
Units = frozenset[Unit]


@dataclass(frozen=True)
class Change:
    """A text of either release, by its digest, and its units in both; None where it is not."""

    digest: bytes
    before: Units | None
    after: Units | None

    @property
    def kind(self) -> str:
        if self.before is None:
            return "added"
        return "removed" if self.after is None else "changed"


def changes(before: Mapping[bytes, Units], after: Mapping[bytes, Units]) -> Iterator[Change]:
    """Yield what differs, in the order of the texts of the later release, then of the earlier.

    >>> [each.kind for each in changes({b"1": frozenset()}, {b"2": frozenset()})]
    ['added', 'removed']
    """
    for digest, units in after.items():
        if digest not in before or before[digest] != units:
            yield Change(digest, before.get(digest), units)
    for digest, units in before.items():
        if digest not in after:
            yield Change(digest, units, None)


# Below these a reader is warned.
RARE = 20
LOW_GAMMA = 0.5
FEW_ANNOTATORS = 3
LARGE_SHARE = 0.1


@dataclass(frozen=True)
class TextFacts:
    """What is counted of one text."""

    labels: Sequence[str]
    kind: str
    annotators: int
    gamma: float | None
    is_complete: bool
    open_places: int
    documents: Sequence[str]
    characters: int


@dataclass(frozen=True)
class CategoryFacts:
    """One category: its gold units, the texts it stands in, and how well people agree on those."""

    name: str
    units: int
    texts: int
    mean_gamma: float | None


@dataclass(frozen=True)
class Weakness:
    """Something to beware of: what it is, and the numbers or names that say how much."""

    code: str
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Summary:
    """The numbers of a data card."""

    texts: int
    complete: int
    empty: int
    single: int
    units: int
    open_places: int
    documents: int
    characters: int
    mean_annotators: float | None
    # Over texts that have one; then with those counted as 1 that several people left empty.
    mean_gamma: float | None
    mean_gamma_with_empty: float | None
    categories: tuple[CategoryFacts, ...]

    def as_members(self) -> dict[str, Any]:
        """Return it as it is stored."""
        return asdict(self) | {"categories": [asdict(each) for each in self.categories]}

    @classmethod
    def of(cls, members: Mapping[str, Any]) -> "Summary":
        """Return the summary that was stored."""
        known = {name: members[name] for name in cls.__dataclass_fields__}
        rows = tuple(CategoryFacts(**each) for each in members["categories"])
        return cls(**known | {"categories": rows})


def summarise(texts: Iterable[TextFacts]) -> Summary:
    """Count a release."""
    counts, units = Counter[str](), Counter[str]()
    gammas, agreed, annotators = [], 0, []
    gammas_of: dict[str, list[float | None]] = defaultdict(list)
    documents: set[str] = set()
    for text in texts:
        counts.update(_counts(text))
        units.update(text.labels)
        documents.update(text.documents)
        annotators.append(text.annotators)
        agreed += text.kind == "empty"
        if text.gamma is not None:
            gammas.append(text.gamma)
        for label in set(text.labels):
            gammas_of[label].append(text.gamma)
    return Summary(
        **{name: counts[name] for name in COUNTED},
        units=units.total(),
        documents=len(documents),
        mean_annotators=_mean(annotators),
        mean_gamma=_mean(gammas),
        mean_gamma_with_empty=_mean([*gammas, *[1.0] * agreed]),
        categories=tuple(
            CategoryFacts(
                label,
                units[label],
                len(gammas_of[label]),
                _mean([gamma for gamma in gammas_of[label] if gamma is not None]),
            )
            for label in sorted(units)
        ),
    )


COUNTED = ("texts", "complete", "empty", "single", "open_places", "characters")


def _counts(text: TextFacts) -> dict[str, int]:
    return {
        "texts": 1,
        "complete": int(text.is_complete),
        "empty": int(not text.labels),
        "single": int(text.kind == "single"),
        "open_places": text.open_places,
        "characters": text.characters,
    }


def _mean(values: Sequence[float]) -> float | None:
    # Rounded: sums in another order must not give another summary.
    return round(fmean(values), 9) if values else None


def weaknesses(
    summary: Summary, *, shows_proposals: bool = False, has_guidelines: bool = True
) -> Iterator[Weakness]:
    """Yield what a reader should beware of, computed from the numbers."""
    if not summary.texts:
        return
    rare = [each.name for each in summary.categories if each.units < RARE]
    if rare:
        yield Weakness("rare", {"names": ", ".join(rare), "limit": RARE})
    low = [each.name for each in summary.categories if _is_low(each.mean_gamma)]
    if low:
        yield Weakness("low_gamma", {"names": ", ".join(low), "limit": LOW_GAMMA})
    if summary.single >= LARGE_SHARE * summary.texts:
        yield Weakness("single", {"percent": _percent(summary.single, summary.texts)})
    if summary.complete < summary.texts:
        missing = summary.texts - summary.complete
        yield Weakness("incomplete", {"texts": missing, "places": summary.open_places})
    if summary.mean_annotators is not None and summary.mean_annotators < FEW_ANNOTATORS:
        yield Weakness("few_annotators", {"mean": round(summary.mean_annotators, 1)})
    if shows_proposals:
        yield Weakness("proposals")
    if not has_guidelines:
        yield Weakness("no_guidelines")
    if summary.empty == summary.texts:
        yield Weakness("all_empty")


def _is_low(gamma: float | None) -> bool:
    return gamma is not None and gamma < LOW_GAMMA


def _percent(part: int, whole: int) -> int:
    return round(100 * part / whole)
