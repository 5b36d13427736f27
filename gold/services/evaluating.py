"""The detector on a release: asking for it, the steps of the job that does it, taking it away."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from accounts.audit import Actor, record
from accounts.models import AuditEvent
from contests.domain.detecting import Proposer, Setup, proposer
from contests.domain.evaluations import Assessment, GoldText, Tally, assess
from contests.selectors.detection import is_at_work
from contests.services.evaluating import describe
from corpus.domain.spans import Span
from detection.versions import rules_version
from gold.domain.detector import version_of
from gold.exceptions import AlreadyEvaluated, EvaluationBusy, NothingToEvaluate
from gold.models import Release, ReleaseError, ReleaseEvaluation, ReleaseInput
from gold.selectors.evaluations import (
    Subset,
    evaluated_on,
    evaluating_key,
    positions_in,
    setups_of,
)
from gold.services.makers import maker_of
from jobs.models import Job
from jobs.services import create_job

EVALUATE = "gold.evaluate"


@transaction.atomic
def start_evaluating(
    *, release: Release, subset: Subset, actor: Actor
) -> tuple[ReleaseEvaluation, Job]:
    """Create an evaluation of the present rules and its job; the caller enqueues it."""
    release = Release.objects.select_for_update(no_key=True).get(pk=release.pk)
    if is_at_work(evaluating_key(release.pk)):
        raise EvaluationBusy
    digest = version_of(setups_of(release))
    known = evaluated_on(release, subset).filter(digest=digest).first()
    if known is not None:
        raise AlreadyEvaluated(known.pk, known.finished_at)
    if not positions_in(release, subset):
        raise NothingToEvaluate
    # What did not come to its end never will: its job is over.
    release.evaluations.filter(finished_at=None).delete()
    evaluation = ReleaseEvaluation.objects.create(
        release=release,
        split=subset.split,
        part=subset.part,
        digest=digest,
        rules=rules_version(),
        created_by=maker_of(actor),
    )
    job = create_job(
        kind=EVALUATE,
        params={"evaluation": evaluation.pk},
        key=evaluating_key(release.pk),
        created_by=actor.user,
    )
    evaluation.job_id = job.pk
    evaluation.save(update_fields=["job_id"])
    _note(evaluation, AuditEvent.Action.CREATED, actor)
    return evaluation, job


def _note(
    evaluation: ReleaseEvaluation, action: AuditEvent.Action, actor: Actor, **details: object
) -> None:
    """Write an event into the log of each contest."""
    for contest_id in evaluation.release.contests.values_list("contest", flat=True):
        record(
            actor,
            action,
            "evaluation",
            evaluation.pk,
            contest_id=contest_id,
            release=evaluation.release_id,
            **details,
        )


def note_download(*, evaluation: ReleaseEvaluation, form: str, actor: Actor) -> None:
    """Write down that figures, or the places of errors, leave the platform."""
    _note(evaluation, AuditEvent.Action.EXPORTED, actor, format=form)


def begin(*, evaluation: ReleaseEvaluation, digest: str) -> None:
    """Forget what was found by other rules."""
    evaluation.errors.all().delete()
    evaluation.digest, evaluation.rules = digest, rules_version()
    evaluation.texts, evaluation.tally = 0, Tally().as_members()
    evaluation.save(update_fields=["digest", "rules", "texts", "tally"])


@dataclass(frozen=True)
class Assessed:
    """Some texts of one contest with how the rules do on them, not stored yet."""

    inputs: Sequence[ReleaseInput]
    assessment: Assessment


def assess_batch(
    *, release: Release, positions: Sequence[int], proposers: Mapping[int, Proposer]
) -> list[Assessed]:
    """Return how the rules do on these texts: on each with those of its contest."""
    rows = release.inputs.filter(position__in=positions).select_related("contest")
    by_contest: dict[int, list[ReleaseInput]] = {}
    for row in rows.order_by("position"):
        by_contest.setdefault(row.contest.contest_id, []).append(row)
    return [
        Assessed(inputs, assess([_gold(item) for item in inputs], proposers[contest]))
        for contest, inputs in by_contest.items()
    ]


def proposers_of(setups: Mapping[int, Setup]) -> dict[int, Proposer]:
    """Return the detector of each contest; contests that add nothing share one."""
    made = {setup: proposer(setup) for setup in set(setups.values())}
    return {contest: made[setup] for contest, setup in setups.items()}


def _gold(item: ReleaseInput) -> GoldText:
    spans = [Span(unit["start"], unit["end"], unit["label"]) for unit in item.units]
    return GoldText(item.text, spans)


def store_batch(*, evaluation: ReleaseEvaluation, batch: Sequence[Assessed]) -> None:
    """Add a batch to the evaluation's figures and errors."""
    stored = ReleaseEvaluation.objects.select_for_update(of=("self",)).get(pk=evaluation.pk)
    tally = Tally.of(stored.tally)
    for part in batch:
        tally = tally.plus(part.assessment.result, part.assessment.unsought)
        stored.texts += len(part.inputs)
        ReleaseError.objects.bulk_create(_rows(stored, part), batch_size=500)
    stored.tally = tally.as_members()
    stored.save(update_fields=["tally", "texts"])


def _rows(evaluation: ReleaseEvaluation, part: Assessed) -> Iterator[ReleaseError]:
    for error, proposal in part.assessment.errors:
        row = ReleaseError(evaluation=evaluation, input=part.inputs[error.number])
        yield describe(row, error, proposal)


def finish(*, evaluation: ReleaseEvaluation) -> None:
    """Let it be seen; it goes if rules went back meanwhile to what is known already."""
    made = ReleaseEvaluation.objects.finished().on_the_texts_of(evaluation)
    if made.filter(digest=evaluation.digest).exists():
        evaluation.delete()
        return
    ReleaseEvaluation.objects.filter(pk=evaluation.pk).update(finished_at=timezone.now())
