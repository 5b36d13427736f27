"""The reference of one input: alignment, votes, gold units and judgements.

`measure` (alignment and gamma) is expensive; `decide` (votes and corrections) is cheap and runs again alone
when the weights of votes change.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
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
Decisions = tuple[Decision[Segment], Decision[str]]


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
        """The keyword arguments for an engine."""
        return {
            "samples": self.samples,
            "seed": self.seed,
            "alpha": self.alpha,
            "beta": self.beta,
            "delta_empty": self.delta_empty,
        }


@dataclass(frozen=True)
class Measured:
    """The aligned annotations of one input: one row per place, from left to right."""

    annotators: tuple[str, ...]
    rows: tuple[Row, ...] = ()
    gamma: float | None = None
    gamma_cat: float | None = None
    gamma_k: Mapping[str, float | None] = field(default_factory=dict)
    observed: float | None = None
    expected: float | None = None
    # Why the annotations could not be aligned; else empty.
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
        """The number of units of all annotators."""
        return sum(unit is not None for row in self.rows for unit in row.values())


@dataclass(frozen=True)
class Place:
    """A unitary alignment with its votes, reference and judgements; or a detached correction."""

    start: int
    end: int
    units: Row
    votes: Votes
    segment: Decision[Segment]
    category: Decision[str]
    state: str
    # The reference by unweighted votes; the same if votes are not weighted.
    majority_segment: Decision[Segment]
    majority_category: Decision[str]
    correction: PlaceCorrection | None = None
    gold: Span | None = None

    @property
    def is_detached(self) -> bool:
        return not self.units

    @property
    def differs(self) -> bool:
        """Whether weighted votes lead to another reference than the plain majority."""
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
    """The measured input with its decided places."""

    measured: Measured
    places: tuple[Place, ...]

    @property
    def kind(self) -> str:
        return self.measured.kind

    @property
    def gold_units(self) -> tuple[Span, ...]:
        """The gold units, from left to right; they never overlap."""
        return tuple(sorted(place.gold for place in self.places if place.gold is not None))

    @property
    def is_complete(self) -> bool:
        """Whether all places are decided and consistent."""
        is_open = any(place.state in (UNDECIDED, INCONSISTENT) for place in self.places)
        return self.kind not in (NONE, FAILED) and not is_open

    @property
    def is_contested(self) -> bool:
        """Whether the annotators disagree anywhere, so that weights could matter."""
        return self.kind == COMPARED and not all(place.votes.is_unanimous for place in self.places)

    def judgements_by_annotator(self, *, by_majority: bool = False) -> dict[str, list[Judgement]]:
        """Return the judgements of each annotator, in the order of places."""
        found: dict[str, list[Judgement]] = {who: [] for who in self.measured.annotators}
        for place in self.places:
            for judgement in place.majority_judgements if by_majority else place.judgements:
                found[judgement.annotator].append(judgement)
        return found


def measure(units_of: Mapping[str, Iterable[Span]], method: Method | None = None) -> Measured:
    """Align the annotations and compute gamma, unless there is nothing to compare."""
    alone = measured_alone(units_of)
    if alone is not None:
        return alone
    # Imported here because it loads a compiler.
    from gamma.continuum import Continuum  # noqa: PLC0415

    method = method or Method()
    return measured_by(
        engine_named(method.engine)(Continuum.of(units_of), **method.options)  # type: ignore[arg-type]
    )


def measured_alone(units_of: Mapping[str, Iterable[Span]]) -> Measured | None:
    """Return the result for fewer than two annotators or no units; None if there is something to compare."""
    units = {who: sorted(set(units_of[who])) for who in sorted(units_of)}
    if len(units) > 1 and any(units.values()):
        return None
    rows = tuple({who: span} for who, spans in units.items() for span in spans)
    return Measured(tuple(units), rows)


def measured_by(result: "GammaResult") -> Measured:
    """Convert the result of an engine."""
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
    """Decide the reference of each place by votes and corrections; without weights, each vote counts one."""
    # Sorted by position, so that deciding stored places again meets the same order.
    rows = sorted(measured.rows, key=_extent)
    found = match(corrections, [_marked(row) for row in rows])
    decide_row = _own_place if measured.kind == SINGLE else _voted_place
    places = [
        decide_row(row, found.by_place.get(number), plurality, weights)
        for number, row in enumerate(rows)
    ]
    places += [_detached_place(correction) for correction in found.detached]
    # Sorting is stable: places with the same extent keep the order of their alignment.
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
    elected = _elect(votes, plurality)
    majority = elected if weights is None else _elect(votes_of(row), plurality)
    return _place(row, votes, correction, elected, majority)


def _elect(votes: Votes, plurality: bool) -> Decisions:
    return elect(votes.segments, plurality=plurality), elect(votes.categories, plurality=plurality)


def _place(
    row: Row,
    votes: Votes,
    correction: PlaceCorrection | None,
    elected: Decisions,
    majority: Decisions,
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
) -> Decisions:
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
    """Return the place of a single annotator's unit: without a correction, it has no reference.

    A correction of only the segment or only the category keeps the rest of the unit.
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
    decisions = _corrected(correction, Decision(), Decision())
    state, gold = _state_of(*decisions)
    return Place(*correction.anchor, {}, NO_VOTES, *decisions, state, *decisions, correction, gold)


def _without_overlaps(places: Sequence[Place]) -> list[Place]:
    """Keep the stronger of two overlapping gold units; mark the other's place as inconsistent."""
    kept: list[Span] = []
    found = list(places)
    for number, place in sorted(enumerate(places), key=lambda pair: _strength(pair[1])):
        if place.gold is None:
            continue
        if any(overlap(place.gold.extent, one.extent) for one in kept):
            found[number] = replace(place, state=INCONSISTENT, gold=None)
        else:
            kept.append(place.gold)
    return found


def _strength(place: Place) -> tuple[bool, int, Span]:
    """Return a sort key: corrected places first, then more votes for the segment, then leftmost."""
    gold = place.gold or Span(place.start, place.end, "-")
    votes = next((one.weight for one in place.votes.segments if one.value == gold.extent), 0)
    return place.correction is None, -votes, gold


# Increment when the same answers lead to another result than before.
RULES_VERSION = 2
NO_DIGEST = b""


@dataclass(frozen=True)
class GivenAnswer:
    """The parts of a live answer that results depend on."""

    annotator: str
    id: str
    decision: str
    # ISO 8601, which reads the same on every machine.
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
    # Left out for the default engine, so that digests from before there were others stay valid.
    others = [] if engine == Method.engine else [engine, engine_version(engine)]
    return _digest([RULES_VERSION, *settings, weighs_votes, *others])


def input_digest(
    method: bytes, answers: Iterable[GivenAnswer], corrections: Iterable[PlaceCorrection]
) -> bytes:
    """Return the fingerprint of one input's answers and corrections, under these settings.

    Return NO_DIGEST if there are neither answers nor corrections.
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
