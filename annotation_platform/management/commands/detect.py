"""`manage.py detect IN.jsonl [OUT.jsonl]`: spans found by a detector, added to each record."""

from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import replace
from itertools import tee
from typing import Any, BinaryIO

from django.core.management import BaseCommand, CommandError
from django.core.management.base import no_translations

from detection import explain_all
from detection.base import MODES, PER_LABEL, RULES, Choice
from detection.errors import DetectorUnusable
from formats import streams as plain_files
from formats.jsonl import JSONL
from formats.records import Problem, ReadOptions, Record, WriteOptions
from web.errors import explain


class Command(BaseCommand):
    help = (
        "Add the spans that a detector finds to each record. What cannot be read is named on standard error "
        "with its line; the rest is written, and the exit status is 1."
    )
    # Plain files in, plain files out: no database, broker or setting is looked at.
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("source", metavar="IN.jsonl", help="a file, or - for standard input")
        parser.add_argument("target", metavar="OUT.jsonl", nargs="?", default="-", help="or -")
        parser.add_argument("--language", default="fr", help="of the texts (default: fr)")
        parser.add_argument("--detector", default=RULES, metavar="NAME", help="default: the rules")
        parser.add_argument(
            "--with-rules", default="", choices=MODES, help="merge its spans with the rules’"
        )
        parser.add_argument(
            "--rule-labels",
            default="",
            metavar="A,B",
            help=f"with --with-rules {PER_LABEL}: the labels that are taken from the rules",
        )

    # In English, like the rest of the command line.
    @no_translations
    def handle(self, *, source: str, target: str, language: str, **options: Any) -> None:
        rule_labels = frozenset(filter(None, options["rule_labels"].split(",")))
        choice = Choice(options["detector"], options["with_rules"], rule_labels)
        if choice.mode and choice.name == RULES:
            raise CommandError("--with-rules merges the rules with another --detector.")
        problems: list[Problem] = []
        try:
            with plain_files.source(source) as lines, plain_files.target(target) as sink:
                records = _detected(lines, problems, choice, language)
                problems.extend(JSONL.write(records, sink, options=WriteOptions()))
        except OSError as error:
            raise CommandError(f"{error.filename or source}: {error.strerror}") from error
        except DetectorUnusable as error:
            raise CommandError(str(error)) from error
        for problem in problems:
            self.stderr.write(f"{source}:{problem.line}: {explain(problem)}")
        if problems:
            raise CommandError(f"{len(problems)} records could not be read or written.")


def _detected(
    lines: BinaryIO, problems: list[Problem], choice: Choice, language: str
) -> Iterator[Record]:
    # Once for the texts, once for what is written: as many are kept as are read at once.
    records, again = tee(_readable(lines, problems))
    every = explain_all((record.text for record in records), choice=choice, language=language)
    for record, found in zip(again, every, strict=True):
        yield replace(record, spans=tuple(each.span for each in found), is_annotated=True)


def _readable(lines: BinaryIO, problems: list[Problem]) -> Iterator[Record]:
    for found in JSONL.read(lines, options=ReadOptions(), companion=None):
        if isinstance(found, Problem):
            problems.append(found)
        else:
            yield found
