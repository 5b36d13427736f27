"""Create a contest of simulated annotators on invented documents and let them all answer."""

import argparse
import time
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils import timezone

from demo.contest import BuiltContest, build_contest, check_name, prepare_simulation
from demo.recipes import DemoRefused, Recipe, Spans, gather
from demo.simulation import Position, Simulation

LONGEST_NAME = 100
LARGEST_SEED = 2**63 - 1
MOST_TASKS_A_DAY = 400
EARLIEST_DAY = date(1970, 1, 1)


class Command(BaseCommand):
    help = "Create a contest of simulated annotators on invented documents; all answers included."

    def add_arguments(self, parser: CommandParser) -> None:
        whole = _between(1, 10_000_000)
        parser.add_argument("--documents", type=whole, required=True, metavar="N")
        parser.add_argument("--annotators", type=_between(1, 1000), required=True, metavar="M")
        parser.add_argument(
            "--days", type=_between(1, 366), required=True, metavar="D", help="working days"
        )
        parser.add_argument("--seed", type=_between(0, LARGEST_SEED), required=True, metavar="S")
        parser.add_argument(
            "--inputs", type=whole, metavar="K", help="lines to draw (default: all different ones)"
        )
        parser.add_argument("--goal", type=whole, default=400, help="tasks per annotator (400)")
        parser.add_argument(
            "--reached", type=_share, default=0.44, help="mean share of the goal reached (0.44)"
        )
        parser.add_argument("--name", type=_name, help="of the contest (default: by the seed)")
        parser.add_argument(
            "--until", type=_day, help="last day of work, YYYY-MM-DD (default: yesterday)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.PRODUCTION:
            raise CommandError("Simulated people have no place among real ones: not in production.")
        recipe = _recipe(options)
        name = options["name"] or f"Palio simulé {recipe.seed}"
        try:
            self._simulate(name, recipe)
        except DemoRefused as error:
            raise CommandError(str(error)) from error

    def _simulate(self, name: str, recipe: Recipe) -> None:
        check_name(name)
        self._say(f"Inventing {recipe.documents} documents …")
        # Before the transaction: on SQLite nobody else can write while it lasts.
        materials = gather(recipe)
        built = build_contest(name=name, recipe=recipe, materials=materials)
        self._say(f"Contest {built.contest.pk} has {built.recipe.inputs} inputs.")
        self._play(built, materials.gold)

    def _play(self, built: BuiltContest, gold: Spans) -> None:
        simulation = prepare_simulation(
            contest=built.contest, recipe=built.recipe, member_ids=built.member_ids, gold=gold
        )
        started, position = time.monotonic(), Position()
        while not simulation.is_over(position):
            with transaction.atomic():
                position = simulation.play(position)
            if self.stderr.isatty():
                self._say(_progress(simulation, position, started), ending="\r")
        self._say(_progress(simulation, position, started))

    def _say(self, message: str, ending: str = "\n") -> None:
        """Write on standard error, but not in the colour of errors."""
        self.stderr.write(message, str, ending=ending)
        self.stderr.flush()


def _progress(simulation: Simulation, position: Position, started: float) -> str:
    rate = position.done / max(time.monotonic() - started, 0.001)
    return f"{position.done} of {simulation.total} answers, {rate:.0f} per second"


def _recipe(options: dict[str, Any]) -> Recipe:
    yesterday = timezone.localdate() - timedelta(days=1)
    last_day = options["until"] or yesterday
    if not EARLIEST_DAY <= last_day <= yesterday:
        raise CommandError(f"--until must lie between {EARLIEST_DAY} and yesterday.")
    if options["goal"] * options["reached"] > MOST_TASKS_A_DAY * options["days"]:
        raise CommandError("More tasks a day than people can do: raise --days or lower --goal.")
    return Recipe(
        documents=options["documents"],
        annotators=options["annotators"],
        days=options["days"],
        seed=options["seed"],
        last_day=last_day,
        inputs=options["inputs"],
        goal=options["goal"],
        reached=options["reached"],
    )


def _between(least: int, most: int) -> Callable[[str], int]:
    def whole_number(value: str) -> int:
        if not value.isdecimal() or not least <= int(value) <= most:
            raise argparse.ArgumentTypeError(f"a whole number from {least} to {most} is needed")
        return int(value)

    return whole_number


def _share(value: str) -> float:
    try:
        share = float(value)
    except ValueError:
        share = 0.0
    if not 0 < share <= 1:
        raise argparse.ArgumentTypeError("a number above 0, up to 1, is needed")
    return share


def _day(value: str) -> date:
    try:
        return date.fromisoformat(value)
    except ValueError:
        raise argparse.ArgumentTypeError("a date like 2022-03-18 is needed") from None


def _name(value: str) -> str:
    name = value.strip()
    if not name or len(name) > LONGEST_NAME:
        raise argparse.ArgumentTypeError(f"a name of 1 to {LONGEST_NAME} characters is needed")
    return name
