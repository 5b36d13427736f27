"""Adding inputs, and noting that their results have to be computed again."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from django.db import transaction
from django.dispatch import Signal
from django.utils.translation import gettext_noop

from contests.contest.domain import INPUTS, OPENING, MissingStep
from contests.contest.models import Contest
from contests.inputs.models import ContestInput, InputChange, InputPlace
from corpus.documents.models import Chunk
from jobs.models import Job
from text.spans import Span
from text.tokens import tokenize


def drawing_key(contest_id: int) -> str:
    """Return the key of the jobs that change a contest's inputs: one at a time."""
    return f"contests.inputs:{contest_id}"


def is_drawing(contest: Contest) -> bool:
    """Return whether a job is changing the inputs, or waits to."""
    return Job.objects.live().filter(key=drawing_key(contest.pk)).exists()


def latest_drawing(contest: Contest) -> Job | None:
    """Return the job that last changed, or is changing, the inputs."""
    jobs = Job.objects.filter(contest_id=contest.pk, key=drawing_key(contest.pk))
    return jobs.order_by("-created_at").first()


def missing_steps(contest: Contest) -> Iterator[MissingStep]:
    """Yield what the set-up lacks: inputs, and enough of them for the goal."""
    inputs = contest.inputs.count()
    if is_drawing(contest):
        message = gettext_noop("The inputs are being drawn or removed.")
        yield MissingStep(INPUTS, "inputs-busy", message, OPENING)
    elif not inputs:
        message = gettext_noop("There are no inputs: draw lines from a corpus.")
        yield MissingStep(INPUTS, "no-inputs", message, OPENING)
    elif inputs < contest.goal_per_annotator:
        message = gettext_noop(
            "There are %(inputs)s inputs, and the goal is %(goal)s tasks each: nobody can reach it."
        )
        details: dict[str, object] = {"inputs": inputs, "goal": contest.goal_per_annotator}
        yield MissingStep(INPUTS, "fewer-inputs-than-goal", message, details=details)


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
