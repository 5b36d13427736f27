"""Noting that results of inputs have to be computed again."""

from collections.abc import Iterable

from contests.models import InputChange


def note_changes(*, contest_id: int, input_ids: Iterable[int]) -> None:
    """Note, in the caller's transaction, that something has changed which results depend on."""
    InputChange.objects.bulk_create(
        [InputChange(contest_id=contest_id, input_id=pk) for pk in sorted(set(input_ids))],
        batch_size=1000,
    )
