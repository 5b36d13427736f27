"""Answers in records, and their references as records: what `manage.py reference` reads and writes."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from agreement.references.domain.corrections import FiledCorrection, PlaceCorrection
from agreement.references.domain.references import InputOutcome, Method, Place, decide, measure
from agreement.references.domain.voting import Ballot, Decision, Judgement, Segment, elect
from formats.records import ACCEPT, Record
from text.spans import Span

NONE = "none"


@dataclass
class AnsweredText:
    """One text and the latest answer of each of its annotators."""

    text: str
    id: str
    answers: dict[str, Record] = field(default_factory=dict)

    @property
    def units_of(self) -> dict[str, tuple[Span, ...]]:
        """The units of each annotator who accepted the text."""
        accepted = {who: one for who, one in self.answers.items() if one.verdict == ACCEPT}
        return {who: one.spans for who, one in accepted.items()}


def group(records: Iterable[Record]) -> list[AnsweredText]:
    """Group records by id, or by text if they have none; keep the order of the texts."""
    texts: dict[tuple[str, str], AnsweredText] = {}
    for record in records:
        key = ("id", record.id) if record.id else ("text", record.text)
        text = texts.setdefault(key, AnsweredText(record.text, record.id))
        # The last one counts.
        text.answers[record.annotator] = record
    return list(texts.values())


def unmatched(texts: Sequence[AnsweredText], filed: Iterable[FiledCorrection]) -> list[int]:
    """Return the line numbers of the corrections that match no text."""
    return [one.line for one in filed if not any(_belongs(one, text) for text in texts)]


def _belongs(filed: FiledCorrection, text: AnsweredText) -> bool:
    return filed.text == text.text and filed.id in ("", text.id)


def references(
    texts: Iterable[AnsweredText],
    filed: Sequence[FiledCorrection] = (),
    method: Method | None = None,
) -> Iterator[dict[str, Any]]:
    """Yield a record with the reference of each text."""
    method = method or Method()
    for text in texts:
        corrections = [one.correction for one in filed if _belongs(one, text)]
        yield _record(text, corrections, method)


def _record(
    text: AnsweredText, corrections: Sequence[PlaceCorrection], method: Method
) -> dict[str, Any]:
    outcome = decide(measure(text.units_of, method), corrections, plurality=method.plurality)
    measured = outcome.measured
    record: dict[str, Any] = {"id": text.id} if text.id else {}
    return record | {
        "text": text.text,
        "gamma": measured.gamma,
        "observed": measured.observed,
        "annotators": len(measured.annotators),
        "spans": [
            {"start": unit.start, "end": unit.end, "label": unit.label}
            for unit in outcome.gold_units
        ],
        "complete": outcome.is_complete,
        "alignments": [_alignment(place, outcome, method) for place in outcome.places],
    }


def _alignment(place: Place, outcome: InputOutcome, method: Method) -> dict[str, Any]:
    return {
        "start": place.start,
        "end": place.end,
        "state": place.state,
        "votes": {
            "segment": [[*(one.value or (None, None)), one.votes] for one in place.votes.segments],
            "category": [[one.value, one.votes] for one in place.votes.categories],
        },
        "majority": _majority(place, outcome, method),
        "reference": {
            "segment": _named(place.segment),
            "category": _named(place.category),
            "corrected": place.correction is not None,
        },
        "verdicts": {judgement.annotator: _judgement(judgement) for judgement in place.judgements},
    }


def _majority(place: Place, outcome: InputOutcome, method: Method) -> dict[str, Any]:
    # One annotator makes no majority.
    is_voted = len(outcome.measured.annotators) > 1
    segments: Sequence[Ballot[Segment]] = place.votes.segments if is_voted else ()
    categories: Sequence[Ballot[str]] = place.votes.categories if is_voted else ()
    return {
        "segment": _named(elect(segments, plurality=method.plurality)),
        "category": _named(elect(categories, plurality=method.plurality)),
    }


def _named(decision: Decision[Any]) -> list[int] | str | None:
    """Return the value, "none" for no annotation, or None if undecided."""
    if not decision.is_available:
        return None
    if decision.value is None:
        return NONE
    return list(decision.value) if isinstance(decision.value, tuple) else str(decision.value)


def _judgement(judgement: Judgement) -> Mapping[str, Any]:
    unit = judgement.unit
    return {
        "unit": unit and [unit.start, unit.end, unit.label],
        "segment": _agreement(judgement.segment_agrees),
        "category": _agreement(judgement.category_agrees),
        "penalised": judgement.is_penalised,
    }


def _agreement(agrees: bool | None) -> str | None:
    return None if agrees is None else "agrees" if agrees else "disagrees"
