"""`manage.py reference ANSWERS.jsonl OUT.jsonl`: votes, references and judgements of answers in a file."""

import io
import json
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError
from django.core.management.base import no_translations

from agreement.references.domain.corrections import FiledCorrection, read_corrections
from agreement.references.domain.files import AnsweredText, group, references, unmatched
from agreement.references.domain.references import Method
from agreement.references.errors import CorrectionRefused, CorrectionsRefused
from formats import streams as plain_files
from formats.jsonl import JSONL
from formats.records import ERROR, Problem, ReadOptions, Record
from gamma.errors import GammaError
from web.errors import explain

MOST_PROBLEMS = 20


class Command(BaseCommand):
    help = (
        "Write the reference of each text: gold units, and every alignment with its votes, majority, "
        "reference and judgements. Records are answers of annotators; the last one of each counts."
    )
    # Plain files in, plain files out: no database, broker or setting is looked at.
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("answers", metavar="ANSWERS.jsonl", help="a file, or - for input")
        parser.add_argument("target", metavar="OUT.jsonl", help="a file, or - for output")
        parser.add_argument("--corrections", metavar="FILE", help="JSON lines; see the manual")

    # In English, like the rest of the command line.
    @no_translations
    def handle(
        self, *, answers: str, target: str, corrections: str | None, **_options: Any
    ) -> None:
        texts = _texts(answers)
        filed = _corrections(corrections, texts) if corrections else []
        try:
            with plain_files.target(target) as file:
                for record in references(texts, filed, Method(engine=settings.AGREEMENT_ENGINE)):
                    file.write(json.dumps(record, ensure_ascii=False).encode() + b"\n")
        except OSError as error:
            raise CommandError(f"{target}: {error.strerror}") from error
        except GammaError as error:
            raise CommandError(str(error)) from error


def _texts(name: str) -> list[AnsweredText]:
    try:
        with plain_files.source(name) as lines:
            found = list(JSONL.read(lines, options=ReadOptions(), companion=None))
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}") from error
    problems = [
        (item.line, explain(item))
        for item in found
        if isinstance(item, Problem) and item.severity == ERROR
    ]
    records = [item for item in found if isinstance(item, Record)]
    problems += [(r.line, "“annotator” is missing.") for r in records if not r.annotator]
    _refuse(name, problems)
    return group(records)


def _corrections(name: str, texts: list[AnsweredText]) -> list[FiledCorrection]:
    try:
        with plain_files.source(name) as lines:
            filed = read_corrections(io.TextIOWrapper(lines, encoding="utf-8"))
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}") from error
    except UnicodeDecodeError:
        raise CommandError(f"{name}: it is not UTF-8 text") from None
    except CorrectionsRefused as refusal:
        problems = [(line, explain(CorrectionRefused(code))) for line, code in refusal.problems]
        _refuse(name, problems)
        raise
    lost = [(line, "None of the answers is to this text.") for line in unmatched(texts, filed)]
    _refuse(name, lost)
    return filed


def _refuse(name: str, problems: list[tuple[int, str]]) -> None:
    if not problems:
        return
    listed = [f"{name}:{line}: {words}" for line, words in sorted(problems)]
    more = len(listed) - MOST_PROBLEMS
    rest = [f"and {more} more"] if more > 0 else []
    raise CommandError("\n".join([*listed[:MOST_PROBLEMS], *rest, "Nothing was written."]))
