"""Results as a run would store them, made by hand: a place, who marked what there, what stands."""

from collections import Counter

from django.db.models import Sum
from django.utils import timezone

from agreement.runs.models import (
    AlignedPlace,
    AnnotatorTally,
    Contribution,
    InputResult,
    Judgement,
    ProcessingRun,
)
from contests.annotating.models import AnnotationTask
from contests.annotating.services.answers import take_answer
from contests.categories.models import Category
from contests.contest.models import Contest
from contests.inputs.models import ContestInput
from contests.people.models import Membership
from tests.factories import submission

Marked = tuple[int, int, str] | None


def publish_run(contest: Contest) -> ProcessingRun:
    """Make one more run, the one that readers see."""
    ProcessingRun.objects.filter(contest=contest).update(is_latest=False)
    return ProcessingRun.objects.create(
        contest=contest,
        number=contest.runs.count() + 1,
        state=ProcessingRun.State.PUBLISHED,
        finished_at=timezone.now(),
        is_latest=True,
        settings_digest=b"s" * 32,
    )


def input_with(contest: Contest, words: str) -> ContestInput:
    return contest.inputs.get(text__contains=words)


def place(
    run: ProcessingRun,
    where: ContestInput,
    marked: dict[Membership, Marked],
    *,
    reference: Marked,
    source: str = "votes",
) -> AlignedPlace:
    """Store one place of an input, as its only one unless the run has others of it."""
    InputResult.objects.filter(input=where).exclude(run=run).update(is_current=False)
    result, _new = InputResult.objects.get_or_create(
        input=where,
        run=run,
        defaults={
            "is_current": True,
            "digest": b"d" * 32,
            "kind": InputResult.Kind.COMPARED,
            "annotators": len(marked),
        },
    )
    bounds = [unit for unit in [*marked.values(), reference] if unit]
    stored = AlignedPlace.objects.create(
        result=result,
        position=result.places.count(),
        start=min(unit[0] for unit in bounds),
        end=max(unit[1] for unit in bounds),
        voters=len(marked),
        segment_votes=_segment_votes(marked),
        category_votes=_category_votes(marked),
        segment_source=source,
        category_source=source,
        reference_start=reference and reference[0],
        reference_end=reference and reference[1],
        reference_category=reference and _category(run.contest, reference[2]),
        state="gold" if reference else "nothing",
    )
    for annotator, own in marked.items():
        _judge(stored, annotator, own, reference)
    return stored


def _segment_votes(marked: dict[Membership, Marked]) -> list[list[object]]:
    votes = Counter(unit and unit[:2] for unit in marked.values())
    return [[*(segment or (None, None)), count] for segment, count in votes.most_common()]


def _category_votes(marked: dict[Membership, Marked]) -> list[list[object]]:
    votes = Counter(unit and unit[2] for unit in marked.values())
    return [[label, count] for label, count in votes.most_common()]


def _category(contest: Contest, label: str) -> Category:
    return next(category for category in contest.categories.all() if category.label == label)


def _judge(place: AlignedPlace, annotator: Membership, own: Marked, reference: Marked) -> Judgement:
    segment = (own and own[:2]) == (reference and reference[:2])
    category = (own and own[2]) == (reference and reference[2])
    answer = _answer(place.result.input, annotator, own)
    return Judgement.objects.create(
        place=place,
        annotator=annotator,
        answer=answer,
        answered_at=answer.answered_at,
        start=own and own[0],
        end=own and own[1],
        category=own and _category(annotator.contest, own[2]),
        segment_agrees=segment,
        category_agrees=category,
        is_penalised=not (segment and category),
    )


def _answer(where: ContestInput, annotator: Membership, own: Marked):
    task, _new = AnnotationTask.objects.get_or_create(input=where, annotator=annotator)
    given = task.answers.filter(is_live=True).first()
    if given is None:
        sent = submission(*([own] if own else []))
        take_answer(annotator=annotator, task_id=task.pk, submission=sent)
        given = task.answers.get(is_live=True)
    return given


def contribute(place: AlignedPlace) -> None:
    """Store that the answers of all who voted at a place were accepted."""
    for judgement in place.judgements.all():
        Contribution.objects.get_or_create(
            result=place.result,
            annotator=judgement.annotator,
            defaults={"answer": judgement.answer, "is_accepted": True, "units": 1},
        )


def tally(run: ProcessingRun, *members: Membership, quality: float = 0.9) -> None:
    """Store each person's sums at this run."""
    for member in members:
        penalties = Judgement.objects.filter(
            annotator=member, is_penalised=True, place__result__is_current=True
        ).count()
        accepted = member.tasks.filter(answers__is_live=True).count()
        timed = member.tasks.aggregate(all=Sum("answers__duration_ms"))["all"] or 0
        AnnotatorTally.objects.create(
            run=run,
            annotator=member,
            answered=accepted,
            accepted=accepted,
            annotations=accepted,
            timed=accepted,
            timed_ms=timed,
            penalties=penalties,
            segment_quality=quality,
            category_quality=quality,
            quality=quality,
        )
