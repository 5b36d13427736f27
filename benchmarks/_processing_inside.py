"""What the processing benchmark does inside the platform: load a contest, run, change a little, run again.

A process of its own for each size, because the settings of a process are those of one database:
`python -m benchmarks._processing_inside SCALE` prints one line of JSON.
"""

import json
import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

import django

if __name__ == "__main__":
    django.setup()

from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.audit import Actor
from accounts.models import User
from agreement.references.domain.references import decide, measure, measured_by
from agreement.references.selectors import materials
from agreement.runs.models import InputResult, ProcessingRun
from agreement.runs.services import run as processing
from contests.annotating.models import AnnotationTask, Answer, Unit
from contests.categories.domain.presets import SWISS_HOSPITAL
from contests.categories.services import add_categories
from contests.contest.models import Contest
from contests.inputs.models import ContestInput
from contests.inputs.services import note_changes
from contests.people.models import Membership
from contests.people.services import members as setup_members
from contests.setup import services as setup
from contests.teams.services import add_team
from gamma import pygamma as pygamma_engine
from gamma.continuum import Continuum
from gamma.gamma import warm_up
from text.spans import Span
from text.tokens import digest_of

# The contest of the thesis.
PEOPLE, INPUTS, TASKS, MOST_ON_ONE = 15, 5454, 14000, 8
TEAMS = ("farfalle", "gnocchi", "linguine", "orzo")
NEW_ANSWERS = 100
SAMPLE = 20
AT_ONCE = 2000
START = datetime(2026, 3, 2, 8, tzinfo=UTC)
WORDS = [
    "patient",
    "vu",
    "ce",
    "jour",
    "au",
    "service",
    "pour",
    "contrôle",
    "du",
    "traitement",
    "le",
    "docteur",
    "signale",
    "une",
    "visite",
]

Spans = list[tuple[int, int, int]]


class Loader:
    """Writes invented inputs, and answers of people with their slips, in bulk."""

    def __init__(self, contest: Contest, members: Sequence[Membership], seed: int) -> None:
        self._contest, self._members, self._rng = contest, members, random.Random(seed)
        self._categories = list(contest.categories.values_list("pk", flat=True))
        self._true: dict[int, Spans] = {}

    def load(self, inputs: int, tasks: int) -> None:
        """Write so many inputs with so many answers in all."""
        counts = list(self._annotators(inputs, tasks))
        for first in range(0, inputs, AT_ONCE):
            part = counts[first : first + AT_ONCE]
            rows = ContestInput.objects.bulk_create(
                [self._input(first + number) for number in range(len(part))]
            )
            for row in rows:
                self._true[row.pk] = self._mark(row)
            self.answer([(row, count) for row, count in zip(rows, part, strict=True)])

    def _annotators(self, inputs: int, tasks: int) -> Iterator[int]:
        """Yield how many people annotate each input: most two or three, a few many more."""
        left = tasks
        for number in range(inputs, 0, -1):
            mean = left / number
            count = min(MOST_ON_ONE, max(1, round(self._rng.lognormvariate(0.8, 0.5) * mean / 2.5)))
            count = max(1, min(count, left - (number - 1), MOST_ON_ONE))
            left -= count
            yield count

    def _input(self, number: int) -> ContestInput:
        words = [self._rng.choice(WORDS) for _ in range(self._rng.randint(8, 30))]
        text = f"{number} {' '.join(words)}"
        tokens, place = [], 0
        for word in text.split():
            tokens += [place, place + len(word)]
            place += len(word) + 1
        return ContestInput(contest=self._contest, text=text, digest=digest_of(text), tokens=tokens)

    def _mark(self, row: ContestInput) -> Spans:
        """Return what is right in a text: nothing in one of four, else a few units."""
        if self._rng.random() < 0.25:
            return []
        tokens = row.token_bounds
        chosen = sorted(
            self._rng.sample(range(len(tokens)), min(len(tokens), self._rng.randint(1, 5)))
        )
        return [(*tokens[one], self._rng.choice(self._categories)) for one in chosen]

    def answer(self, wanted: Sequence[tuple[ContestInput, int]], minute: int = 0) -> None:
        """Let so many people answer each of these inputs who have not yet."""
        at = START + timedelta(minutes=minute)
        tasks = []
        for row, count in wanted:
            known = set(row.tasks.values_list("annotator_id", flat=True)) if minute else set()
            free = [member for member in self._members if member.pk not in known]
            tasks += [
                AnnotationTask(input=row, annotator=member, handed_out_at=at, answered_at=at)
                for member in self._rng.sample(free, min(count, len(free)))
            ]
        stored = AnnotationTask.objects.bulk_create(tasks, batch_size=AT_ONCE)
        answers = [
            Answer(
                id=UUID(int=self._rng.getrandbits(128)),
                task=task,
                version=1,
                verdict="accept" if self._rng.random() < 0.96 else "reject",
                answered_at=at,
                duration_ms=self._rng.randint(2000, 20000),
            )
            for task in stored
        ]
        Answer.objects.bulk_create(answers, batch_size=AT_ONCE)
        units = [unit for one in answers if one.verdict == "accept" for unit in self._units(one)]
        Unit.objects.bulk_create(units, batch_size=AT_ONCE)
        note_changes(contest_id=self._contest.pk, input_ids=[row.pk for row, _count in wanted])

    def _units(self, answer: Answer) -> Iterator[Unit]:
        for start, end, category in self._true[answer.task.input_id]:
            slip = self._rng.random()
            if slip < 0.05:
                continue
            too_short = slip < 0.12 and end - start > 2
            chosen = self._rng.choice(self._categories) if slip > 0.95 else category
            yield Unit(answer=answer, start=start, end=end - too_short, category_id=chosen)


def contest_of(scale: int) -> tuple[Contest, Loader]:
    """Make a contest of so many times the thesis's size."""
    carl = User.objects.create(email="carl@example.org", name="Carl")
    contest = setup.create_contest(
        name="Palio", manager=carl, actor=Actor(carl), seed=3, state=Contest.State.OPEN
    )
    add_categories(contest=contest, supercategories=SWISS_HOSPITAL)
    for number, name in enumerate(TEAMS):
        add_team(contest=contest, group=1 + number // 2, name=name, arm="control", retention=0)
    teams = list(contest.teams.order_by("pk"))
    members = [
        setup_members.add_member(
            contest=contest,
            user=User.objects.create(email=f"p{number}@example.org", name=f"P{number}"),
            role="annotator",
            alias=f"p{number}",
            team=teams[number % len(teams)],
        )
        for number in range(PEOPLE)
    ]
    loader = Loader(contest, members, seed=scale)
    loader.load(INPUTS * scale, TASKS * scale)
    return contest, loader


@dataclass(frozen=True)
class Seconds:
    """How long something took: by the clock, and of one processor, which others do not slow down."""

    clock: float
    processor: float


def run(contest: Contest) -> tuple[ProcessingRun, Seconds]:
    """Process what has changed in this process; return the run and its seconds."""
    started, worked = time.perf_counter(), time.process_time()
    request = processing.start_run(contest=contest)
    if request.run is None:
        raise SystemExit("Nothing had changed.")
    done = processing.work_through(run=request.run)
    return done, Seconds(time.perf_counter() - started, time.process_time() - worked)


def compared_sample(contest: Contest) -> list[InputResult]:
    """Return some compared inputs, spread over the contest."""
    results = InputResult.objects.current().filter(input__contest=contest, kind="compared")
    rows = list(results.order_by("input_id"))
    return rows[:: max(1, len(rows) // SAMPLE)][:SAMPLE]


def seconds_of_references(contest: Contest) -> dict[str, float]:
    """Return how long the references of a sample take with our engine and with pygamma-agreement."""
    sample = [one.units_of for one in materials([row.input_id for row in compared_sample(contest)])]
    # Both have compiled what they compile before anyone looks at the clock.
    with pygamma_engine.silence():
        pygamma_engine.compute_gamma(Continuum.of(sample[0]), samples=30)
    ours = min(_seconds_of_ours(sample) for _ in range(7))
    started = time.perf_counter()
    with pygamma_engine.silence():
        for units in sample:
            decide(measured_by(pygamma_engine.compute_gamma(Continuum.of(units), samples=30)))
    return {"sample": len(sample), "ours": ours, "theirs": time.perf_counter() - started}


def _seconds_of_ours(sample: Sequence[dict[str, tuple[Span, ...]]]) -> float:
    started = time.perf_counter()
    for units in sample:
        decide(measure(units))
    return time.perf_counter() - started


def main(scale: int, *, with_peer: bool) -> dict[str, object]:
    call_command("migrate", interactive=False, verbosity=0)
    warm_up()
    started = time.perf_counter()
    contest, loader = contest_of(scale)
    loaded = time.perf_counter() - started
    first, first_seconds = run(contest)
    items = list(contest.inputs.order_by("pk")[: NEW_ANSWERS * 5 : 5])
    loader.answer([(item, 1) for item in items], minute=5)
    again, again_seconds = run(contest)
    with CaptureQueriesContext(connection) as queries:
        nothing = processing.start_run(contest=contest).run
    return {
        "scale": scale,
        "loaded": loaded,
        "counts": first.counts,
        "first": asdict(first_seconds),
        "again": asdict(again_seconds),
        "computed_again": again.inputs_computed,
        "queries": len(queries) if nothing is None else -1,
        "peer": seconds_of_references(contest) if with_peer else None,
    }


if __name__ == "__main__":
    sys.stdout.write(json.dumps(main(int(sys.argv[1]), with_peer="--peer" in sys.argv)) + "\n")
