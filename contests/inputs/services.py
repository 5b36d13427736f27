"""Adding inputs, and noting that their results have to be computed again."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.dispatch import Signal
from django.utils.translation import ngettext

from accounts.audit import Actor
from contests.contest.models import Contest
from contests.inputs.models import ContestInput, InputChange, InputPlace
from corpus.documents.models import Chunk
from jobs.erasing import erase_some
from text.spans import Span
from text.tokens import tokenize
from web.figures import figure


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


def erase_inputs_of(lines: Sequence[int], _actor: Actor) -> int:
    """Delete some of the inputs that stand in these lines alone, or places of those that stand elsewhere."""
    here = InputPlace.objects.filter(chunk__in=lines)
    return erase_some(_only_in(lines), known_by=InputPlace) or erase_some(here)


def _only_in(lines: Sequence[int] | QuerySet[Chunk, Any]) -> QuerySet[ContestInput]:
    here = InputPlace.objects.filter(chunk__in=lines)
    elsewhere = InputPlace.objects.filter(input=OuterRef("pk")).exclude(chunk__in=lines)
    return ContestInput.objects.filter(~Exists(elsewhere), pk__in=here.values("input"))


def told_of_inputs(lines: QuerySet[Chunk]) -> list[str]:
    """Return what goes with the inputs that stand in these lines alone."""
    inputs = _only_in(lines.order_by().values("pk"))
    count = inputs.count()
    if not count:
        return []
    answered = inputs.filter(tasks__answered_at__isnull=False).distinct().count()
    words = ngettext(
        "%(count)s input of a contest, with the answers to it and its results (answered: %(answered)s).",
        "%(count)s inputs of contests, with the answers to them and their results (answered: %(answered)s).",
        count,
    )
    return [words % {"count": figure(count), "answered": figure(answered)}]
