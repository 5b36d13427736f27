"""Places with the same words and the same votes as another: what is decided of one fits them all."""

from django.db.models import F

from agreement.models import AlignedPlace
from agreement.selectors.review import decided_since

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
