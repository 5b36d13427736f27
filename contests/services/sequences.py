"""The order in which the teams of a group meet a contest's inputs."""

import hashlib
from collections.abc import Sequence

from django.db import transaction

from contests.domain.sequencing import Ordering, Place, order_apart
from contests.models import Contest, Group, InputPlace, SequenceItem

BATCH_SIZE = 2000


@transaction.atomic
def shuffle_sequences(*, contest: Contest) -> int:
    """Give every group its own random order of the inputs; return how many neighbours are left in them."""
    clear_sequences(contest=contest)
    return sum(give_sequence(group=group) for group in contest.groups.all())


@transaction.atomic
def give_sequence(*, group: Group) -> int:
    """Give a group without one its order of the contest's inputs; return how many neighbours are left."""
    planned = plan_sequence(group)
    store_sequence(group=group, inputs=planned.order)
    return planned.neighbours


@transaction.atomic
def complete_sequences(*, contest: Contest) -> None:
    """Order the inputs anew if any group lacks some: a drawing may have been stopped half-way."""
    inputs = contest.inputs.count()
    if any(group.sequence.count() != inputs for group in contest.groups.all()):
        shuffle_sequences(contest=contest)


@transaction.atomic
def clear_sequences(*, contest: Contest) -> None:
    """Forget the orders of all groups; everyone begins anew, passing over what they know."""
    SequenceItem.objects.filter(group__contest=contest).delete()
    contest.memberships.update(next_position=0)


def plan_sequence(group: Group) -> Ordering:
    """Return the ids of the inputs in this group's order: a function of the texts, places and seed."""
    contest = group.contest
    # By digest, not by id: the same texts and seed give the same order in any database.
    inputs = sorted(contest.inputs.values_list("digest", "pk"), key=lambda row: bytes(row[0]))
    places: dict[int, list[Place]] = {pk: [] for _, pk in inputs}
    standing = InputPlace.objects.filter(input__contest=contest)
    rows = standing.values_list("input_id", "chunk__document_id", "chunk__line")
    for pk, document, line in rows.iterator():
        # An input that came since is not part of this order.
        if pk in places:
            places[pk].append((document, line))
    key = hashlib.sha256(f"{contest.seed}|sequence|{group.number}".encode()).digest()
    found = order_apart(list(places.values()), seed=int.from_bytes(key, "big"))
    return Ordering([inputs[index][1] for index in found.order], found.neighbours)


def store_sequence(*, group: Group, inputs: Sequence[int], first: int = 0) -> None:
    """Append these inputs to the group's order, from the position `first` on."""
    SequenceItem.objects.bulk_create(
        (
            SequenceItem(group=group, input_id=pk, position=position)
            for position, pk in enumerate(inputs, start=first)
        ),
        batch_size=BATCH_SIZE,
    )
