"""Drawing a contest's inputs from a corpus in batches, and removing them."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Self

from django.db import transaction

from accounts.audit import CHANGED, Actor, record
from contests.annotating.models import AnnotationTask, Answer, Unit
from contests.contest import domain as lifecycle
from contests.contest.models import Contest
from contests.drawing.domain import Criteria, draw_texts
from contests.drawing.selectors import (
    DRAW,
    REMOVE,
    corpus_chunks,
    line_annotations,
    places_of,
    profiles,
    taken_imports,
)
from contests.drawing.services.imported import Decisions, take_annotations
from contests.inputs.errors import InputsAnswered, InputsFixed
from contests.inputs.models import ContestInput
from contests.inputs.selectors import drawing_key
from contests.inputs.services import add_inputs
from corpus.documents.models import Corpus
from jobs.models import Job
from jobs.services import start_job


@dataclass(frozen=True)
class Draw:
    """All parameters of a draw: it can be repeated even if the corpus has grown."""

    contest: int
    corpus: int
    imports: Sequence[int]
    criteria: Criteria
    seed: int
    decisions: Decisions

    def as_params(self) -> dict[str, Any]:
        criteria = self.criteria
        return {
            "contest": self.contest,
            "corpus": self.corpus,
            "imports": list(self.imports),
            "seed": self.seed,
            "size": criteria.size,
            "min_length": criteria.min_length,
            "max_length": criteria.max_length,
            "most_times": criteria.most_times,
            "types": None if criteria.types is None else sorted(criteria.types),
            "takes_blank": criteria.takes_blank,
            "labels": dict(self.decisions.labels),
            "annotators": dict(self.decisions.annotators),
        }

    @classmethod
    def of(cls, params: Mapping[str, Any]) -> Self:
        limits = ("size", "min_length", "max_length", "most_times", "takes_blank")
        types = params["types"]
        return cls(
            contest=params["contest"],
            corpus=params["corpus"],
            imports=params["imports"],
            criteria=Criteria(
                types=None if types is None else frozenset(types),
                **{name: params[name] for name in limits},
            ),
            seed=params["seed"],
            decisions=Decisions(params["labels"], params["annotators"]),
        )


def may_change_inputs(contest: Contest) -> bool:
    """Return whether inputs can change: in preparation, and in training before the first task."""
    if contest.state == Contest.State.TRAINING:
        return not AnnotationTask.objects.filter(input__contest=contest).exists()
    return contest.permits(lifecycle.DRAW)


def lock_for_change(contest_id: int) -> Contest:
    """Lock the contest row; raise InputsFixed if inputs can no longer change."""
    contest = Contest.objects.select_for_update(no_key=True).get(pk=contest_id)
    if not may_change_inputs(contest):
        raise InputsFixed
    return contest


@transaction.atomic
def start_drawing(
    *,
    contest: Contest,
    corpus: Corpus,
    criteria: Criteria,
    seed: int,
    decisions: Decisions,
    actor: Actor,
) -> Job:
    """Create the job that draws; the caller enqueues it."""
    draw = Draw(contest.pk, corpus.pk, taken_imports(corpus), criteria, seed, decisions)
    return _start(DRAW, contest, draw.as_params(), actor, change="draw", corpus=corpus.pk)


@transaction.atomic
def start_removing(*, contest: Contest, actor: Actor) -> Job:
    """Create the job that removes all inputs; the caller enqueues it."""
    if has_own_answers(contest):
        raise InputsAnswered
    inputs = contest.inputs.count()
    return _start(REMOVE, contest, {"contest": contest.pk}, actor, change="remove", inputs=inputs)


def _start(
    kind: str, contest: Contest, params: dict[str, Any], actor: Actor, **details: Any
) -> Job:
    lock_for_change(contest.pk)
    record(actor, CHANGED, "input", contest_id=contest.pk, **details)
    return start_job(kind, params, key=drawing_key(contest.pk), actor=actor)


def latest_input(contest_id: int) -> int:
    """Return the id of the newest input; inputs with higher ids belong to the current draw."""
    newest = ContestInput.objects.filter(contest=contest_id).order_by("-pk")
    return newest.values_list("pk", flat=True).first() or 0


def plan_drawing(draw: Draw, *, known_until: int) -> list[bytes]:
    """Return the digests of the drawn texts in random order, followed by those of existing inputs.

    Existing inputs may have new places or annotations.
    """
    inputs = ContestInput.objects.filter(contest=draw.contest, pk__lte=known_until)
    known = {bytes(digest) for digest in inputs.values_list("digest", flat=True)}
    texts = profiles(corpus_chunks(draw.corpus, draw.imports))
    drawn = draw_texts(texts, criteria=draw.criteria, known=known, seed=draw.seed)
    return [*drawn, *sorted(known & texts.keys())]


@transaction.atomic
def draw_batch(*, draw: Draw, digests: Sequence[bytes], at: datetime) -> Counter[str]:
    """Add these texts as inputs of the contest, with all their places and imported annotations."""
    contest = lock_for_change(draw.contest)
    order = {digest: number for number, digest in enumerate(digests)}
    places = places_of(digests, corpus_id=draw.corpus, imports=draw.imports)
    places.sort(key=lambda place: (order[bytes(place.chunk.digest)], place.chunk.pk))
    chunks = [place.chunk for place in places]
    counts = Counter(inputs=add_inputs(contest=contest, chunks=chunks, proposals={}))
    annotations = line_annotations(places, imports=draw.imports)
    if annotations:
        counts += take_annotations(
            contest=contest,
            inputs=list(contest.inputs.filter(digest__in=digests)),
            annotations=annotations,
            decisions=draw.decisions,
            at=at,
        )
    return counts


def has_own_answers(contest: Contest) -> bool:
    """Return whether tasks are handed out or answered, apart from imported answers."""
    tasks = AnnotationTask.objects.filter(input__contest=contest)
    answers = Answer.objects.filter(task__in=tasks).exclude(source=Answer.Source.FILE)
    return tasks.filter(answered_at=None).exists() or answers.exists()


@transaction.atomic
def remove_batch(*, contest_id: int, inputs: Collection[ContestInput]) -> None:
    """Remove some inputs with their imported annotations."""
    contest = lock_for_change(contest_id)
    tasks = AnnotationTask.objects.filter(input__in=inputs)
    Unit.objects.filter(answer__task__in=tasks).delete()
    Answer.objects.filter(task__in=tasks).delete()
    tasks.delete()
    contest.inputs.filter(pk__in=[item.pk for item in inputs]).delete()
    if not contest.inputs.exists():
        contest.memberships.update(accepted_tasks=0, next_position=0)
