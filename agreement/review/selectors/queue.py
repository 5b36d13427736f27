"""What asks for a manager: one queue of inputs, by kinds, with its filters and its order.

An input is in the queue as long as one of its places is open. A place about which someone has decided
since the last run is open no more, though its result does not say so yet.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Exists, F, FloatField, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Coalesce
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from agreement.disputes.models import Dispute
from agreement.references.models import Correction
from agreement.review.models import LookedAt
from agreement.runs.models import AlignedPlace, Contribution, InputResult, Judgement
from contests.annotating.models import Answer
from contests.contest.models import Contest

UNDECIDED, CONTESTED, INCONSISTENT, DETACHED, FLAGGED, SET_ASIDE = URGENT = (
    "undecided",
    "contested",
    "inconsistent",
    "detached",
    "flagged",
    "failed",
)
# To be looked at where there is time: most of these are right as they are.
LOW_GAMMA, SINGLE = OPTIONAL = ("gamma", "single")
KINDS = (*URGENT, *OPTIONAL)
OF_PLACES = (UNDECIDED, INCONSISTENT, DETACHED, SINGLE)

IN_TEXT_ORDER, BY_GAMMA, BY_ANNOTATORS = ("text", "gamma", "annotators")
# Inputs without a gamma come after all that have one.
BEYOND_GAMMA = 2.0
LOW = 0.5

State = AlignedPlace.State


@dataclass(frozen=True)
class Wanted:
    """Which part of the queue a manager looks at, and in which order."""

    # Empty: whatever needs a decision.
    kind: str = ""
    category: int | None = None
    team: int | None = None
    annotator: int | None = None
    words: str = ""
    below: float = LOW
    order: str = IN_TEXT_ORDER

    @property
    def kinds(self) -> tuple[str, ...]:
        return (self.kind,) if self.kind else URGENT


def open_results(contest: Contest, wanted: Wanted) -> QuerySet[InputResult]:
    """Return the results of the inputs in this part of the queue, in no order."""
    found = InputResult.objects.current().filter(input__contest=contest)
    conditions = [_condition(contest, kind, wanted) for kind in wanted.kinds]
    return _filtered(found.filter(reduce(or_, conditions)), wanted)


def _condition(contest: Contest, kind: str, wanted: Wanted) -> Q:
    if kind in OF_PLACES:
        places = _matching(_places(contest), wanted).filter(_open_as(kind))
        is_open = Q(pk__in=places.values("result"))
    elif kind == CONTESTED:
        disputes = Dispute.objects.open().of_contest(contest.pk)
        is_open = Q(input__in=disputes.values("input"))
    elif kind == FLAGGED:
        is_open = Q(input__in=flagged_answers(contest).values("task__input"))
    elif kind == SET_ASIDE:
        is_open = Q(kind=InputResult.Kind.FAILED)
    else:
        is_open = Q(gamma__lt=wanted.below)
    if kind in (UNDECIDED, CONTESTED, INCONSISTENT):
        return is_open
    return is_open & ~Q(input__in=_settled(contest).values("input"))


def _places(contest: Contest) -> QuerySet[AlignedPlace]:
    return AlignedPlace.objects.filter(result__is_current=True, result__input__contest=contest)


def _open_as(kind: str) -> Q:
    if kind == DETACHED:
        # Taken back or changed meanwhile, it is another version that counts.
        return Q(is_detached=True, correction__is_live=True, correction__is_revoked=False)
    state = {UNDECIDED: State.UNDECIDED, INCONSISTENT: State.INCONSISTENT}.get(kind, State.SINGLE)
    return Q(state=state, is_detached=False) & ~Q(decided_since())


def decided_since() -> Exists:
    """Return whether a correction stands at a place that its result does not know yet."""
    newer = Correction.objects.in_force().filter(
        input=OuterRef("result__input"),
        anchor_start__lt=OuterRef("end"),
        anchor_end__gt=OuterRef("start"),
    )
    return Exists(newer.exclude(pk=Coalesce(OuterRef("correction"), Value(0))))


def _settled(contest: Contest) -> QuerySet[LookedAt]:
    """Return what managers left as it is, and nobody has answered since."""
    later = Answer.objects.filter(
        task__input=OuterRef("input"), is_live=True, received_at__gt=OuterRef("at")
    )
    return LookedAt.objects.filter(~Exists(later), input__contest=contest)


def flagged_answers(contest: Contest) -> QuerySet[Answer]:
    """Return the answers that annotators asked a manager to look at."""
    return Answer.objects.filter(is_flagged=True, is_live=True, task__input__contest=contest)


def _matching(places: QuerySet[AlignedPlace], wanted: Wanted) -> QuerySet[AlignedPlace]:
    judgements = Judgement.objects.filter(place=OuterRef("pk"))
    if wanted.category is not None:
        marked = Exists(judgements.filter(category=wanted.category))
        places = places.filter(Q(marked) | Q(reference_category=wanted.category))
    if wanted.annotator is not None:
        places = places.filter(Exists(judgements.filter(annotator=wanted.annotator)))
    if wanted.team is not None:
        places = places.filter(Exists(judgements.filter(annotator__team=wanted.team)))
    return places


def _filtered(results: QuerySet[InputResult], wanted: Wanted) -> QuerySet[InputResult]:
    own = Contribution.objects.filter(result=OuterRef("pk"))
    if wanted.annotator is not None:
        results = results.filter(Exists(own.filter(annotator=wanted.annotator)))
    if wanted.team is not None:
        results = results.filter(Exists(own.filter(annotator__team=wanted.team)))
    if wanted.category is not None:
        there = _matching(AlignedPlace.objects.filter(result=OuterRef("pk")), wanted)
        results = results.filter(Exists(there))
    if wanted.words:
        results = results.filter(input__text__icontains=wanted.words)
    return results


def queue(contest: Contest, wanted: Wanted) -> QuerySet[InputResult]:
    """Return this part of the queue in its order."""
    found = _with_rank(open_results(contest, wanted), wanted)
    return found.order_by("rank", "input_id").select_related("input")


# Its rows have a rank, which the model does not know.
def _with_rank(results: QuerySet[InputResult], wanted: Wanted) -> QuerySet[Any]:
    rank = {
        BY_GAMMA: Coalesce(F("gamma"), Value(BEYOND_GAMMA)),
        BY_ANNOTATORS: -1.0 * F("annotators"),
    }.get(wanted.order, Value(0.0))
    # One type for all three: what is compared with it is a number with a fraction.
    return results.annotate(rank=_as_float(rank))


def _as_float(expression: object) -> Coalesce:
    return Coalesce(expression, Value(0.0), output_field=FloatField())


def next_result(contest: Contest, wanted: Wanted, *, after: int) -> InputResult | None:
    """Return what comes after an input, which may have left the queue; at the end, its beginning."""
    found = queue(contest, wanted).exclude(input__pk=after)
    here = InputResult.objects.current().filter(input__pk=after, input__contest=contest)
    at = _with_rank(here, wanted).values_list("rank", flat=True).first()
    if at is None:
        return found.first()
    beyond = Q(rank__gt=at) | Q(rank=at, input__pk__gt=after)
    return found.filter(beyond).first() or found.first()


def count_by_kind(contest: Contest, wanted: Wanted) -> dict[str, int]:
    """Return how many inputs each kind has under these filters, and "" for what needs a decision."""
    return {
        kind: open_results(contest, replace(wanted, kind=kind)).count() for kind in ("", *KINDS)
    }


def count_waiting(contest: Contest) -> int:
    """Return how many inputs need a decision."""
    return open_results(contest, Wanted()).count()


@dataclass(frozen=True)
class Row:
    """One input of the queue: why it is there, and its open places."""

    result: InputResult
    kinds: tuple[str, ...]
    places: tuple[AlignedPlace, ...]


def rows(contest: Contest, results: Sequence[InputResult], wanted: Wanted) -> list[Row]:
    """Return what the page shows of these inputs, in four queries."""
    inputs = [result.input_id for result in results]
    disputed = Dispute.objects.open().filter(input__in=inputs)
    flagged = flagged_answers(contest).filter(task__input__in=inputs)
    by_input = {
        CONTESTED: set(disputed.values_list("input_id", flat=True)),
        FLAGGED: set(flagged.values_list("task__input_id", flat=True)),
        SET_ASIDE: {one.input_id for one in results if one.failure},
        LOW_GAMMA: {
            one.input_id for one in results if one.gamma is not None and one.gamma < wanted.below
        },
    }
    places: dict[int, list[AlignedPlace]] = {}
    for place in open_places([result.pk for result in results]):
        places.setdefault(place.result_id, []).append(place)
    return [_row(result, places.get(result.pk, []), by_input) for result in results]


def open_places(result_ids: Sequence[int]) -> QuerySet[AlignedPlace]:
    """Return the places of these results that are open by themselves, from left to right."""
    is_open = reduce(or_, [_open_as(kind) for kind in OF_PLACES])
    places = AlignedPlace.objects.filter(is_open, result__in=result_ids)
    return places.order_by("result_id", "position").select_related("reference_category")


def _row(
    result: InputResult, places: Sequence[AlignedPlace], by_input: Mapping[str, set[int]]
) -> Row:
    found = {kind for kind, inputs in by_input.items() if result.input_id in inputs}
    found |= {kind_of(place) for place in places}
    return Row(result, tuple(kind for kind in KINDS if kind in found), tuple(places))


def kind_of(place: AlignedPlace) -> str:
    """Return why an open place is open."""
    return DETACHED if place.is_detached else str(place.state)


MOST = 200


def identical_places(place: AlignedPlace) -> list[AlignedPlace]:
    """Return the other open places of the contest with these words and votes, with their inputs."""
    text = place.result.input.text
    words = text[place.start : place.end]
    others = (
        AlignedPlace.objects.filter(
            ~decided_since(),
            result__is_current=True,
            result__input__contest=place.result.input.contest_id,
            state=place.state,
            is_detached=False,
            voters=place.voters,
            result__input__text__contains=words,
            end=F("start") + len(words),
        )
        .exclude(pk=place.pk)
        .select_related("result__input", "correction")
        .order_by("result__input_id", "position")
    )
    return [other for other in others if _is_same(other, place, words)][:MOST]


def _is_same(other: AlignedPlace, place: AlignedPlace, words: str) -> bool:
    text = other.result.input.text
    return (
        text[other.start : other.end] == words
        and _sorted(other.category_votes) == _sorted(place.category_votes)
        and _relative(other) == _relative(place)
    )


def _sorted(votes: list[list[object]]) -> list[str]:
    return sorted(map(repr, votes))


def _relative(place: AlignedPlace) -> list[str]:
    """Return the votes for segments, counted from where the place begins."""
    return sorted(
        repr([None if bound is None else bound - place.start for bound in bounds] + [count])
        for *bounds, count in place.segment_votes
    )


# Why something is in the review.
KIND_WORDS: Mapping[str, Promise] = {
    UNDECIDED: _("no majority"),
    CONTESTED: pgettext_lazy("review", "disputed"),
    INCONSISTENT: _("inconsistent"),
    DETACHED: pgettext_lazy("review", "detached"),
    FLAGGED: pgettext_lazy("review", "flagged"),
    SET_ASIDE: _("set aside"),
    LOW_GAMMA: _("low gamma"),
    SINGLE: _("one annotator"),
}
# What that means, for those who do not know the words.
MEANINGS: Mapping[str, Promise] = {
    "": _("All inputs that need a decision."),
    UNDECIDED: _("No span or no category has enough votes."),
    CONTESTED: _("An annotator disputes the reference."),
    INCONSISTENT: _(
        "The reference has a span without a category or a category without a span, or two references overlap."
    ),
    DETACHED: _("A correction applies to a span that nobody annotates any more."),
    FLAGGED: _("An annotator flagged the answer for a manager."),
    SET_ASIDE: _(
        "The answers could not be compared: without your decision, the input has no reference."
    ),
    LOW_GAMMA: _("The annotations differ a lot, even where there is a majority."),
    SINGLE: _("Only one person has annotated the input so far."),
}
