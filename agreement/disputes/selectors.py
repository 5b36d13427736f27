"""What annotators object to, and where that stands now."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from agreement.disputes.models import Dispute, DisputeQuerySet
from agreement.references.domain.corrections import PlaceCorrection
from agreement.references.models import Correction
from agreement.runs.models import AlignedPlace, Judgement
from contests.categories.models import Category
from contests.contest.models import Contest
from contests.people.models import Membership
from text.spans import Excerpt, cut_out, find_again


def disputes_in(contest: Contest) -> DisputeQuerySet:
    """Return all disputes of a contest with their threads, the latest first; for managers."""
    return (
        Dispute.objects.of_contest(contest.pk)
        .select_related("input", "annotator", "decided_by", "correction__category")
        .prefetch_related("messages__author")
    )


def open_disputes(contest: Contest) -> QuerySet[Dispute]:
    """Return what waits for a manager, place by place, the oldest objection to each first."""
    return disputes_in(contest).open().order_by("input", "anchor_start", "opened_at", "pk")


def disputes_of(member: Membership) -> QuerySet[Dispute]:
    """Return one annotator's own disputes with their threads, the latest first."""
    own = Dispute.objects.filter(annotator=member)
    return own.select_related("input", "correction__category").prefetch_related("messages")


def disputes_at(place: AlignedPlace) -> list[Dispute]:
    """Return all objections to one place, open ones first; for managers."""
    found = (
        Dispute.objects.filter(input=place.result.input_id)
        .select_related("annotator", "decided_by")
        .prefetch_related("messages__author")
    )
    at = places_of(found)
    here = [dispute for dispute in found if (there := at[dispute.pk]) and there.pk == place.pk]
    return sorted(here, key=lambda dispute: (not dispute.is_open, dispute.opened_at))


def places_of(disputes: Iterable[Dispute]) -> dict[int, AlignedPlace | None]:
    """Return, by the ids of the disputes, the place each of them means in what readers see."""
    disputes = list(disputes)
    inputs = {dispute.input_id for dispute in disputes}
    current = AlignedPlace.objects.filter(result__input__in=inputs, result__is_current=True)
    by_input: dict[int, list[AlignedPlace]] = {}
    for place in current.select_related("result", "reference_category").order_by("position"):
        by_input.setdefault(place.result.input_id, []).append(place)
    return {
        dispute.pk: _place_of(dispute, by_input.get(dispute.input_id, [])) for dispute in disputes
    }


def _place_of(dispute: Dispute, places: list[AlignedPlace]) -> AlignedPlace | None:
    found = find_again(dispute.anchor, [place.extent for place in places])
    return None if found is None else places[found]


def refused_by(disputes: Iterable[Dispute], correction: PlaceCorrection) -> list[Dispute]:
    """Return the disputes that a decision refuses: it names the reference that they are about.

    Where the reference has changed meanwhile and the annotator agrees with it, nothing is refused.
    """
    at = places_of(disputes)
    agreeing = Judgement.objects.filter(
        place__in=[place.pk for place in at.values() if place], is_penalised=False
    )
    agrees = set(agreeing.values_list("place_id", "annotator_id"))
    return [
        dispute
        for dispute in disputes
        if (place := at[dispute.pk])
        and _names_the_reference(correction, place)
        and (place.pk, dispute.annotator_id) not in agrees
    ]


def _names_the_reference(correction: PlaceCorrection, place: AlignedPlace) -> bool:
    """Return whether a decision leaves all of a place's reference as it is."""
    segment = (
        None if place.reference_start is None else (place.reference_start, place.reference_end)
    )
    category = place.reference_category.label if place.reference_category else None
    return (
        bool(place.segment_source or place.category_source)
        and (not place.segment_source or correction.segment == segment)
        and (not place.category_source or correction.category == category)
    )


@dataclass(frozen=True)
class Decided:
    """What stands at a place by the correction that an objection led to; nothing is *none*."""

    words: str
    category: Category | None


@dataclass(frozen=True)
class Thread:
    """One objection: where, what was said, what stands there now."""

    dispute: Dispute
    excerpt: Excerpt
    place: AlignedPlace | None
    category: Category | None
    decided: Decided | None


def threads_of(disputes: Sequence[Dispute]) -> list[Thread]:
    """Return each objection with its place in the text."""
    places = places_of(disputes)
    return [_thread(dispute, places[dispute.pk]) for dispute in disputes]


def _thread(dispute: Dispute, place: AlignedPlace | None) -> Thread:
    text = dispute.input.text
    return Thread(
        dispute=dispute,
        excerpt=cut_out(text, dispute.anchor_start, dispute.anchor_end),
        place=place,
        category=place.reference_category if place else None,
        decided=_decided(dispute.correction, text) if dispute.correction else None,
    )


def _decided(correction: Correction, text: str) -> Decided:
    has_words = correction.start is not None and correction.end is not None
    return Decided(
        words=text[correction.start : correction.end] if has_words else "",
        category=correction.category,
    )
