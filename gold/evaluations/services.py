"""The detector on a gold set or a file: asking for it, the steps of the job, who read what."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from io import BytesIO
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.audit import READ, Actor, record
from accounts.models import AuditEvent
from contests.contest.models import Contest
from contests.proposals.domain.proposer import Proposal, Proposer, Setup, proposer
from detection.base import RULES, Choice, check_choice
from detection.evaluation import Error
from formats.jsonl import JSONL
from formats.records import Problem, ReadOptions, Record
from gold.evaluations.domain import (
    Assessment,
    GoldText,
    Tally,
    assess,
    version_of,
)
from gold.evaluations.errors import AlreadyEvaluated, NothingToEvaluate
from gold.evaluations.models import Evaluation, EvaluationError, FileEvaluation
from gold.evaluations.selectors import GoldSet, ReleaseGold, Row, gold_of, input_id_of
from gold.releases.models import Release
from gold.releases.services import releases
from jobs.models import Job
from jobs.services import create_job, refuse_while_at_work

EVALUATE = "gold.evaluate"


@transaction.atomic
def start_evaluation(*, gold: GoldSet, actor: Actor, detector: str = RULES) -> Job:
    """Create an evaluation of a detector as it is now and its job; the caller enqueues it.

    Raise DetectorUnusable where the detector cannot be asked.
    """
    owners = Release.objects if isinstance(gold.owner, Release) else Contest.objects
    owners.select_for_update(no_key=True).get(pk=gold.owner.pk)
    refuse_while_at_work(gold.job_key)
    check_choice(Choice.of(detector))
    setups = gold.setups(detector)
    digest = version_of(setups)
    known = gold.evaluations.filter(digest=digest).first() if gold.is_frozen else None
    if known is not None and Tally.of(known.tally).texts:
        raise AlreadyEvaluated(known.pk, known.finished_at)
    if not gold.text_keys():
        raise NothingToEvaluate
    # What did not come to its end never will: its job is over.
    gold.owner.evaluations.filter(finished_at=None).delete()
    evaluation = Evaluation.objects.create(
        **gold.fields,
        detector=detector,
        digest=digest,
        version=detector_version(setups),
        created_by=actor.user,
    )
    _note(gold, evaluation, AuditEvent.Action.CREATED, actor)
    return create_job(
        EVALUATE,
        {"evaluation": evaluation.pk},
        key=gold.job_key,
        created_by=actor.user,
        contest_id=gold.owner.pk if isinstance(gold.owner, Contest) else None,
    )


def _note(
    gold: GoldSet,
    evaluation: Evaluation,
    action: AuditEvent.Action,
    actor: Actor,
    **details: object,
) -> None:
    """Write an event into the log of each contest."""
    if isinstance(gold, ReleaseGold):
        details["release"] = gold.release.pk
    for contest in gold.contests():
        record(actor, action, "evaluation", evaluation.pk, contest_id=contest.pk, **details)


def note_download(*, evaluation: Evaluation, form: str, actor: Actor) -> None:
    """Write down that figures, or the places of errors, leave the platform."""
    gold = gold_of(evaluation)
    _note(gold, evaluation, AuditEvent.Action.EXPORTED, actor, format=form)


def note_reading(*, gold: GoldSet, errors: Iterable[EvaluationError], actor: Actor) -> None:
    """Write down whose texts were read with these errors."""
    if isinstance(gold, ReleaseGold):
        items = {error.release_input for error in errors}
        positions = sorted(item.position for item in items if item is not None)
        releases.note_reading(release=gold.release, positions=positions, actor=actor)
        return
    ids = sorted({input_id_of(error) for error in errors})
    if ids:
        action = AuditEvent.Action.READ
        record(actor, action, "input", contest_id=gold.owner.pk, inputs=ids)


def detector_version(setups: Mapping[int, Setup]) -> str:
    """Return the version of the detector itself, of both where the rules go with it."""
    versions = {"+".join(setup.versions.values()) for setup in setups.values()}
    return ", ".join(sorted(versions))[:200]


def begin(*, evaluation: Evaluation, digest: str, version: str) -> None:
    """Forget what was found by another version."""
    evaluation.errors.all().delete()
    evaluation.digest, evaluation.version = digest, version
    evaluation.texts, evaluation.tally = 0, Tally().as_members()
    evaluation.save(update_fields=["digest", "version", "texts", "tally"])


def proposers_of(setups: Mapping[int, Setup]) -> dict[int, Proposer]:
    """Return the detector of each contest; contests that add nothing share one."""
    made = {setup: proposer(setup) for setup in set(setups.values())}
    return {contest: made[setup] for contest, setup in setups.items()}


@dataclass(frozen=True)
class Assessed:
    """Some texts of one contest with how the rules do on them, not stored yet."""

    rows: Sequence[Row]
    assessment: Assessment


def assess_batch(
    *, gold: GoldSet, keys: Sequence[int], proposers: Mapping[int, Proposer]
) -> list[Assessed]:
    """Return how the rules do on these texts: on each with those of its contest."""
    by_contest: dict[int, list[Row]] = {}
    for row in gold.rows(keys):
        by_contest.setdefault(row.contest_id, []).append(row)
    return [
        Assessed(rows, assess([row.text for row in rows], proposers[contest]))
        for contest, rows in by_contest.items()
    ]


def store_batch(*, evaluation: Evaluation, batch: Sequence[Assessed]) -> None:
    """Add a batch to the evaluation's figures and errors."""
    stored = Evaluation.objects.select_for_update(of=("self",)).get(pk=evaluation.pk)
    tally = Tally.of(stored.tally)
    for part in batch:
        tally = tally.plus(part.assessment)
        stored.texts += len(part.rows)
        EvaluationError.objects.bulk_create(_errors(stored, part), batch_size=500)
    stored.tally = tally.as_members()
    stored.save(update_fields=["tally", "texts"])


def _errors(evaluation: Evaluation, part: Assessed) -> Iterator[EvaluationError]:
    for error, proposal in part.assessment.errors:
        place = part.rows[error.number].place
        yield unsaved(error, proposal, evaluation=evaluation, **place)


def unsaved(error: Error, proposal: Proposal | None, **place: Any) -> EvaluationError:
    """Return what is wrong and where, not stored yet."""
    row = EvaluationError(kind=error.kind, **place)
    if error.gold:
        row.gold_start, row.gold_end = error.gold.start, error.gold.end
        row.gold_label = error.gold.label
    if error.predicted:
        row.found_start, row.found_end = error.predicted.start, error.predicted.end
        row.found_label = error.predicted.label
    if proposal:
        row.rule, (row.trigger_start, row.trigger_end) = proposal.rule, proposal.trigger
        row.detector, row.score = proposal.detector, proposal.score
    return row


def finish(*, evaluation: Evaluation) -> None:
    """Let it be seen, once for a version.

    On a frozen gold set it goes if rules went back meanwhile to what is known already; on one
    that may have grown, what is known takes over its figures and errors and keeps its address.
    """
    gold = gold_of(evaluation)
    known = gold.evaluations.filter(digest=evaluation.digest).first()
    if known is None:
        Evaluation.objects.filter(pk=evaluation.pk).update(finished_at=timezone.now())
        return
    # An evaluation of an earlier version of the platform has no leakage: it is made anew.
    if not gold.is_frozen or not Tally.of(known.tally).texts:
        # Its figures were added by `store_batch` to another copy of it.
        evaluation.refresh_from_db()
        known.errors.all().delete()
        evaluation.errors.update(evaluation=known)
        known.texts, known.tally = evaluation.texts, evaluation.tally
        known.created_by, known.finished_at = evaluation.created_by, timezone.now()
        known.save(update_fields=["texts", "tally", "created_by", "finished_at"])
    evaluation.delete()


EVALUATE_FILE = "gold.evaluate_file"
MOST_RECORDS = 5000
# What is kept for the page.
KEPT_ERRORS = 300
KEPT_PROBLEMS = 10
KEPT_FOR = timedelta(days=1)
# Beside those of the format.
NO_SPANS, TOO_MANY = "no-spans", "too-many"


@transaction.atomic
def start_file_evaluation(
    *, contest: Contest, content: bytes, actor: Actor, detector: str = RULES
) -> Job:
    """Keep a file and create the job that reads it; the caller enqueues it.

    What this person had evaluated in this contest before is forgotten.
    """
    person = releases.maker_of(actor)
    key = f"{EVALUATE_FILE}:{contest.pk}:{person.pk}"
    refuse_while_at_work(key)
    FileEvaluation.objects.filter(contest=contest, created_by=person).delete()
    made = FileEvaluation.objects.create(
        contest=contest, created_by=person, content=content, detector=detector
    )
    params = {"file": made.pk}
    job = create_job(EVALUATE_FILE, params, key=key, created_by=person, contest_id=contest.pk)
    made.job_id = job.pk
    made.save(update_fields=["job_id"])
    return job


@dataclass
class ReadFile:
    """What a file has: its annotated records, or what is wrong with it."""

    records: list[Record] = field(default_factory=list)
    problems: list[dict[str, Any]] = field(default_factory=list)
    problem_count: int = 0

    def add_problem(self, code: str, *, line: int = 0, **details: object) -> None:
        self.problem_count += 1
        if len(self.problems) < KEPT_PROBLEMS:
            self.problems.append({"code": code, "line": line, "details": details})


def read_file(content: bytes) -> ReadFile:
    """Return the annotated records of a JSONL file, or its problems."""
    found = ReadFile()
    for each in JSONL.read(BytesIO(content), options=ReadOptions(), companion=None):
        if isinstance(each, Problem):
            found.add_problem(each.code, line=each.line, **each.details)
        elif each.is_annotated:
            found.records.append(each)
            if len(found.records) > MOST_RECORDS:
                found.add_problem(TOO_MANY)
                return found
    if not found.records and not found.problems:
        found.add_problem(NO_SPANS)
    return found


@dataclass
class FileTally:
    """The figures and the first errors of a file, batch by batch."""

    tally: Tally = field(default_factory=Tally)
    errors: list[dict[str, Any]] = field(default_factory=list)
    error_count: int = 0
    texts: dict[str, str] = field(default_factory=dict)

    def add(self, records: list[Record], first: int, proposer: Proposer) -> None:
        """Add some records, of which the first has this number in the file."""
        found = assess([GoldText(each.text, each.spans) for each in records], proposer)
        self.tally = self.tally.plus(found)
        self.error_count += len(found.errors)
        for error, proposal in found.errors[: KEPT_ERRORS - len(self.errors)]:
            number = str(first + error.number)
            self.texts[number] = records[error.number].text
            self.errors.append({"text": number} | _members(unsaved(error, proposal)))


PLACES = (
    "kind", "gold_start", "gold_end", "gold_label", "found_start", "found_end", "found_label",
    "detector", "score", "rule", "trigger_start", "trigger_end",
)  # fmt: skip


def _members(error: EvaluationError) -> dict[str, Any]:
    return {name: getattr(error, name) for name in PLACES}


def errors_of(made: FileEvaluation) -> Iterator[tuple[EvaluationError, str]]:
    """Yield the errors that were kept, each with its text."""
    for members in made.errors:
        # Files that an earlier version of the platform evaluated are kept for a day.
        fields: Mapping[str, Any] = {"detector": RULES} | {
            name: members[name] for name in PLACES if name in members
        }
        yield EvaluationError(**fields), made.error_texts[members["text"]]


def finish_file(*, made: FileEvaluation, read: ReadFile, found: FileTally, actor: Actor) -> None:
    """Keep the result, and forget the file."""
    made.content = None
    made.problems, made.problem_count = read.problems, read.problem_count
    made.texts = 0 if read.problems else len(read.records)
    made.tally = found.tally.as_members()
    made.errors, made.error_count = found.errors, found.error_count
    made.error_texts = found.texts
    made.finished_at = timezone.now()
    made.save()
    record(actor, READ, "evaluation", contest_id=made.contest_id, records=made.texts)


def forget_file_evaluations() -> None:
    """Delete what was found on files more than a day ago."""
    FileEvaluation.objects.filter(created_at__lt=timezone.now() - KEPT_FOR).delete()
