"""Reads of the training: missing steps, progress, and explained differences."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext_noop

from contests.annotating.domain import ACCEPT
from contests.contest.domain import BOTH, TRAINING, TRAINING_STEP, MissingStep
from contests.contest.models import Contest
from contests.guidelines.domain.html import Excerpt, draw_excerpt
from contests.guidelines.domain.reading import read
from contests.guidelines.selectors import best_language, known_categories, latest_revision, texts_of
from contests.people.models import Membership
from contests.training.domain import Difference, Place, TrainingProgress, compare
from contests.training.models import TrainingAnswer, TrainingTask


def missing_steps(contest: Contest) -> Iterator[MissingStep]:
    """Yield the missing steps of the training, such as labels without a task."""
    if not contest.requires_training:
        message = gettext_noop("Training is off: people can annotate without it.")
        yield MissingStep(TRAINING_STEP, "training-off", message, frozenset({TRAINING}))
        return
    tasks = list(contest.training_tasks.in_use())
    if not tasks:
        message = gettext_noop("Training is required but has no tasks.")
        yield MissingStep(TRAINING_STEP, "no-training-tasks", message, BOTH)
    offered = set(contest.categories.filter(archived_at=None).values_list("label", flat=True))
    labels = {unit.label for task in tasks for unit in task.known_units}
    for label in sorted(labels - offered):
        message = gettext_noop("A training task uses “%(label)s”, which is no longer offered.")
        yield MissingStep(TRAINING_STEP, "training-label-gone", message, BOTH, {"label": label})
    if tasks and (silent := offered - labels):
        message = gettext_noop("Categories without a training task: %(count)s.")
        details: dict[str, object] = {"count": len(silent)}
        yield MissingStep(TRAINING_STEP, "labels-not-trained", message, details=details)


def training_progress(member: Membership) -> TrainingProgress:
    """Return a person's progress in their round, without removed tasks."""
    contest = member.contest
    answers = TrainingAnswer.objects.filter(
        member=member, round=member.training_round, task__removed_at=None
    )
    return TrainingProgress(
        scores=tuple(answers.values_list("score", flat=True)),
        total=contest.training_tasks.in_use().count(),
        pass_mark=contest.training_pass_mark,
    )


def open_training_tasks(member: Membership) -> list[TrainingTask]:
    """Return the tasks that a person has not answered in this round, in order."""
    answered = TrainingAnswer.objects.filter(member=member, round=member.training_round)
    tasks = member.contest.training_tasks.in_use()
    return list(tasks.exclude(pk__in=answered.values("task")))


def difference_of(answer: TrainingAnswer) -> Difference:
    """Compare an answer with the known one."""
    return compare(
        known=answer.task.known_units,
        given=answer.given_units,
        is_accepted=answer.verdict == ACCEPT,
    )


@dataclass(frozen=True)
class ExplainedPlace:
    """A place with the section of the guidelines about its category."""

    place: Place
    section: Excerpt | None


@dataclass(frozen=True)
class Lesson:
    """A difference with every place explained, in the language of the guidelines."""

    difference: Difference
    places: tuple[ExplainedPlace, ...]
    language: str


def lesson(contest: Contest, difference: Difference, *, language: str) -> Lesson:
    """Return the difference with the sections of the guidelines about its mistakes."""
    wrong = {place.label for place in difference.places if place.credit < 1}
    spoken, sections = guideline_sections(contest, wrong, language=language)
    explained = (
        ExplainedPlace(place, sections.get(place.label) if place.credit < 1 else None)
        for place in difference.places
    )
    return Lesson(difference, tuple(explained), spoken)


def guideline_sections(
    contest: Contest, labels: Iterable[str], *, language: str
) -> tuple[str, Mapping[str, Excerpt]]:
    """Return the language of the guidelines and the beginning of each label's section."""
    wanted, revision = sorted(labels), latest_revision(contest)
    if revision is None or not wanted:
        return "", {}
    texts = texts_of(revision)
    spoken = best_language(texts, language)
    guidelines = read(texts.get(spoken, ""))
    categories = known_categories(contest, spoken)
    found = {
        label: draw_excerpt(guidelines, label, categories, language=spoken) for label in wanted
    }
    return spoken, {label: excerpt for label, excerpt in found.items() if excerpt is not None}


@dataclass(frozen=True)
class Trainee:
    """An annotator with their training progress."""

    member: Membership
    progress: TrainingProgress


def trainees(contest: Contest) -> list[Trainee]:
    """Return the active annotators with their progress, in a constant number of queries."""
    members = list(
        contest.memberships.present()
        .annotators()
        .filter(user__is_active=True)
        .select_related("user", "team")
    )
    total = contest.training_tasks.in_use().count()
    scores: dict[tuple[int, int], list[float]] = {}
    rows = TrainingAnswer.objects.filter(member__contest=contest, task__removed_at=None)
    for member, number, score in rows.values_list("member_id", "round", "score"):
        scores.setdefault((member, number), []).append(score)
    return [
        Trainee(
            member,
            TrainingProgress(
                tuple(scores.get((member.pk, member.training_round), ())),
                total,
                contest.training_pass_mark,
            ),
        )
        for member in members
    ]
