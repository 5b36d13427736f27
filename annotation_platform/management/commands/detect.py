"""`manage.py detect IN.jsonl [OUT.jsonl]`: spans found by rule, added to each record."""

from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import replace
from itertools import tee
from typing import Any, BinaryIO

from django.core.management import BaseCommand, CommandError
from django.core.management.base import no_translations

from detection import detect_all
from detection.rules.languages import LANGUAGES
from formats import streams as plain_files
from formats.jsonl import JSONL
from formats.records import Problem, ReadOptions, Record, WriteOptions
from web.errors import explain


class Command(BaseCommand):
    help = (
        "Add the spans that rules find to each record. What cannot be read is named on standard error "
        "with its line; the rest is written, and the exit status is 1."
    )
    # Plain files in, plain files out: no database, broker or setting is looked at.
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("source", metavar="IN.jsonl", help="a file, or - for standard input")
        parser.add_argument("target", metavar="OUT.jsonl", nargs="?", default="-", help="or -")
        parser.add_argument("--language", default="fr", choices=sorted(LANGUAGES))

    # In English, like the rest of the command line.
    @no_translations
    def handle(self, *, source: str, target: str, language: str, **_options: Any) -> None:
        problems: list[Problem] = []
        try:
            with plain_files.source(source) as lines, plain_files.target(target) as sink:
                records = _detected(lines, problems, language=language)
                problems.extend(JSONL.write(records, sink, options=WriteOptions()))
        except OSError as error:
            raise CommandError(f"{error.filename or source}: {error.strerror}") from error
        for problem in problems:
            self.stderr.write(f"{source}:{problem.line}: {explain(problem)}")
        if problems:
            raise CommandError(f"{len(problems)} records could not be read or written.")


def _detected(lines: BinaryIO, problems: list[Problem], *, language: str) -> Iterator[Record]:
    # Once for the texts, once for what is written: as many are kept as are read at once.
    records, again = tee(_readable(lines, problems))
    every = detect_all((record.text for record in records), language=language)
    for record, spans in zip(again, every, strict=True):
        yield replace(record, spans=tuple(spans), is_annotated=True)


def _readable(lines: BinaryIO, problems: list[Problem]) -> Iterator[Record]:
    for found in JSONL.read(lines, options=ReadOptions(), companion=None):
        if isinstance(found, Problem):
            problems.append(found)
        else:
            yield found
