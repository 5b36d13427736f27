"""Keeping the table by which the chat recognises the texts of a contest."""

from collections.abc import Iterable

from django.db import transaction

from contests.domain.quoting import runs_of, words_of
from contests.models import ChatRoom, ContestInput, InputRun

# So many inputs are prepared while someone waits for a message to be sent.
AT_ONCE = 2000
ROWS_PER_STATEMENT = 5000


@transaction.atomic
def learn_inputs(*, contest_id: int, inputs: Iterable[ContestInput]) -> None:
    """Let the chat recognise these inputs; again, it changes nothing."""
    found = sorted(inputs, key=lambda item: item.pk)
    if not found:
        return
    room, _is_new = ChatRoom.objects.get_or_create(contest_id=contest_id)
    key = bytes(room.key)
    InputRun.objects.bulk_create(
        (
            InputRun(input=item, hash=number)
            for item in found
            for number in sorted(runs_of(words_of(item.text), key=key))
        ),
        batch_size=ROWS_PER_STATEMENT,
        ignore_conflicts=True,
    )
    ids = [item.pk for item in found]
    for start in range(0, len(ids), AT_ONCE):
        batch = ContestInput.objects.filter(pk__in=ids[start : start + AT_ONCE])
        batch.update(is_recognised=True)


@transaction.atomic
def learn_the_rest(*, contest_id: int) -> bool:
    """Let the chat recognise further inputs that were made without it; return whether all are known."""
    # Mostly there are none: inputs are learnt when they are made.
    unknown = ContestInput.objects.filter(contest=contest_id, is_recognised=False)
    batch = list(unknown.only("pk", "text").order_by("pk")[: AT_ONCE + 1])
    learn_inputs(contest_id=contest_id, inputs=batch[:AT_ONCE])
    return len(batch) <= AT_ONCE
