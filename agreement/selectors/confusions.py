"""Categories that people mix up, as the references show."""

from collections import Counter

from django.db.models import Count

from accounts.models import User
from agreement.models import Verdict
from contests.domain.arms import supercategory
from contests.models import Contest

MOST_PAIRS = 5


def proposed_pairs(contest: Contest, *, manager: User) -> list[tuple[str, str, int]]:
    """Return pairs of labels that were mixed up most, here and in the manager's other contests.

    Before a contest begins it has no answers of its own; pairs of one family need no declaring.
    """
    labels = set(contest.categories.filter(archived_at=None).values_list("label", flat=True))
    known = {frozenset(pair) for pair in contest.confusable_pairs}
    mixed = Counter[frozenset[str]]()
    for said, reference, count in _mixed_up(manager):
        pair = frozenset((said, reference))
        if pair <= labels and pair not in known and supercategory(said) != supercategory(reference):
            mixed[pair] += count
    ranked = sorted((-count, sorted(pair)) for pair, count in mixed.items())
    return [(first, second, -count) for count, (first, second) in ranked[:MOST_PAIRS]]


def _mixed_up(manager: User) -> list[tuple[str, str, int]]:
    judged = Verdict.objects.filter(
        place__result__is_current=True,
        category_agrees=False,
        category__isnull=False,
        place__reference_category__isnull=False,
        annotator__contest__in=Contest.objects.managed_by(manager),
    )
    pairs = judged.values_list("category__label", "place__reference_category__label")
    return list(pairs.annotate(count=Count("pk")))
