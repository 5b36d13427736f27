"""Reads of answers, inputs as pages show them, and answers given without proposals."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from contests.annotating.domain import Unprompted
from contests.annotating.models import AnnotationTask, Answer, Unit
from contests.categories.models import Category
from contests.contest.models import Contest
from contests.inputs.models import ContestInput, InputPlace
from contests.people.models import Membership
from text.spans import Span


def latest_answers(annotator: Membership, *, count: int) -> list[Answer]:
    """Return this annotator's most recent live answers with texts and units."""
    tasks = AnnotationTask.objects.filter(annotator=annotator, answered_at__isnull=False)
    recent = tasks.order_by("-answered_at").values("pk")[:count]
    return list(
        Answer.objects.filter(is_live=True, task__in=list(recent.values_list("pk", flat=True)))
        .select_related("task__input")
        .prefetch_related("units__category__supercategory")
        .order_by("-answered_at")
    )


@dataclass(frozen=True)
class ShownInput:
    """An input with the units to display, the types of its documents and its number of occurrences."""

    input: ContestInput
    units: Sequence[Unit]
    types: Sequence[str]
    places: int


def shown_inputs(contest: Contest, inputs: Sequence[ContestInput]) -> list[ShownInput]:
    """Return the inputs with their gold spans if known, otherwise with their proposals."""
    categories = {category.label: category for category in contest.categories.all()}
    places = Counter(
        InputPlace.objects.filter(input__in=inputs).values_list(
            "input_id", "chunk__document__document_type"
        )
    )
    return [
        ShownInput(
            item,
            _units(item.proposals if item.gold is None else item.gold, categories),
            sorted({kind for pk, kind in places if pk == item.pk}),
            sum(count for (pk, _), count in places.items() if pk == item.pk),
        )
        for item in inputs
    ]


def _units(spans: Sequence[Sequence[Any]], categories: Mapping[str, Category]) -> list[Unit]:
    return [
        Unit(start=start, end=end, category=categories[label])
        for start, end, label in spans
        if label in categories
    ]


def unprompted_people(contest_id: int) -> frozenset[int]:
    """Return the members who have never seen a proposal, judging by their team and their tasks.

    One task without proposals does not suffice: the rules found nothing there, so the annotator's units
    are by definition those that the rules miss.
    """
    tasks = AnnotationTask.objects.filter(annotator__contest=contest_id)
    people = Membership.objects.filter(contest=contest_id)
    if tasks.exclude(shown_units=[]).exists():
        prompted = tasks.filter(~Q(shown_units=[]) | Q(team__retention__gt=0))
        people = people.filter(team__retention=0).exclude(pk__in=prompted.values("annotator"))
    return frozenset(people.values_list("pk", flat=True))


def unprompted_on(
    answers: QuerySet[Answer], *, inputs: Collection[int], people: Collection[int]
) -> dict[int, Unprompted]:
    """Return for each input the number of `people` among these answers, and their units."""
    given = answers.filter(task__input__in=inputs, task__annotator__in=people)
    of = dict(given.values_list("pk", "task__input"))
    units: dict[int, set[Span]] = defaultdict(set)
    marked = Unit.objects.filter(answer__in=list(of)).order_by()
    for pk, start, end, label in marked.values_list("answer", "start", "end", "category__label"):
        units[of[pk]].add(Span(start, end, label))
    counts = Counter(of.values())
    return {item: Unprompted(counts[item], frozenset(units[item])) for item in inputs}
