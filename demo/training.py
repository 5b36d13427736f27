"""Simulated annotators at the training, through the same services as the browser."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID, uuid5

from accounts.audit import Actor
from contests.domain.submission import Submission
from contests.models import Contest, Membership
from contests.selectors.training import offered_labels
from contests.services.training_answers import next_training_tasks, take_training_answer
from demo.annotators import answer
from demo.annotators.cast import Performer
from demo.draws import source_of

_NAMESPACE = UUID("a35a2a53-0d5b-5a0c-a6b0-2b2a1c3d9e47")


def train(
    *,
    contest: Contest,
    performers: Sequence[Performer],
    members: Sequence[Membership],
    starts_at: datetime,
) -> None:
    """Let everyone answer all training tasks, as they answer the contest's own."""
    labels = offered_labels(contest)
    for performer, member in zip(performers, members, strict=True):
        member.refresh_from_db()
        clock = starts_at
        for number, task in enumerate(next_training_tasks(member=member)):
            key = (contest.seed, performer.alias, "training", number)
            simulated = answer(
                performer.profile,
                text=task.text,
                tokens=tuple(zip(task.tokens[::2], task.tokens[1::2], strict=True)),
                gold=task.known_units,
                shown=(),
                labels=labels,
                source=source_of(*key),
                experience=number,
            )
            clock += timedelta(seconds=simulated.seconds)
            name = "|".join(str(part) for part in (contest.pk, *key))
            submission = Submission(
                id=uuid5(_NAMESPACE, name),
                verdict=simulated.verdict,
                answered_at=clock,
                units=simulated.units,
                duration_ms=simulated.duration_ms,
            )
            take_training_answer(
                member=member,
                task_id=task.pk,
                submission=submission,
                actor=Actor(member.user),
                at=clock,
            )
