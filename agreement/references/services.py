"""Managers' decisions about places: in versions, each of which can be taken back."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID, uuid4

from django.db import transaction

from accounts.audit import CHANGED, CREATED, Actor, record
from agreement.references.domain.corrections import (
    PlaceCorrection,
    check_correction,
    read_corrections,
)
from agreement.references.errors import CorrectionRefused, CorrectionsRefused
from agreement.references.models import Correction
from contests.categories.models import Category
from contests.contest import domain as lifecycle
from contests.contest.errors import ContestArchived
from contests.contest.models import Contest
from contests.inputs.models import ContestInput
from contests.inputs.services import note_changes
from text.tokens import digest_of


@dataclass(frozen=True)
class Place:
    """A correction for one input. A thread names the correction it replaces; else the anchor finds it."""

    input_id: int
    correction: PlaceCorrection
    thread: UUID | None = None


def correct(
    *,
    contest: Contest,
    input_id: int,
    correction: PlaceCorrection,
    actor: Actor,
    thread: UUID | None = None,
) -> Correction:
    """Decide about a place: a new correction, or the next version of the one that stands there."""
    (version,) = _correct([Place(input_id, correction, thread)], contest, actor)
    return version


def correct_many(*, contest: Contest, places: Sequence[Place], actor: Actor) -> UUID:
    """Decide about many places at once; what is returned undoes all of it."""
    batch = uuid4()
    _correct(places, contest, actor, batch)
    return batch


@transaction.atomic
def _correct(
    places: Sequence[Place], contest: Contest, actor: Actor, batch: UUID | None = None
) -> list[Correction]:
    inputs = _lock_inputs(contest, {place.input_id for place in places})
    labels = {
        place.correction.category for place in places if place.correction.category is not None
    }
    categories = {one.label: one for one in contest.categories.filter(label__in=labels)}
    made = []
    for place in places:
        if place.input_id not in inputs:
            raise CorrectionRefused("unknown-text")
        check_correction(place.correction, text_length=len(inputs[place.input_id].text))
        made.append(_add(place, categories, actor, batch))
    _written(made, contest, actor, "correct", batch)
    return made


def _lock_inputs(contest: Contest, ids: Iterable[int]) -> dict[int, ContestInput]:
    """Return inputs of the contest for us alone: of two managers at once, one comes second."""
    if not Contest.objects.get(pk=contest.pk).permits(lifecycle.SCORE):
        raise ContestArchived
    rows = contest.inputs.filter(pk__in=ids).order_by("pk")
    locked = rows.select_for_update(of=("self",), no_key=True)
    return {row.pk: row for row in locked}


def _add(
    place: Place, categories: dict[str, Category], actor: Actor, batch: UUID | None
) -> Correction:
    correction = place.correction
    if correction.category is not None and correction.category not in categories:
        raise CorrectionRefused("unknown-label")
    start, end = correction.segment or (None, None)
    version = Correction(
        input_id=place.input_id,
        batch=batch,
        anchor_start=correction.anchor[0],
        anchor_end=correction.anchor[1],
        decides_segment=correction.decides_segment,
        start=start,
        end=end,
        decides_category=correction.decides_category,
        category=categories[correction.category] if correction.category is not None else None,
        note=correction.note,
        author=actor.user,
    )
    return _append(version, _standing(place))


def _standing(place: Place) -> Correction | None:
    """Return the live version that this place's correction has, taken back or not."""
    live = Correction.objects.filter(input=place.input_id, is_live=True)
    if place.thread is not None:
        return live.filter(thread=place.thread).first()
    start, end = place.correction.anchor
    same = live.filter(anchor_start=start, anchor_end=end)
    return same.order_by("is_revoked", "-pk").first()


def _append(version: Correction, before: Correction | None) -> Correction:
    """Store a version as the live one of its thread."""
    if before is not None:
        Correction.objects.filter(pk=before.pk).update(is_live=False)
        version.thread, version.version = before.thread, before.version + 1
    version.save(force_insert=True)
    return version


def _written(
    made: Sequence[Correction],
    contest: Contest,
    actor: Actor,
    change: str,
    batch: UUID | None = None,
) -> None:
    note_changes(contest_id=contest.pk, input_ids=[one.input_id for one in made])
    for one in made:
        action = CREATED if one.version == 1 else CHANGED
        details = {"change": change, "input": one.input_id, "version": one.version}
        if batch is not None:
            details["batch"] = str(batch)
        record(actor, action, "correction", one.pk, contest_id=contest.pk, **details)


@transaction.atomic
def revoke(*, contest: Contest, thread: UUID, actor: Actor) -> Correction:
    """Let a correction count no more; again, it changes nothing."""
    live = _lock_thread(contest, thread)
    if live.is_revoked:
        return live
    made = _append(_copy(live, actor, is_revoked=True), live)
    _written([made], contest, actor, "revoke")
    return made


@transaction.atomic
def restore(*, contest: Contest, thread: UUID, actor: Actor) -> Correction:
    """Let a correction that was taken back count again."""
    live = _lock_thread(contest, thread)
    if not live.is_revoked:
        return live
    made = _append(_copy(live, actor, is_revoked=False), live)
    _written([made], contest, actor, "restore")
    return made


def _lock_thread(contest: Contest, thread: UUID) -> Correction:
    versions = Correction.objects.filter(thread=thread, input__contest=contest)
    _lock_inputs(contest, versions.values_list("input_id", flat=True)[:1])
    live = versions.filter(is_live=True).first()
    if live is None:
        raise CorrectionRefused("unknown-text")
    return live


def _copy(correction: Correction, actor: Actor, *, is_revoked: bool) -> Correction:
    return Correction(
        input_id=correction.input_id,
        is_revoked=is_revoked,
        anchor_start=correction.anchor_start,
        anchor_end=correction.anchor_end,
        decides_segment=correction.decides_segment,
        start=correction.start,
        end=correction.end,
        decides_category=correction.decides_category,
        category_id=correction.category_id,
        note=correction.note,
        author=actor.user,
    )


@transaction.atomic
def undo_batch(*, contest: Contest, batch: UUID, actor: Actor) -> int:
    """Put what was decided at once back to what stood before; return how many places that was.

    Places about which someone has decided again since then stay as they are.
    """
    rows = Correction.objects.filter(batch=batch, input__contest=contest)
    _lock_inputs(contest, list(rows.values_list("input_id", flat=True)))
    made = [_append(_before(one, actor), one) for one in rows.filter(is_live=True).order_by("pk")]
    _written(made, contest, actor, "undo")
    return len(made)


def _before(correction: Correction, actor: Actor) -> Correction:
    earlier = Correction.objects.filter(
        thread=correction.thread, version=correction.version - 1
    ).first()
    if earlier is None:
        return _copy(correction, actor, is_revoked=True)
    return _copy(earlier, actor, is_revoked=earlier.is_revoked)


@transaction.atomic
def import_corrections(*, contest: Contest, lines: Iterable[str], actor: Actor) -> UUID | None:
    """Take a file of corrections as a whole, undoable at once, or refuse it with every reason."""
    filed = read_corrections(lines)
    if not filed:
        return None
    digests = {digest_of(one.text) for one in filed}
    inputs = contest.inputs.filter(digest__in=digests)
    known = {bytes(digest): pk for digest, pk in inputs.values_list("digest", "pk")}
    labels = set(contest.categories.values_list("label", flat=True))
    problems = []
    for one in filed:
        if digest_of(one.text) not in known:
            problems.append((one.line, "unknown-text"))
        if one.correction.category is not None and one.correction.category not in labels:
            problems.append((one.line, "unknown-label"))
    if problems:
        raise CorrectionsRefused(*problems)
    places = [Place(known[digest_of(one.text)], one.correction) for one in filed]
    return correct_many(contest=contest, places=places, actor=actor)
