"""Objections with the words they are about."""

from collections.abc import Sequence
from dataclasses import dataclass

from agreement.models import AlignedPlace, Correction, Dispute
from agreement.selectors.disputes import places_of
from contests.models import Category
from feedback.domain.reports import Excerpt, cut_out


@dataclass(frozen=True)
class Decided:
    """What stands at a place by the correction that an objection led to; nothing is *none*."""

    words: str
    label: str


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
        label=correction.category.label if correction.category else "",
    )
