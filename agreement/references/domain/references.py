"""One input, from what its annotators marked to the reference: alignment, votes, gold units, judgements.

Measuring (alignment and gamma) and deciding (votes and corrections) are two steps: the second is cheap,
and is done again by itself where votes weigh differently.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, field, replace
from typing import TYPE_CHECKING, Any

from agreement.references.domain.corrections import PlaceCorrection, match
from agreement.references.domain.voting import (
    NO_VOTES,
    Decision,
    Judgement,
    Segment,
    Votes,
    Weights,
    elect,
    judge,
    votes_of,
)
from gamma.engines import engine_named, engine_version
from text.spans import Span, overlap

if TYPE_CHECKING:
    from gamma.gamma import GammaResult

COMPARED, EMPTY, SINGLE, NONE, FAILED = KINDS = ("compared", "empty", "single", "none", "failed")
GOLD, NOTHING_THERE, UNDECIDED, INCONSISTENT, UNCOMPARED = STATES = (
    "gold",
    "nothing",
    "undecided",
    "inconsistent",
    "single",
)
SAMPLES = 30

Row = Mapping[str, Span | None]


@dataclass(frozen=True)
class Method:
    """How inputs of one contest are compared and decided."""

    plurality: bool = False
    alpha: float = 1.0
    beta: float = 1.0
    delta_empty: float = 1.0
    seed: int = 0
    samples: int = SAMPLES
    engine: str = "exact"

    @property
    def options(self) -> dict[str, float]:
        """What an engine is told."""
        return {
            "samples": self.samples,
            "seed": self.seed,
            "alpha": self.alpha,
            "beta": self.beta,
            "delta_empty": self.delta_empty,
        }


@dataclass(frozen=True)
class Measured:
    """What the annotators of one input marked, aligned: a row for each place, from left to right."""

    annotators: tuple[str, ...]
    rows: tuple[Row, ...] = ()
    gamma: float | None = None
    gamma_cat: float | None = None
    gamma_k: Mapping[str, float | None] = field(default_factory=dict)
    observed: float | None = None
    expected: float | None = None
    # Why there are no rows, though there is something to compare; else empty.
    failure: str = ""

    @property
    def kind(self) -> str:
        if self.failure:
            return FAILED
        if not self.annotators:
            return NONE
        if len(self.annotators) == 1:
            return SINGLE
        return COMPARED if self.rows else EMPTY

    @property
    def units(self) -> int:
        """How many units all annotators marked together."""
        return sum(unit is not None for row in self.rows for unit in row.values())


@dataclass(frozen=True)
class Place:
    """One unitary alignment with its votes, reference and judgements; or a correction that found none."""

    start: int
    end: int
    units: Row
    votes: Votes
    segment: Decision[Segment]
    category: Decision[str]
    state: str
    # What stands without weights; the same where votes are not weighed.
    majority_segment: Decision[Segment]
    majority_category: Decision[str]
    correction: PlaceCorrection | None = None
    gold: Span | None = None

    @property
    def is_detached(self) -> bool:
        return not self.units

    @property
    def differs(self) -> bool:
        """Whether weighed votes lead to another reference than the plain majority."""
        return _names(self.segment) != _names(self.majority_segment) or _names(
            self.category
        ) != _names(self.majority_category)

    @property
    def judgements(self) -> tuple[Judgement, ...]:
        return judge(self.units, self.segment, self.category)

    @property
    def majority_judgements(self) -> tuple[Judgement, ...]:
        return judge(self.units, self.majority_segment, self.majority_category)


@dataclass(frozen=True)
class InputOutcome:
    """All that follows for one input."""

    measured: Measured
    places: tuple[Place, ...]

    @property
    def kind(self) -> str:
        return self.measured.kind

    @property
    def gold_units(self) -> tuple[Span, ...]:
        """Units that never overlap, from left to right."""
        return tuple(sorted(place.gold for place in self.places if place.gold is not None))

    @property
    def is_complete(self) -> bool:
        """Whether all is decided and consistent."""
        is_open = any(place.state in (UNDECIDED, INCONSISTENT) for place in self.places)
        return self.kind not in (NONE, FAILED) and not is_open

    @property
    def is_contested(self) -> bool:
        """Whether the annotators differ anywhere, so that weights could matter."""
        return self.kind == COMPARED and not all(place.votes.is_unanimous for place in self.places)

    def judgements_by_annotator(self, *, by_majority: bool = False) -> dict[str, list[Judgement]]:
        """Return the judgements of each annotator, in the order of places."""
        found: dict[str, list[Judgement]] = {who: [] for who in self.measured.annotators}
        for place in self.places:
            for judgement in place.majority_judgements if by_majority else place.judgements:
                found[judgement.annotator].append(judgement)
        return found


def measure(units_of: Mapping[str, Iterable[Span]], method: Method | None = None) -> Measured:
    """Align what the annotators marked and compute its gamma, where there is anything to compare."""
    alone = measured_alone(units_of)
    if alone is not None:
        return alone
    # Imported where it is needed: it brings a compiler with it.
    from gamma.continuum import Continuum  # noqa: PLC0415

    method = method or Method()
    return measured_by(
        engine_named(method.engine)(Continuum.of(units_of), **method.options)  # type: ignore[arg-type]
    )


def measured_alone(units_of: Mapping[str, Iterable[Span]]) -> Measured | None:
    """Return what is measured where there is nothing to compare: fewer than two annotators, or no unit."""
    units = {who: sorted(set(units_of[who])) for who in sorted(units_of)}
    if len(units) > 1 and any(units.values()):
        return None
    rows = tuple({who: span} for who, spans in units.items() for span in spans)
    return Measured(tuple(units), rows)


def measured_by(result: "GammaResult") -> Measured:
    """Return the measured input of a gamma that was computed elsewhere."""
    return Measured(
        annotators=result.alignment.annotators,
        rows=tuple(unitary.units for unitary in result.alignment),
        gamma=result.gamma,
        gamma_cat=result.gamma_cat,
        gamma_k=result.gamma_k,
        observed=result.observed,
        expected=result.expected,
    )


def decide(
    measured: Measured,
    corrections: Sequence[PlaceCorrection] = (),
    *,
    plurality: bool = False,
    weights: Weights | None = None,
) -> InputOutcome:
    """Return places with their references; votes count one each, or as much as they weigh."""
    # By place first: who reads stored places and decides again meets the same order.
    rows = sorted(measured.rows, key=_extent)
    found = match(corrections, [_marked(row) for row in rows])
    decide_row = _own_place if measured.kind == SINGLE else _voted_place
    places = [
        decide_row(row, found.by_place.get(number), plurality, weights)
        for number, row in enumerate(rows)
    ]
    places += [_detached_place(correction) for correction in found.detached]
    # Sorting is stable: places keep the order of their alignment where they start alike.
    places.sort(key=lambda place: (place.start, place.end))
    return InputOutcome(measured, tuple(_without_overlaps(places)))


def _marked(row: Row) -> list[Span]:
    return [unit for unit in row.values() if unit is not None]


def _extent(row: Row) -> Segment:
    units = _marked(row)
    return min(unit.start for unit in units), max(unit.end for unit in units)


def _names(decision: Decision[Segment] | Decision[str]) -> tuple[str, object]:
    return decision.source, decision.value


def _voted_place(
    row: Row, correction: PlaceCorrection | None, plurality: bool, weights: Weights | None
) -> Place:
    votes = votes_of(row, weights)
    segment = elect(votes.segments, plurality=plurality)
    category = elect(votes.categories, plurality=plurality)
    if weights is None:
        return _place(row, votes, correction, (segment, category), (segment, category))
    plain = votes_of(row)
    majority_segment = elect(plain.segments, plurality=plurality)
    majority_category = elect(plain.categories, plurality=plurality)
    return _place(
        row, votes, correction, (segment, category), (majority_segment, majority_category)
    )


def _place(
    row: Row,
    votes: Votes,
    correction: PlaceCorrection | None,
    elected: tuple[Decision[Segment], Decision[str]],
    majority: tuple[Decision[Segment], Decision[str]],
) -> Place:
    segment, category = _corrected(correction, *elected)
    majority_segment, majority_category = _corrected(correction, *majority)
    state, gold = _state_of(segment, category)
    start, end = _extent(row)
    return Place(
        start=start,
        end=end,
        units=row,
        votes=votes,
        segment=segment,
        category=category,
        state=state,
        majority_segment=majority_segment,
        majority_category=majority_category,
        correction=correction,
        gold=gold,
    )


def _corrected(
    correction: PlaceCorrection | None, segment: Decision[Segment], category: Decision[str]
) -> tuple[Decision[Segment], Decision[str]]:
    if correction is None:
        return segment, category
    return correction.segment_or(segment), correction.category_or(category)


def _state_of(segment: Decision[Segment], category: Decision[str]) -> tuple[str, Span | None]:
    """Return the state of a place, and its gold unit if it has one."""
    if not (segment.is_available and category.is_available):
        return UNDECIDED, None
    if segment.value is None and category.value is None:
        return NOTHING_THERE, None
    if segment.value is None or category.value is None:
        return INCONSISTENT, None
    return GOLD, Span(*segment.value, category.value)


def _own_place(
    row: Row, correction: PlaceCorrection | None, _plurality: bool, _weights: Weights | None
) -> Place:
    """Return the place of a unit that nobody else looked at: it stands, and there is no reference.

    What a manager decides about it is a reference; what they leave open stays as it was marked.
    """
    (unit,) = _marked(row)
    none = (Decision[Segment](), Decision[str]())
    place = _place(row, votes_of(row), correction, none, none)
    if correction is None:
        return replace(place, state=UNCOMPARED, gold=unit)
    segment = correction.segment_or(Decision("own", unit.extent))
    category = correction.category_or(Decision("own", unit.label))
    state, gold = _state_of(segment, category)
    return replace(place, state=state, gold=gold)


def _detached_place(correction: PlaceCorrection) -> Place:
    segment, category = _corrected(correction, Decision(), Decision())
    state, gold = _state_of(segment, category)
    return Place(
        *correction.anchor,
        {},
        NO_VOTES,
        segment,
        category,
        state,
        segment,
        category,
        correction,
        gold,
    )


def _without_overlaps(places: Sequence[Place]) -> list[Place]:
    """Let the stronger of two overlapping gold units stay, and call the other's place inconsistent."""
    standing: list[Span] = []
    losers: set[int] = set()
    numbered = [(number, place) for number, place in enumerate(places) if place.gold]
    strength: Callable[[tuple[int, Place]], tuple[bool, int, Span]] = _strength
    for number, place in sorted(numbered, key=strength):
        gold = place.gold
        if gold is None or any(overlap(gold.extent, one.extent) for one in standing):
            losers.add(number)
        else:
            standing.append(gold)
    return [
        replace(place, state=INCONSISTENT, gold=None) if number in losers else place
        for number, place in enumerate(places)
    ]


def _strength(numbered: tuple[int, Place]) -> tuple[bool, int, Span]:
    """Return a key that is smallest for what stays: corrected, more segment votes, leftmost."""
    _number, place = numbered
    gold = place.gold or Span(place.start, place.end, "-")
    votes = next(
        (ballot.weight for ballot in place.votes.segments if ballot.value == gold.extent),
        0,
    )
    return place.correction is None, -votes, gold


# Raised whenever the same answers would lead to another result than before.
RULES_VERSION = 2
NO_DIGEST = b""


@dataclass(frozen=True)
class GivenAnswer:
    """One person's live answer to an input, as far as results depend on it."""

    annotator: str
    id: str
    decision: str
    # Seconds since 1970 would do; kept as written, it reads the same on every machine.
    answered_at: str
    versions: int
    duration_ms: int | None
    units: tuple[Span, ...] = ()

    @property
    def is_accepted(self) -> bool:
        return self.decision == "accept"


def method_digest(method: Method, *, weighs_votes: bool) -> bytes:
    """Return the fingerprint of a contest's settings."""
    *settings, engine = astuple(method)
    # Left out where it is ours, which was once the only one: the digests of then stay as they were.
    others = [] if engine == Method.engine else [engine, engine_version(engine)]
    return _digest([RULES_VERSION, *settings, weighs_votes, *others])


def input_digest(
    method: bytes, answers: Iterable[GivenAnswer], corrections: Iterable[PlaceCorrection]
) -> bytes:
    """Return the fingerprint of one input's answers and corrections, under these settings.

    Where there are none it is NO_DIGEST: there is nothing to say about such an input.
    """
    given = [astuple(one) for one in sorted(answers, key=lambda answer: answer.annotator)]
    # Notes are left out: they change no result.
    decided = [
        (one.key, one.anchor, one.decides_segment, one.segment, one.decides_category, one.category)
        for one in sorted(corrections, key=lambda correction: correction.key)
    ]
    return _digest([method.hex(), given, decided]) if given or decided else NO_DIGEST


def _digest(value: Any) -> bytes:
    return hashlib.sha256(json.dumps(value, ensure_ascii=False).encode()).digest()
