"""All that results are computed from, read for many inputs at once."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db.models import QuerySet

from agreement.references.domain.corrections import (
    PlaceCorrection,
    write_correction,
)
from agreement.references.domain.references import GivenAnswer, Method, input_digest, method_digest
from agreement.references.models import Correction
from contests.annotating.models import Answer, Unit
from contests.contest.models import Contest
from text.spans import Span


@dataclass(frozen=True)
class InputMaterial:
    """The live answers to one input, and what managers decided about its places."""

    input_id: int
    answers: tuple[GivenAnswer, ...]
    corrections: tuple[PlaceCorrection, ...]

    @property
    def units_of(self) -> dict[str, tuple[Span, ...]]:
        """What each annotator marked who accepted."""
        return {one.annotator: one.units for one in self.answers if one.is_accepted}

    def digest(self, method: bytes) -> bytes:
        """Return the fingerprint of its result."""
        return input_digest(method, self.answers, self.corrections)


def method_of(contest: Contest) -> Method:
    """Return how inputs of this contest are compared and decided."""
    return Method(
        plurality=contest.voting == Contest.Voting.PLURALITY,
        alpha=contest.alpha,
        beta=contest.beta,
        delta_empty=contest.delta_empty,
        seed=contest.seed,
        engine=contest.engine,
    )


def digest_of_settings(contest: Contest) -> bytes:
    """Return the fingerprint of all settings of a contest that results depend on."""
    return method_digest(method_of(contest), weighs_votes=contest.weighs_votes)


def materials(input_ids: Sequence[int]) -> list[InputMaterial]:
    """Return what is known of these inputs, in their order."""
    answers = _answers(input_ids)
    corrections = corrections_of(input_ids)
    return [
        InputMaterial(pk, tuple(answers[pk]), tuple(corrections[pk]))
        for pk in dict.fromkeys(input_ids)
    ]


class _Version(NamedTuple):
    """One version of an answer."""

    id: UUID
    task: int
    input: int
    annotator: int
    is_live: bool
    verdict: str
    answered_at: datetime
    duration_ms: int | None


def _answers(input_ids: Sequence[int]) -> dict[int, list[GivenAnswer]]:
    versions: dict[int, list[_Version]] = defaultdict(list)
    rows = Answer.objects.filter(task__input__in=input_ids).order_by("task_id", "version")
    for row in rows.values_list(
        "id", "task_id", "task__input_id", "task__annotator_id", "is_live", "verdict",
        "answered_at", "duration_ms",
    ):  # fmt: skip
        version = _Version(*row)
        versions[version.task].append(version)
    live = [one for of_task in versions.values() for one in of_task if one.is_live]
    units = _units([one.id for one in live])
    found: dict[int, list[GivenAnswer]] = defaultdict(list)
    for one in live:
        found[one.input].append(_given(one, versions[one.task], units[one.id]))
    return found


def _given(live: _Version, versions: Sequence[_Version], units: Iterable[Span]) -> GivenAnswer:
    known = [one.duration_ms for one in versions if one.duration_ms is not None]
    return GivenAnswer(
        annotator=str(live.annotator),
        id=str(live.id),
        decision=live.verdict,
        answered_at=live.answered_at.isoformat(),
        versions=len(versions),
        # One version of unknown length makes the sum unknown.
        duration_ms=sum(known) if len(known) == len(versions) else None,
        units=tuple(units),
    )


def _units(answer_ids: Sequence[UUID]) -> dict[UUID, list[Span]]:
    found: dict[UUID, list[Span]] = defaultdict(list)
    rows = Unit.objects.filter(answer__in=answer_ids).order_by("answer", "start")
    for answer, start, end, label in rows.values_list(
        "answer_id", "start", "end", "category__label"
    ):
        found[answer].append(Span(start, end, label))
    return found


def corrections_of(input_ids: Sequence[int]) -> dict[int, list[PlaceCorrection]]:
    """Return the corrections in force of these inputs."""
    found: dict[int, list[PlaceCorrection]] = defaultdict(list)
    rows = Correction.objects.in_force().filter(input__in=input_ids).select_related("category")
    for row in rows.order_by("pk"):
        found[row.input_id].append(correction_of(row))
    return found


def correction_of(row: Correction) -> PlaceCorrection:
    """Return the decision of a stored correction."""
    return PlaceCorrection(
        anchor=row.anchor,
        decides_segment=row.decides_segment,
        segment=None if row.start is None or row.end is None else (row.start, row.end),
        decides_category=row.decides_category,
        category=row.category.label if row.category else None,
        note=row.note,
        key=row.pk,
    )


# The key of a correction that is not stored yet: sorts after all stored ones.
UNSAVED = 2**62


def exported_corrections(contest: Contest) -> Iterator[str]:
    """Yield the corrections in force as lines of a file."""
    rows = Correction.objects.in_force().filter(input__contest=contest)
    for row in rows.select_related("input", "category").order_by("input_id", "anchor_start", "pk"):
        yield write_correction(row.input.text, correction_of(row)) + "\n"


@dataclass(frozen=True)
class CorrectionThread:
    """A correction as it stands, with the words it is about and all its versions, latest first."""

    live: Correction
    anchor_words: str
    words: str
    versions: tuple[Correction, ...]


def live_corrections(contest: Contest, *, revoked: bool | None = None) -> QuerySet[Correction]:
    """Return the latest version of each correction, the newest first."""
    live = Correction.objects.filter(input__contest=contest, is_live=True)
    if revoked is not None:
        live = live.filter(is_revoked=revoked)
    return live.select_related("input", "category", "author").order_by("-created_at", "-pk")


def threads_of(corrections: Sequence[Correction]) -> list[CorrectionThread]:
    """Return these corrections with their versions, in one query more."""
    versions: dict[UUID, list[Correction]] = {}
    rows = Correction.objects.filter(thread__in=[one.thread for one in corrections])
    for row in rows.select_related("category", "author", "input").order_by("-version"):
        versions.setdefault(row.thread, []).append(row)
    return [
        CorrectionThread(
            live=one,
            anchor_words=one.input.text[one.anchor_start : one.anchor_end],
            words="" if one.start is None else one.input.text[one.start : one.end],
            versions=tuple(versions[one.thread]),
        )
        for one in corrections
    ]
