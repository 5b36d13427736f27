"""`manage.py gamma UNITS.csv…`: the agreement in files of units."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from gamma.continuum import Continuum
from gamma.engines import engine_named
from gamma.errors import GammaError, InvalidUnitsFile
from gamma.gamma import GammaResult
from gamma.unit_files import read_units

MOST_PROBLEMS = 20


class Command(BaseCommand):
    help = (
        "Print the gamma of each file of units (annotator,category,start,end), with its alignment."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", metavar="UNITS.csv", help="- is standard input")
        parser.add_argument("--samples", type=_count, default=30, metavar="N")
        parser.add_argument("--seed", type=int, default=0, metavar="S")
        parser.add_argument("--alpha", type=float, default=1.0, help="weight of places (1)")
        parser.add_argument("--beta", type=float, default=1.0, help="weight of categories (1)")
        parser.add_argument(
            "--delta-empty", type=float, default=1.0, help="cost of a missing unit (1)"
        )
        parser.add_argument("--sampler", choices=("statistical", "shuffle"), default="statistical")
        parser.add_argument(
            "--precision",
            type=_precision,
            metavar="P",
            help="high, medium, low, or the largest relative error: draws more samples if needed",
        )
        parser.add_argument("--json", action="store_true", help="one line of JSON for each file")

    def handle(self, *_args: Any, files: list[str], **options: Any) -> None:
        names = ("samples", "seed", "alpha", "beta", "delta_empty", "sampler", "precision")
        chosen = {name: options[name] for name in names}
        for file, continuum in _read_all(files):
            try:
                result = engine_named(settings.AGREEMENT_ENGINE)(continuum, **chosen)
            except GammaError as error:
                raise CommandError(f"{file}: {error}") from error
            self.stdout.write(_as_json(result) if options["json"] else _as_text(file, result))


def _read_all(files: list[str]) -> list[tuple[str, Continuum]]:
    """Return the continuum of each file; all or nothing, since a line of output has no name."""
    continua: list[tuple[str, Continuum]] = []
    problems: list[str] = []
    for file in files:
        try:
            continua.append((file, _read(file)))
        except InvalidUnitsFile as error:
            problems += [f"{file}: {problem}" for problem in error.problems]
        except UnicodeDecodeError:
            problems.append(f"{file}: it is not UTF-8 text")
        except OSError as error:
            problems.append(f"{file}: {error.strerror}")
    if problems:
        more = len(problems) - MOST_PROBLEMS
        rest = [f"and {more} more"] if more > 0 else []
        raise CommandError("\n".join(problems[:MOST_PROBLEMS] + rest))
    return continua


def _read(file: str) -> Continuum:
    if file == "-":
        return read_units(sys.stdin)
    with Path(file).open(encoding="utf-8", newline="") as lines:
        return read_units(lines)


def _as_json(result: GammaResult) -> str:
    return json.dumps(
        {
            "gamma": result.gamma,
            "gamma_cat": result.gamma_cat,
            "observed": result.observed,
            "expected": result.expected,
            "samples": result.samples,
            "proven": result.proven,
            "alignment": [
                {
                    "disorder": unitary.disorder,
                    "units": {
                        annotator: unit and [unit.start, unit.end, unit.label]
                        for annotator, unit in unitary.units.items()
                    },
                }
                for unitary in result.alignment
            ],
        },
        ensure_ascii=False,
    )


def _as_text(file: str, result: GammaResult) -> str:
    figures = {
        "gamma": result.gamma,
        "gamma-cat": result.gamma_cat,
        "observed": result.observed,
        "expected": result.expected,
    }
    shown = [f"{name} {_shown(value)}" for name, value in figures.items()]
    of_categories = [f"  gamma-k {kind} {_shown(value)}" for kind, value in result.gamma_k.items()]
    proven = "proven" if result.proven else "not proven"
    counts = f"{result.samples} samples, {len(result.alignment)} unitary alignments ({proven})"
    return "\n".join([f"{file}: {', '.join(shown)}, {counts}", *of_categories])


def _shown(value: float | None) -> str:
    return "n/a" if value is None else f"{value:.4f}"


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError("a whole number from 1 on is needed")
    return int(text)


def _precision(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text
