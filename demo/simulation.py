"""Simulated annotators at work, through the same services as the browser."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, Self
from uuid import UUID, uuid5

from accounts.audit import Actor
from contests.annotating.domain import Submission
from contests.annotating.errors import ContestNotOpen
from contests.annotating.models import AnnotationTask, Answer
from contests.annotating.services.answers import hand_out, take_answer
from contests.categories.selectors import offered_labels
from contests.contest.models import Contest
from contests.people.errors import NotAnAnnotator
from contests.people.models import Membership
from contests.training.services import next_training_tasks, take_training_answer
from demo.annotators.answers import SimulatedAnswer, answer
from demo.annotators.cast import Performer
from demo.annotators.profiles import Profile, source_of
from demo.schedule import Session
from text.spans import Span

# Short transactions: on SQLite nobody else can write meanwhile.
BATCH_SIZE = 15
# Like a browser, which fetches the next tasks before they are needed.
TASKS_AHEAD = 5
_NAMESPACE = UUID("5f0f1d8e-6f0c-5e0b-9a52-7b1d0f6c2a11")


@dataclass(frozen=True)
class Seat:
    """A simulated person and their place in the contest."""

    performer: Performer
    member: Membership


@dataclass(frozen=True)
class Position:
    """How far a simulation is: session, tasks of it, tasks in all, and the time on its clock."""

    session: int = 0
    answered: int = 0
    done: int = 0
    clock: datetime | None = None

    @classmethod
    def of(cls, checkpoint: Mapping[str, Any]) -> Self:
        if not checkpoint:
            return cls()
        clock = checkpoint["clock"] and datetime.fromisoformat(checkpoint["clock"])
        return cls(checkpoint["session"], checkpoint["answered"], checkpoint["done"], clock)

    def as_checkpoint(self) -> dict[str, Any]:
        return {
            "session": self.session,
            "answered": self.answered,
            "done": self.done,
            "clock": self.clock and self.clock.isoformat(),
        }


class Simulation:
    """Sessions to be played one short batch after another; each draw is a function of the seed."""

    def __init__(
        self,
        *,
        contest: Contest,
        seats: Sequence[Seat],
        sessions: Sequence[Session],
        gold: Mapping[bytes, Sequence[Span]],
    ) -> None:
        self._contest = contest
        self._seats = seats
        self._sessions = sessions
        # The truth of each line, by the digest of its text.
        self._gold = gold
        self._experience = _experience(sessions)
        self.total = sum(session.tasks for session in sessions)

    def is_over(self, position: Position) -> bool:
        return position.session >= len(self._sessions)

    def play(self, position: Position) -> Position:
        """Answer the next few tasks, in the caller's transaction, and return the new position."""
        session = self._sessions[position.session]
        count = min(BATCH_SIZE, session.tasks - position.answered)
        clock = position.clock or session.starts_at.astimezone(UTC)
        seat = self._seats[session.worker]
        try:
            tasks = hand_out(annotator=seat.member, count=count + TASKS_AHEAD, at=clock)[:count]
        except (ContestNotOpen, NotAnAnnotator):
            # A manager closed the contest or removed the person: whoever may still answer goes on.
            return self._leave(position)
        labels = self._labels()
        experience = self._experience[position.session] + position.answered
        for number, task in enumerate(tasks):
            clock = self._work_on(task, seat, labels, clock, experience + number)
        return self._move_on(position, len(tasks), clock)

    def _move_on(self, position: Position, answered: int, clock: datetime) -> Position:
        here = replace(
            position,
            answered=position.answered + answered,
            done=position.done + answered,
            clock=clock,
        )
        is_full = here.answered >= self._sessions[position.session].tasks
        # Fewer than a batch would have been: there is nothing left to hand out.
        has_run_out = answered < BATCH_SIZE
        return self._leave(here) if is_full or has_run_out else here

    def _leave(self, position: Position) -> Position:
        """Go to the next session; what was left of this one counts as done."""
        rest = self._sessions[position.session].tasks - position.answered
        return Position(session=position.session + 1, done=position.done + rest)

    def _labels(self) -> Collection[str]:
        offered = self._contest.categories.filter(archived_at=None)
        return frozenset(offered.values_list("label", flat=True))

    def _work_on(
        self,
        task: AnnotationTask,
        seat: Seat,
        labels: Collection[str],
        clock: datetime,
        experience: int,
    ) -> datetime:
        """Answer one task, and perhaps again on second thoughts; return the time afterwards."""
        seed, alias = self._contest.seed, seat.performer.alias
        key = (seed, alias, bytes(task.input.digest).hex())
        source = source_of(*key)
        shown: Sequence[Span] = [Span(*unit) for unit in task.shown_units]
        versions = 1 + (source.random() < seat.performer.profile.second_thoughts)
        for version in range(1, versions + 1):
            simulated = answer(
                seat.performer.profile,
                text=task.input.text,
                tokens=task.input.token_bounds,
                gold=self._gold.get(bytes(task.input.digest), ()),
                shown=shown,
                labels=labels,
                source=source,
                experience=experience,
            )
            clock += timedelta(seconds=simulated.seconds)
            self._send(task, seat, simulated, clock, (*key, version))
            # Who comes back finds what they did.
            shown = simulated.units
            clock += _pause(source)
        return clock

    def _send(
        self,
        task: AnnotationTask,
        seat: Seat,
        simulated: SimulatedAnswer,
        answered_at: datetime,
        key: tuple[object, ...],
    ) -> None:
        name = "|".join(str(part) for part in (self._contest.pk, *key))
        take_answer(
            annotator=seat.member,
            task_id=task.pk,
            submission=Submission(
                id=uuid5(_NAMESPACE, name),
                verdict=simulated.verdict,
                answered_at=answered_at,
                units=simulated.units,
                duration_ms=simulated.duration_ms,
                is_flagged=_is_in_doubt(seat.performer.profile, simulated, key),
            ),
            at=answered_at + timedelta(seconds=source_of(*key, "outbox").uniform(0.1, 8)),
            source=Answer.Source.SIMULATION,
        )


def _is_in_doubt(profile: Profile, simulated: SimulatedAnswer, key: tuple[object, ...]) -> bool:
    """Tell whether someone is to look at this answer; drawn apart, so that it changes no answer."""
    return bool(simulated.units) and source_of(*key, "doubt").random() < profile.doubt


def _pause(source: Random) -> timedelta:
    """Return the time until the next task is looked at: a moment, or a meeting in between."""
    minutes = source.uniform(5, 45) if source.random() < 0.005 else 0
    return timedelta(minutes=minutes, seconds=source.uniform(0.2, 1.2))


def _experience(sessions: Sequence[Session]) -> list[int]:
    """Return for each session how many tasks its person has done before."""
    done: dict[int, int] = {}
    experience = []
    for session in sessions:
        experience.append(done.get(session.worker, 0))
        done[session.worker] = experience[-1] + session.tasks
    return experience


_NAMESPACE_TRAINING = UUID("a35a2a53-0d5b-5a0c-a6b0-2b2a1c3d9e47")


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
                id=uuid5(_NAMESPACE_TRAINING, name),
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
