"""Storing imported annotations as proposals, gold and answers of members."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import F

from accounts.audit import CREATED, Actor, record
from accounts.models import User
from contests.annotating.domain import ACCEPT
from contests.annotating.models import AnnotationTask, Answer, Unit
from contests.categories.domain.colours import next_colour
from contests.categories.domain.shortcuts import suggest_shortcut
from contests.categories.models import Category, Supercategory
from contests.categories.selectors import shortcuts_taken
from contests.categories.services import add_category, add_supercategory
from contests.contest.models import Contest
from contests.drawing.domain import (
    Spans,
    answer_id,
    are_fit,
    most_frequent,
    placeholder_email,
    relabel,
)
from contests.drawing.selectors import LineAnnotation
from contests.inputs.models import ContestInput
from contests.inputs.services import note_changes
from contests.people.errors import AliasTaken, AlreadyMember
from contests.people.models import Membership
from contests.people.services.members import add_member
from contests.proposals.selectors import settings_of
from corpus.imports.models import ImportedAnnotation
from text.labels import name_key, short_name, supercategory, tidy_name
from text.spans import Span
from text.tokens import key_of

Purpose = ImportedAnnotation.Purpose
LONGEST_ALIAS = 40


@dataclass(frozen=True)
class Decisions:
    """The category of each unknown label and the member of each annotator's name.

    By the key of the label or name: a category's label, or "" to leave out the spans; a member's id, or 0
    to leave out the answers.
    """

    labels: Mapping[str, str] = field(default_factory=dict)
    annotators: Mapping[str, int] = field(default_factory=dict)


@transaction.atomic
def add_placeholder(*, contest: Contest, name: str, actor: Actor) -> Membership:
    """Return a placeholder member for a name in a file, with an account that cannot sign in."""
    user, is_new = User.objects.get_or_create(
        email=placeholder_email(name), defaults={"name": name[:150], "is_active": False}
    )
    if is_new:
        user.set_unusable_password()
        user.save(update_fields=["password"])
        record(actor, CREATED, "account", user.pk, contest_id=contest.pk)
    try:
        member = _add_under_free_alias(contest, user, name)
    except AlreadyMember:
        return Membership.objects.get(contest=contest, user=user)
    record(actor, CREATED, "membership", member.pk, contest_id=contest.pk)
    return member


def _add_under_free_alias(contest: Contest, user: User, name: str) -> Membership:
    role = Membership.Role.ANNOTATOR
    try:
        return add_member(contest=contest, user=user, role=role, alias=name[:LONGEST_ALIAS])
    except AliasTaken:
        # Another member has this alias but was not chosen for these answers.
        alias = f"{name[: LONGEST_ALIAS - 5]} {key_of(name)[:4]}"
        return add_member(contest=contest, user=user, role=role, alias=alias)


@transaction.atomic
def take_annotations(
    *,
    contest: Contest,
    inputs: Sequence[ContestInput],
    annotations: Sequence[LineAnnotation],
    decisions: Decisions,
    at: datetime,
) -> Counter[str]:
    """Store the proposals, gold and answers of these inputs' lines; repeating it changes nothing.

    If equal lines have different gold or proposals, the most frequent version counts, or the first in
    the order of documents. Return the numbers of stored and omitted annotations.
    """
    batch = _Batch(contest, inputs, decisions, at)
    for annotation in annotations:
        batch.add(annotation)
    batch.store_knowledge()
    batch.store_answers()
    return batch.counts


@dataclass(frozen=True)
class _ImportedAnswer:
    """One answer to store."""

    id: UUID
    verdict: str
    answered_at: datetime
    duration_ms: int | None
    units: Spans


class _Batch:
    """Collects the annotations of some inputs and stores them."""

    def __init__(
        self, contest: Contest, inputs: Sequence[ContestInput], decisions: Decisions, at: datetime
    ) -> None:
        self.counts: Counter[str] = Counter()
        self._contest = contest
        self._inputs = {bytes(item.digest): item for item in inputs}
        offered = contest.categories.filter(archived_at=None)
        self._categories: dict[str, Category] = {each.label: each for each in offered}
        self._decisions = decisions
        self._at = at
        self._keeps_imported = settings_of(contest).keeps_imported
        self._versions: dict[tuple[int, str], list[Spans]] = defaultdict(list)
        # By input and member.
        self._answers: dict[tuple[int, int], list[_ImportedAnswer]] = defaultdict(list)

    def add(self, annotation: LineAnnotation) -> None:
        """Add one annotation; count it as unfit if its spans are invalid."""
        item = self._inputs[annotation.digest]
        spans = [Span(*span) for span in annotation.spans]
        if not are_fit(spans, text_length=len(item.text)):
            self.counts["unfit"] += 1
            return
        units = relabel(spans, {span.label: self._label(span.label) for span in spans})
        self.counts["spans_left_out"] += len(spans) - len(units)
        if annotation.purpose == Purpose.ANSWERS:
            self._add_answer(item, annotation, units)
        else:
            self._versions[item.pk, annotation.purpose].append(units)

    def _label(self, label: str) -> str:
        chosen = label if label in self._categories else self._decisions.labels.get(key_of(label))
        return chosen if chosen in self._categories else ""

    def _add_answer(self, item: ContestInput, annotation: LineAnnotation, units: Spans) -> None:
        member = self._decisions.annotators.get(key_of(annotation.annotator), 0)
        if not member:
            self.counts["answers_left_out"] += 1
            return
        given = _ImportedAnswer(
            id=answer_id(
                contest=self._contest.pk,
                member=member,
                document=annotation.document,
                line=annotation.line,
            ),
            verdict=annotation.verdict,
            # Where the file does not say when, it was before it came here.
            answered_at=annotation.answered_at or self._at,
            duration_ms=annotation.duration_ms,
            units=units if annotation.verdict == ACCEPT else (),
        )
        self._answers[item.pk, member].append(given)

    def store_knowledge(self) -> None:
        """Set the gold and proposals of inputs that lack them."""
        for item in self._inputs.values():
            gold = self._versions.get((item.pk, Purpose.GOLD))
            if gold and item.gold is None:
                item.gold = _as_json(most_frequent(gold))
                self.counts["gold"] += 1
                self.counts["gold_conflicts"] += len(set(gold)) > 1
            proposals = self._versions.get((item.pk, Purpose.PROPOSALS))
            if proposals and (not item.proposals or self._may_replace(item)):
                item.proposals = _as_json(most_frequent(proposals))
                item.reasons = item.read_by = None
                self.counts["proposals"] += 1
        known = {pk for pk, _ in self._versions}
        changed = [item for item in self._inputs.values() if item.pk in known]
        fields = ["gold", "proposals", "reasons", "read_by"]
        ContestInput.objects.bulk_update(changed, fields, batch_size=200)

    def _may_replace(self, item: ContestInput) -> bool:
        """Return whether a file's proposals replace those of the detector."""
        return item.reasons is not None and self._keeps_imported

    def store_answers(self) -> None:
        """Store the answers that are not stored yet, the latest of each task as the live one."""
        given = [one.id for answers in self._answers.values() for one in answers]
        known = set(Answer.objects.filter(pk__in=given).values_list("pk", flat=True))
        new_answers = _NewAnswers(self._categories)
        for key, answers in self._answers.items():
            fresh = [one for one in answers if one.id not in known]
            if fresh:
                new_answers.add(key, fresh)
        self.counts.update(new_answers.store())
        note_changes(contest_id=self._contest.pk, input_ids=new_answers.inputs)


class _NewAnswers:
    """New answers by input and member, stored with their tasks and units in bulk."""

    def __init__(self, categories: Mapping[str, Category]) -> None:
        self._categories = categories
        self._given: dict[tuple[int, int], list[_ImportedAnswer]] = {}
        self._answers: list[Answer] = []
        self._units: list[Unit] = []
        self._superseded_ids: list[UUID] = []
        self._accepted: Counter[int] = Counter()

    def add(self, key: tuple[int, int], given: Sequence[_ImportedAnswer]) -> None:
        self._given[key] = sorted(given, key=lambda one: one.answered_at)

    @property
    def inputs(self) -> set[int]:
        """The ids of the answered inputs."""
        return {input_id for input_id, _member in self._given}

    def store(self) -> Counter[str]:
        """Store everything; return the numbers of answers and units."""
        tasks = self._tasks()
        earlier: dict[int, list[Answer]] = defaultdict(list)
        for answer in Answer.objects.filter(task__in=list(tasks.values())).order_by("version"):
            earlier[answer.task_id].append(answer)
        for key, given in self._given.items():
            self._add_versions(tasks[key], earlier[tasks[key].pk], given)
        Answer.objects.filter(pk__in=self._superseded_ids).update(is_live=False)
        AnnotationTask.objects.bulk_update(tasks.values(), ["answered_at"], batch_size=500)
        Answer.objects.bulk_create(self._answers, batch_size=500)
        Unit.objects.bulk_create(self._units, batch_size=1000)
        for member, change in self._accepted.items():
            Membership.objects.filter(pk=member).update(accepted_tasks=F("accepted_tasks") + change)
        return Counter(answers=len(self._answers), units=len(self._units))

    def _tasks(self) -> dict[tuple[int, int], AnnotationTask]:
        """Return the tasks of these answers, creating missing ones."""
        met = AnnotationTask.objects.filter(
            input__in={pk for pk, _ in self._given},
            annotator__in={member for _, member in self._given},
        )
        tasks = {(task.input_id, task.annotator_id): task for task in met}
        tasks = {key: task for key, task in tasks.items() if key in self._given}
        missing = [
            AnnotationTask(input_id=pk, annotator_id=member, handed_out_at=given[0].answered_at)
            for (pk, member), given in self._given.items()
            if (pk, member) not in tasks
        ]
        for task in AnnotationTask.objects.bulk_create(missing, batch_size=500):
            tasks[task.input_id, task.annotator_id] = task
        times = Counter(task.input_id for task in missing)
        for count in set(times.values()):
            given_to = [pk for pk, times_given in times.items() if times_given == count]
            ContestInput.objects.filter(pk__in=given_to).update(
                times_given=F("times_given") + count
            )
        return tasks

    def _add_versions(
        self, task: AnnotationTask, earlier: Sequence[Answer], given: Sequence[_ImportedAnswer]
    ) -> None:
        """Add these versions to a task; the latest of all versions is live."""
        live = next((answer for answer in earlier if answer.is_live), None)
        is_newer = live is None or live.answered_at <= given[-1].answered_at
        if is_newer:
            task.answered_at = given[-1].answered_at
            self._accepted[task.annotator_id] += given[-1].verdict == ACCEPT
            if live is not None:
                self._superseded_ids.append(live.pk)
                self._accepted[task.annotator_id] -= live.verdict == ACCEPT
        for version, one in enumerate(given, start=len(earlier) + 1):
            answer = Answer(
                id=one.id,
                task=task,
                version=version,
                is_live=is_newer and one is given[-1],
                verdict=one.verdict,
                source=Answer.Source.FILE,
                answered_at=one.answered_at,
                duration_ms=one.duration_ms,
            )
            self._answers.append(answer)
            self._units += [
                Unit(answer=answer, start=u.start, end=u.end, category=self._categories[u.label])
                for u in one.units
            ]


def _as_json(spans: Spans) -> list[list[int | str]]:
    return [[span.start, span.end, span.label] for span in spans]


# Choices instead of an existing category or member: create one, or none.
NEW, NOBODY = "+", "-"


@transaction.atomic
def settle(
    *, contest: Contest, labels: Mapping[str, str], people: Mapping[str, str], actor: Actor
) -> Decisions:
    """Create the requested categories and members, and return the resulting decisions.

    `labels` maps each label in the files to a category's label, NEW or NOBODY; `people` maps each name to
    a member's id, NEW or NOBODY.
    """
    return Decisions(
        labels={
            key_of(label): _category(contest, label, choice, actor)
            for label, choice in labels.items()
        },
        annotators={
            key_of(name): _member(contest, name, choice, actor) for name, choice in people.items()
        },
    )


def _category(contest: Contest, label: str, choice: str, actor: Actor) -> str:
    if choice == NEW:
        return _add_category(contest, label, actor).label
    return "" if choice == NOBODY else choice


def _add_category(contest: Contest, label: str, actor: Actor) -> Category:
    return add_category(
        supercategory=_supercategory(contest, supercategory(label), actor),
        name=short_name(label),
        shortcut=suggest_shortcut(label, shortcuts_taken(contest)),
        description="",
        actor=actor,
    )


def _supercategory(contest: Contest, name: str, actor: Actor) -> Supercategory:
    """Return the supercategory with this name, created in a new colour if there is none."""
    existing = list(contest.supercategories.all())
    wanted = name_key(tidy_name(name))
    same = next((each for each in existing if name_key(each.name) == wanted), None)
    colour = next_colour([each.colour for each in existing])
    return same or add_supercategory(contest=contest, name=name, colour=colour, actor=actor)


def _member(contest: Contest, name: str, choice: str, actor: Actor) -> int:
    if choice == NEW:
        return add_placeholder(contest=contest, name=name or "anonymous", actor=actor).pk
    return 0 if choice == NOBODY else int(choice)
