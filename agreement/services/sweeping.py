"""Finding results that are not what they would be today, whatever became of the notes of changes."""

from collections.abc import Sequence

from django.db import transaction

from agreement.models import InputResult
from agreement.selectors.material import digest_of_settings, materials
from contests.models import Contest, InputChange
from contests.services.changes import note_changes


def next_inputs(*, contest: Contest, after: int, size: int) -> list[int]:
    """Return the next inputs of a contest by their ids."""
    inputs = contest.inputs.filter(pk__gt=after).order_by("pk")
    return list(inputs.values_list("pk", flat=True)[:size])


def stale_inputs(*, contest: Contest, input_ids: Sequence[int]) -> list[int]:
    """Return those of the inputs whose result is missing, outdated or nobody's any more."""
    settings = digest_of_settings(contest)
    rows = InputResult.objects.current().filter(input__in=input_ids)
    known = {pk: bytes(digest) for pk, digest in rows.values_list("input_id", "digest")}
    return [
        one.input_id
        for one in materials(input_ids)
        if known.get(one.input_id) != (None if one.is_void else one.digest(settings))
    ]


@transaction.atomic
def note_stale(*, contest: Contest, input_ids: Sequence[int]) -> int:
    """Note the stale ones among these inputs that no note is there for; return how many."""
    stale = stale_inputs(contest=contest, input_ids=input_ids)
    noted = InputChange.objects.filter(contest=contest, input__in=stale)
    missing = set(stale) - set(noted.values_list("input_id", flat=True))
    note_changes(contest_id=contest.pk, input_ids=missing)
    return len(missing)
