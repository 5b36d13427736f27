"""Adding inputs, and noting that their results have to be computed again."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from django.db import transaction
from django.dispatch import Signal

from contests.contest.models import Contest
from contests.inputs.models import ContestInput, InputChange, InputPlace
from corpus.documents.models import Chunk
from text.spans import Span
from text.tokens import tokenize


def note_changes(*, contest_id: int, input_ids: Iterable[int]) -> None:
    """Note, in the caller's transaction, that something has changed which results depend on."""
    InputChange.objects.bulk_create(
        [InputChange(contest_id=contest_id, input_id=pk) for pk in sorted(set(input_ids))],
        batch_size=1000,
    )


# Rows per statement.
BATCH_SIZE = 500
# Sent with contest_id and inputs, in the transaction that adds them.
inputs_added = Signal()


@transaction.atomic
def add_inputs(
    *, contest: Contest, chunks: Sequence[Chunk], proposals: Mapping[int, Sequence[Span]]
) -> int:
    """Make the lines inputs of a contest, equal ones a single input; return how many are new.

    `proposals` holds the pre-annotation of a chunk, by its id.
    """
    known = _known_inputs(contest, {bytes(chunk.digest) for chunk in chunks})
    fresh: dict[bytes, ContestInput] = {}
    for chunk in chunks:
        digest = bytes(chunk.digest)
        if digest not in known and digest not in fresh:
            fresh[digest] = _new_input(contest, chunk, proposals.get(chunk.pk, ()))
    made = ContestInput.objects.bulk_create(fresh.values(), batch_size=BATCH_SIZE)
    known |= {bytes(item.digest): item.pk for item in made}
    inputs_added.send(ContestInput, contest_id=contest.pk, inputs=made)
    InputPlace.objects.bulk_create(
        (InputPlace(input_id=known[bytes(chunk.digest)], chunk=chunk) for chunk in chunks),
        batch_size=2000,
        ignore_conflicts=True,
    )
    return len(fresh)


def _known_inputs(contest: Contest, digests: Collection[bytes]) -> dict[bytes, int]:
    """Return the inputs that these texts already are, by digest."""
    # In batches: a database takes only so many parameters, and a contest may have a million inputs.
    inputs = ContestInput.objects.filter(contest=contest)
    ordered = sorted(digests)
    return {
        bytes(digest): pk
        for start in range(0, len(ordered), BATCH_SIZE)
        for pk, digest in inputs.filter(digest__in=ordered[start : start + BATCH_SIZE]).values_list(
            "pk", "digest"
        )
    }


def _new_input(contest: Contest, chunk: Chunk, proposals: Sequence[Span]) -> ContestInput:
    bounds = tokenize(chunk.text, language=contest.language)
    return ContestInput(
        contest=contest,
        text=chunk.text,
        digest=chunk.digest,
        tokens=[place for token in bounds for place in token],
        proposals=[[unit.start, unit.end, unit.label] for unit in proposals],
    )
