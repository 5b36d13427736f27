"""Jobs that draw, order and remove the inputs of a contest."""

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from contests.contest.models import Contest
from contests.drawing.selectors import DRAW, REMOVE
from contests.drawing.services import drawing as sampling
from contests.teams import services as sequences
from contests.teams.models import Group
from jobs.registry import handler
from jobs.runs import JobRun
from text.tokens import tokenize

# Inputs per step: a few hundred lines take well under a second.
BATCH_SIZE = 200
POSITIONS_PER_STEP = 5000


@handler(DRAW, title=_("Drawing the inputs of a contest"))
def draw_inputs(run: JobRun) -> None:
    """Draw inputs, then order all inputs for every group; resume from the checkpoint."""
    draw = sampling.Draw.of(run.params)
    if not run.checkpoint:
        with run.step(label=gettext_noop("Counting the lines")) as step:
            # Inputs known at the start are not drawn; a resumed run must not count its own as known.
            known_until = sampling.latest_input(draw.contest)
            step.checkpoint = {"known_until": known_until, "counts": {}}
    if "groups" not in run.checkpoint:
        _draw(run, draw)
    _order(run, Contest.objects.get(pk=draw.contest))


def _draw(run: JobRun, draw: sampling.Draw) -> None:
    digests = sampling.plan_drawing(draw, known_until=run.checkpoint["known_until"])
    at = timezone.now()
    # Load the tokenizer now: inside a step, its second of loading would block others.
    tokenize("", language=Contest.objects.get(pk=draw.contest).language)
    for batch in run.batches(digests, size=BATCH_SIZE, label=gettext_noop("Creating the inputs")):
        with batch.step() as step:
            counts = sampling.draw_batch(draw=draw, digests=batch.items, at=at)
            counts.update(run.checkpoint["counts"])
            step.note(counts=dict(counts))


def _order(run: JobRun, contest: Contest) -> None:
    """Order the inputs of each group; the checkpoint holds the finished groups and positions."""
    if "groups" not in run.checkpoint:
        start = {"groups": 0, "positions": 0, "neighbours": 0}
        with run.step(checkpoint=run.checkpoint | start, label=gettext_noop("Ordering the inputs")):
            sampling.lock_for_change(contest.pk)
            sequences.clear_sequences(contest=contest)
    groups = list(contest.groups.order_by("number"))
    for number in range(run.checkpoint["groups"], len(groups)):
        _order_group(run, groups[number], of=len(groups))
    neighbours = run.checkpoint["neighbours"]
    with run.step(result=run.checkpoint["counts"] | {"neighbours": neighbours}):
        pass


def _order_group(run: JobRun, group: Group, *, of: int) -> None:
    planned = sequences.plan_sequence(group)
    number, length = run.checkpoint["groups"], len(planned.order)
    while run.checkpoint["groups"] == number:
        first = run.checkpoint["positions"]
        part = planned.order[first : first + POSITIONS_PER_STEP]
        there = first + len(part)
        progress = {"positions": there}
        if there == length:
            neighbours = run.checkpoint["neighbours"] + planned.neighbours
            progress = {"groups": number + 1, "positions": 0, "neighbours": neighbours}
        with run.step(
            done=number * length + there, total=of * length, checkpoint=run.checkpoint | progress
        ):
            sequences.store_sequence(group=group, inputs=part, first=first)


@handler(REMOVE, title=_("Removing the inputs of a contest"))
def remove_inputs(run: JobRun) -> None:
    """Remove all inputs of a contest."""
    contest = Contest.objects.get(pk=run.params["contest"])
    inputs = contest.inputs.only("pk")
    for batch in run.batches(inputs, size=BATCH_SIZE, label=gettext_noop("Removing the inputs")):
        with batch.step(result={"removed": batch.done}):
            sampling.remove_batch(contest_id=contest.pk, inputs=batch.items)
