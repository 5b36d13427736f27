"""One person's report: figures, and disagreements with the reference."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from agreement.disputes.models import Dispute
from agreement.disputes.selectors import places_of
from agreement.runs.models import AlignedPlace, AnnotatorTally, Judgement
from agreement.runs.selectors import latest_run
from contests.categories.models import Category
from contests.categories.selectors import naming
from contests.home.selectors import Notice
from contests.people.models import Membership
from feedback.reports.domain import (
    Ballot,
    Header,
    Segment,
    Share,
    count_ballot,
    fingerprint,
)
from feedback.reports.models import MailPreference, SeenDisagreement
from feedback.scores.domain import figures_of, values_of
from feedback.scores.models import AnnotatorScore
from text.spans import Excerpt, cut_out, find_again

# A disagreement stays marked as new for the rest of the visit.
VISIT = timedelta(minutes=30)
LEFT_OUT, TOO_MUCH, SEGMENT, CATEGORY = KINDS = ("left-out", "too-much", "segment", "category")
_MARKED = Q(start__isnull=False)
# A source without a value: the reference says that there is nothing to annotate.
_NONE = Q(place__reference_start=None) & ~Q(place__segment_source="")
_NONE |= Q(place__reference_category=None) & ~Q(place__category_source="")
BY_KIND = {
    LEFT_OUT: ~_MARKED,
    TOO_MUCH: _MARKED & _NONE,
    SEGMENT: _MARKED & Q(segment_agrees=False, place__reference_start__isnull=False),
    CATEGORY: _MARKED & Q(category_agrees=False, place__reference_category__isnull=False),
}


@dataclass(frozen=True)
class Disagreement:
    """A span where the reference differs from the annotator's answer, as the page shows it."""

    judgement: Judgement
    place: AlignedPlace
    excerpt: Excerpt
    # The reference's category, else the annotator's: it gives the colour.
    category: Category | None
    segment_ballot: Ballot
    category_ballot: Ballot
    kinds: tuple[str, ...]
    is_new: bool
    dispute: Dispute | None


def header_of(member: Membership) -> Header | None:
    """Return one person's figures after the latest run; None before the first run."""
    run = latest_run(member.contest)
    if run is None:
        return None
    tally = AnnotatorTally.objects.filter(run=run, annotator=member).first() or AnnotatorTally()
    scores = AnnotatorScore.objects.filter(run=run)
    own = scores.filter(annotator=member).first()
    return Header(
        run=run.number,
        at=run.finished_at or run.started_at,
        figures=figures_of(values_of(tally), own.ranks if own else {}, member.contest.rank_weights),
        segment_quality=tally.segment_quality,
        category_quality=tally.category_quality,
        quality=tally.quality,
        agreement=tally.agreement,
        disagreements=tally.penalties,
        shares=_shares(member),
        rank=own.rank if own else None,
        of=scores.count(),
    )


def _shares(member: Membership) -> tuple[Share, ...]:
    counted = (
        all_disagreements(member)
        .values_list("category__label", "category", "category__supercategory")
        .annotate(number=Count("pk"))
        .order_by("-number", "category__label")
    )
    name_of = naming(member.contest)
    return tuple(Share(label and name_of(label), *row) for label, *row in counted)


def all_disagreements(member: Membership) -> QuerySet[Judgement]:
    """Return a person's current disagreements with the reference, latest answers first."""
    penalised = Judgement.objects.filter(
        annotator=member, is_penalised=True, place__result__is_current=True
    )
    return penalised.order_by("-answered_at", "place__result__input", "place__position")


def find_disagreements(
    member: Membership, *, category: Category | None = None, left_out: bool = False, kind: str = ""
) -> QuerySet[Judgement]:
    """Return disagreements by annotated category, or none, and by kind."""
    found = all_disagreements(member).select_related(
        "category__supercategory",
        "place__result__input",
        "place__reference_category__supercategory",
    )
    if category is not None:
        found = found.filter(category=category)
    if left_out:
        found = found.filter(category=None)
    return found.filter(BY_KIND[kind]) if kind else found


def find_disagreement(member: Membership, *, input_id: int, segment: Segment) -> Judgement | None:
    """Return the disagreement in an input that overlaps a segment most, if any."""
    here = list(find_disagreements(member).filter(place__result__input__pk=input_id))
    found = find_again(segment, [judgement.place.extent for judgement in here])
    return None if found is None else here[found]


def describe(member: Membership, judgements: Sequence[Judgement]) -> list[Disagreement]:
    """Return disagreements for display, with votes as counts and the person's own disputes."""
    known = _seen_before(member, judgements, timezone.now() - VISIT)
    disputes = _own_disputes(member, judgements)
    name_of = naming(member.contest)
    return [
        _describe(
            judgement,
            name_of,
            is_new=fingerprint_of(judgement) not in known,
            dispute=disputes.get(judgement.place_id),
        )
        for judgement in judgements
    ]


def _seen_before(member: Membership, judgements: Sequence[Judgement], moment: datetime) -> set[str]:
    prints = [fingerprint_of(judgement) for judgement in judgements]
    seen = SeenDisagreement.objects.filter(
        annotator=member, fingerprint__in=prints, seen_at__lt=moment
    )
    return set(seen.values_list("fingerprint", flat=True))


def _own_disputes(member: Membership, judgements: Sequence[Judgement]) -> dict[int, Dispute]:
    """Return the person's latest dispute by aligned place."""
    inputs = {judgement.place.result.input_id for judgement in judgements}
    own = Dispute.objects.filter(annotator=member, input__in=inputs).exclude(
        state=Dispute.State.WITHDRAWN
    )
    disputes = {dispute.pk: dispute for dispute in own.order_by("opened_at", "pk")}
    places = places_of(disputes.values())
    return {place.pk: disputes[pk] for pk, place in places.items() if place is not None}


def _describe(
    judgement: Judgement, name_of: Callable[[str], str], *, is_new: bool, dispute: Dispute | None
) -> Disagreement:
    place = judgement.place
    text = place.result.input.text
    return Disagreement(
        judgement=judgement,
        place=place,
        excerpt=cut_out(text, place.start, place.end),
        category=place.reference_category or judgement.category,
        segment_ballot=_segment_ballot(judgement, text),
        category_ballot=_category_ballot(judgement, name_of),
        kinds=_kinds(judgement),
        is_new=is_new,
        dispute=dispute,
    )


def _segment_ballot(judgement: Judgement, text: str) -> Ballot:
    place = judgement.place
    return count_ballot(
        [(_segment(start, end), count) for start, end, count in place.segment_votes],
        voters=place.voters,
        source=place.segment_source,
        reference=_segment(place.reference_start, place.reference_end),
        own=_segment(judgement.start, judgement.end),
        agrees=judgement.segment_agrees,
        words=lambda segment: text[segment[0] : segment[1]],
    )


def _category_ballot(judgement: Judgement, name_of: Callable[[str], str]) -> Ballot:
    place = judgement.place
    return count_ballot(
        [(label, count) for label, count in place.category_votes],
        voters=place.voters,
        source=place.category_source,
        reference=place.reference_category and place.reference_category.label,
        own=judgement.category and judgement.category.label,
        agrees=judgement.category_agrees,
        words=name_of,
    )


def _segment(start: int | None, end: int | None) -> Segment | None:
    return None if start is None or end is None else (start, end)


def _kinds(judgement: Judgement) -> tuple[str, ...]:
    """Return the kinds of a loaded row, as the filters of `BY_KIND` define them."""
    place = judgement.place
    if judgement.start is None:
        return (LEFT_OUT,)
    kinds = [
        (SEGMENT, judgement.segment_agrees is False and place.reference_start is not None),
        (CATEGORY, judgement.category_agrees is False and place.reference_category is not None),
        (TOO_MUCH, _is_none(place.segment_source, place.reference_start)),
        (TOO_MUCH, _is_none(place.category_source, place.reference_category_id)),
    ]
    return tuple(dict.fromkeys(kind for kind, applies in kinds if applies))


def _is_none(source: str, reference: int | None) -> bool:
    return bool(source) and reference is None


def fingerprint_of(judgement: Judgement) -> str:
    """Return a digest that identifies this disagreement from run to run."""
    place = judgement.place
    return fingerprint(
        input_id=place.result.input_id,
        place_start=place.start,
        own=_segment(judgement.start, judgement.end),
        own_category=judgement.category_id,
        reference=_segment(place.reference_start, place.reference_end),
        reference_category=place.reference_category_id,
    )


def unread_disagreements(member: Membership) -> list[Judgement]:
    """Return the disagreements that this person has not seen yet."""
    seen = set(
        SeenDisagreement.objects.filter(annotator=member).values_list("fingerprint", flat=True)
    )
    found = all_disagreements(member).select_related("place__result")
    return [judgement for judgement in found if fingerprint_of(judgement) not in seen]


@dataclass(frozen=True)
class Unread:
    """The number of disagreements and answered disputes that their reader has not seen."""

    disagreements: int
    # Disputes that a manager answered or decided.
    answers: int

    def __bool__(self) -> bool:
        return bool(self.disagreements or self.answers)


def unread_of(member: Membership) -> Unread:
    """Count the feedback that this person has not seen yet."""
    answered = Dispute.objects.with_news().filter(annotator=member).count()
    return Unread(len(unread_disagreements(member)), answered)


def wants_reports(member: Membership) -> bool:
    """Return whether this person receives the contest's reports by e-mail; by default they do."""
    return not MailPreference.objects.filter(annotator=member, wants_reports=False).exists()


KIND_WORDS = {
    LEFT_OUT: pgettext_lazy("disagreement", "left out"),
    TOO_MUCH: _("nothing to mark here"),
    SEGMENT: _("different span"),
    CATEGORY: _("different category"),
}


def unread_feedback(member: Membership) -> Notice | None:
    """Return a notice of this person's unread feedback, if any."""
    unread = unread_of(member)
    if not unread:
        return None
    # People wait for answers to their disputes, so link these first.
    page = "feedback:objections" if unread.answers else "feedback:report"
    return Notice(
        title=gettext("New feedback"),
        words=" ".join(_counts(unread)),
        link=reverse(page, args=[member.contest_id]),
        link_words=gettext("Read your feedback"),
    )


def _counts(unread: Unread) -> list[str]:
    counts = []
    if unread.answers:
        words = ngettext(
            "%(count)d of your disputes has an answer.",
            "%(count)d of your disputes have an answer.",
            unread.answers,
        )
        counts.append(words % {"count": unread.answers})
    if unread.disagreements:
        words = ngettext(
            "You have %(count)d new disagreement with the reference.",
            "You have %(count)d new disagreements with the reference.",
            unread.disagreements,
        )
        counts.append(words % {"count": unread.disagreements})
    return counts
